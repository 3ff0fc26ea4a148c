package io.payrelay.core.merchant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.security.MessageDigest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What we keep of an API key: enough to recognise it, too little to use it. */
@Entity
class ApiKey {

  @Id private String keyId;
  private String merchantNo;
  private byte[] secretHash;
  private @Nullable Instant revokedAt;

  protected ApiKey() {}

  ApiKey(String keyId, String merchantNo, byte[] secretHash) {
    this.keyId = keyId;
    this.merchantNo = merchantNo;
    this.secretHash = secretHash.clone();
  }

  String keyId() {
    return keyId;
  }

  String merchantNo() {
    return merchantNo;
  }

  /** Whether the key is valid and its secret has this hash. Takes the same time for any hash. */
  boolean accepts(byte[] hash) {
    return MessageDigest.isEqual(secretHash, hash) && revokedAt == null;
  }
}
