package io.payrelay.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Reads files of {@code KEY=VALUE} lines. */
final class EnvFile {

  private EnvFile() {}

  static Map<String, String> read(Path file) {
    var values = new TreeMap<String, String>();
    try {
      for (var line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0 && !line.startsWith("#")) {
          values.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }
}
