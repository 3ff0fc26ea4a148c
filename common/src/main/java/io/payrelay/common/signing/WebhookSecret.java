package io.payrelay.common.signing;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

/** A Standard Webhooks symmetric secret: {@code whsec_} and base64 of 24 to 64 bytes. */
public final class WebhookSecret {

  private static final String PREFIX = "whsec_";
  private static final int LEAST = 24;
  private static final int MOST = 64;
  private static final int GENERATED = 32;

  private final byte[] key;

  private WebhookSecret(byte[] key) {
    this.key = key;
  }

  /**
   * Reads a secret as merchants hold it.
   *
   * @throws IllegalArgumentException if the text is no such secret; the message never repeats it
   */
  public static WebhookSecret parse(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a webhook secret starts with whsec_");
    }
    byte[] key;
    try {
      key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a webhook secret is base64 after whsec_");
    }
    if (key.length < LEAST || key.length > MOST) {
      throw new IllegalArgumentException("a webhook secret has 24 to 64 bytes, not " + key.length);
    }
    return new WebhookSecret(key);
  }

  public static WebhookSecret generate(SecureRandom random) {
    var key = new byte[GENERATED];
    random.nextBytes(key);
    return new WebhookSecret(key);
  }

  byte[] key() {
    return key;
  }

  /** The secret itself, for storing it encrypted or showing it once. */
  public String reveal() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WebhookSecret secret && Arrays.equals(key, secret.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  /** Never the secret: this is what a log would show. */
  @Override
  public String toString() {
    return "whsec_…";
  }
}
