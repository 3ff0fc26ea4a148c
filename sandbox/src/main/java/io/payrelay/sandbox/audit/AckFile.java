package io.payrelay.sandbox.audit;

import io.payrelay.sandbox.stack.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Acknowledged payments as JSON lines: what a channel could prove that it was promised. */
public final class AckFile {

  private AckFile() {}

  public static void write(Path file, Collection<AckedPayment> payments) {
    try {
      Files.write(file, payments.stream().map(JsonMapper.shared()::writeValueAsString).toList());
    } catch (IOException e) {
      throw new UsageException("can't write acknowledgements to " + file + ": " + e.getMessage());
    }
  }

  /**
   * All payments of a file, each once.
   *
   * @throws UsageException if it can't be read
   */
  public static List<AckedPayment> read(Path file) {
    try {
      var lines = Files.readAllLines(file);
      var payments = new ArrayList<AckedPayment>(lines.size());
      for (int i = 0; i < lines.size(); i++) {
        try {
          payments.add(JsonMapper.shared().readValue(lines.get(i), AckedPayment.class));
        } catch (JacksonException e) {
          throw new UsageException("%s, line %d is no acknowledgement".formatted(file, i + 1));
        }
      }
      return payments.stream().distinct().toList();
    } catch (IOException e) {
      throw new UsageException("can't read acknowledgements from " + file + ": " + e.getMessage());
    }
  }
}
