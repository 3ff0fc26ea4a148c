package io.payrelay.ingress.account;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * The content of the accounts' files at one moment, so that what is judged is what was seen.
 *
 * @param contents empty for a file that could not be read
 */
record AccountsFiles(Map<Path, Optional<byte[]>> contents) {

  Optional<byte[]> of(Path file) {
    return contents.getOrDefault(file, Optional.empty());
  }

  /** Equal for equal contents, and all that has to be kept of them. */
  String digest() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      contents.forEach(
          (file, bytes) -> {
            var size = bytes.map(b -> b.length).orElse(-1);
            digest.update("%s|%d|".formatted(file, size).getBytes(StandardCharsets.UTF_8));
            bytes.ifPresent(digest::update);
          });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
