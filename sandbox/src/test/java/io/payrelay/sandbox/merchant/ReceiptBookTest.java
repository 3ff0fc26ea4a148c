package io.payrelay.sandbox.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiptBookTest {

  @TempDir private Path dir;

  @Test
  void a_line_that_a_killed_sink_left_half_written_does_not_spoil_the_next() throws Exception {
    var file = dir.resolve("receipts.jsonl");
    Files.writeString(file, "{\"sequence\":1,\"merch", StandardOpenOption.CREATE);

    new ReceiptBook(file).close();

    assertThat(file).isEmptyFile();
    assertThat(ReceiptFile.read(file)).isEmpty();
  }
}
