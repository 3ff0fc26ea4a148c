package io.payrelay.sandbox.merchant;

import io.payrelay.sandbox.stack.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads a sink's {@code receipts.jsonl}. */
public final class ReceiptFile {

  private ReceiptFile() {}

  /**
   * All receipts of a file.
   *
   * @throws UsageException if the file can't be read; a last line that was cut off is left out
   */
  public static List<Receipt> read(Path file) {
    try {
      var lines = Files.readAllLines(file);
      var receipts = new ArrayList<Receipt>(lines.size());
      for (int i = 0; i < lines.size(); i++) {
        try {
          receipts.add(JsonMapper.shared().readValue(lines.get(i), Receipt.class));
        } catch (JacksonException e) {
          if (i < lines.size() - 1) {
            throw new UsageException("%s, line %d is no receipt".formatted(file, i + 1));
          }
        }
      }
      return receipts;
    } catch (IOException e) {
      throw new UsageException("can't read receipts from " + file + ": " + e.getMessage());
    }
  }
}
