package io.payrelay.notify.endpoint;

import io.payrelay.common.signing.WebhookSecret;
import java.security.SecureRandom;

/** Lets tests of other packages store a secret. */
public final class VaultForTests {

  private VaultForTests() {}

  public static String encrypted(String base64Key, String endpointId) {
    return new SecretVault(base64Key)
        .encrypt(WebhookSecret.generate(new SecureRandom()), endpointId);
  }
}
