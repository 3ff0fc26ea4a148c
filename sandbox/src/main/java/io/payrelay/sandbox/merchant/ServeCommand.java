package io.payrelay.sandbox.merchant;

import io.payrelay.sandbox.report.Terminal;
import io.payrelay.sandbox.stack.SandboxFile;
import io.payrelay.sandbox.stack.UsageException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code serve}: plays the merchants until it is stopped. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Play the merchants: receive notifications, verify them, fail when told to.")
public final class ServeCommand implements Callable<Integer> {

  @Option(
      names = "--sandbox-file",
      paramLabel = "FILE",
      defaultValue = SandboxFile.DEFAULT,
      description = "What onboarding wrote about the stack (default: ${DEFAULT-VALUE}).")
  private Path sandboxFile;

  @Option(names = "--port", defaultValue = "${env:SERVER_PORT:-8090}", description = "The port.")
  private int port;

  @Option(
      names = "--address",
      defaultValue = "${env:SERVER_ADDRESS:-127.0.0.1}",
      description = "The address to listen on.")
  private String address;

  public ServeCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var stopped = new CountDownLatch(1);
    var receipts = sandboxFile.resolveSibling("receipts.jsonl");
    try (var sink = open(receipts)) {
      var main = Thread.currentThread();
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(stopped, main)));
      Terminal.screen()
          .note("merchant.sink.started port=%d receipts=%s".formatted(sink.port(), receipts));
      stopped.await();
    }
    return 0;
  }

  private MerchantSink open(Path receipts) throws IOException {
    try {
      return new MerchantSink(
          new InetSocketAddress(address, port), sandboxFile, receipts, Clock.systemUTC());
    } catch (BindException e) {
      throw new UsageException("port %d of %s is taken: choose --port".formatted(port, address));
    }
  }

  // The JVM ends when its hooks have: wait for the receipts to be on disk.
  private static void end(CountDownLatch stopped, Thread main) {
    stopped.countDown();
    try {
      main.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
