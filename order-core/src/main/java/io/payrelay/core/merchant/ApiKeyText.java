package io.payrelay.core.merchant;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** An API key as its owner holds it: {@code prk_<keyId>_<secret>}. */
record ApiKeyText(String keyId, String secret) {

  private static final Pattern FORM = Pattern.compile("prk_([0-9A-Z]{26})_([A-Za-z0-9_-]{43})");
  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A new key with a secret that nobody can guess. */
  static ApiKeyText generate(String keyId) {
    var secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    return new ApiKeyText(keyId, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  static Optional<ApiKeyText> parse(String text) {
    var matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new ApiKeyText(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** 256 random bits need no slow hash. */
  byte[] hash() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The whole key: shown once to its owner. */
  String reveal() {
    return "prk_" + keyId + "_" + secret;
  }

  @Override
  public String toString() {
    return "prk_" + keyId + "_…";
  }
}
