package io.payrelay.ops.operator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * By what an operator proves to be one: 256 random bits, shown once. A plain hash is enough for so
 * much randomness; only the hash is stored.
 */
record OperatorToken(String text) {

  private static final String PREFIX = "op_"; // tells a leaked token from other secrets
  private static final int BYTES = 32;

  static OperatorToken random() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new OperatorToken(
        PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** The token in an {@code Authorization} header, or null if that holds something else. */
  static @Nullable OperatorToken read(String authorization) {
    var scheme = "Bearer " + PREFIX;
    return authorization.regionMatches(true, 0, scheme, 0, scheme.length())
        ? new OperatorToken(authorization.substring(scheme.length() - PREFIX.length()).strip())
        : null;
  }

  byte[] hash() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Never the token: it may end in a log. */
  @Override
  public String toString() {
    return "OperatorToken[" + PREFIX + "…]";
  }
}
