package io.payrelay.sandbox.merchant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/**
 * All receipts, in the order of arrival: in memory for asking, and as JSON lines in a file that
 * outlives the sink. Thread-safe.
 */
final class ReceiptBook implements AutoCloseable {

  private final List<Receipt> receipts;
  private final Writer file;

  /** Opens the book, with what an earlier sink wrote in it. */
  ReceiptBook(Path file) throws IOException {
    this.receipts = new ArrayList<>(Files.exists(file) ? ReceiptFile.read(file) : List.of());
    dropHalfLine(file);
    this.file = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** What a killed sink left half written must not become the beginning of the next line. */
  private static void dropHalfLine(Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    var bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    if (end < bytes.length) {
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(end);
      }
    }
  }

  /** Writes down one receipt, before it is answered; it is given its place. */
  synchronized Receipt add(LongFunction<Receipt> receipt) {
    var added = receipt.apply(receipts.size() + 1L);
    receipts.add(added);
    try {
      file.write(JsonMapper.shared().writeValueAsString(added) + "\n");
      file.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return added;
  }

  /** Receipts after the given place that are asked for. */
  synchronized List<Receipt> after(long sequence, Predicate<Receipt> wanted) {
    int from = Math.clamp(sequence, 0, receipts.size());
    return receipts.subList(from, receipts.size()).stream().filter(wanted).toList();
  }

  synchronized long size() {
    return receipts.size();
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
