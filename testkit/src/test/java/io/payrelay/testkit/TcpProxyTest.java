package io.payrelay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TcpProxyTest {

  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void startEcho() throws IOException {
    echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
    proxy = new TcpProxy("127.0.0.1", echo.getLocalPort());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  void bytes_pass_both_ways() throws IOException {
    try (var client = connect()) {
      assertThat(ask(client, 7)).isEqualTo(7);
    }
  }

  @Test
  void a_cut_ends_old_and_new_connections_until_healed() throws IOException {
    try (var client = connect()) {
      ask(client, 1);
      proxy.cut();
      assertThatThrownBy(() -> askOrFail(client)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(
            () -> {
              try (var client = connect()) {
                askOrFail(client);
              }
            })
        .isInstanceOf(IOException.class);
    proxy.heal();
    try (var client = connect()) {
      assertThat(ask(client, 2)).isEqualTo(2);
    }
  }

  @Test
  void a_reset_ends_old_connections_only() throws IOException {
    try (var client = connect()) {
      ask(client, 1);
      proxy.reset();
      assertThatThrownBy(() -> askOrFail(client)).isInstanceOf(IOException.class);
    }
    try (var client = connect()) {
      assertThat(ask(client, 2)).isEqualTo(2);
    }
  }

  @Test
  void a_stall_keeps_connections_and_holds_their_bytes() throws IOException {
    try (var client = connect()) {
      ask(client, 1);
      proxy.stall();
      client.setSoTimeout(200);
      assertThatThrownBy(() -> ask(client, 2)).isInstanceOf(SocketTimeoutException.class);
      client.setSoTimeout(5_000);
      proxy.heal();
      assertThat(client.getInputStream().read()).isEqualTo(2);
    }
  }

  @Test
  void dripping_bytes_take_their_time() throws IOException {
    proxy.drip(Duration.ofMillis(30));
    try (var client = connect()) {
      long before = System.nanoTime();
      client.getOutputStream().write(new byte[10]);
      assertThat(client.getInputStream().readNBytes(10)).hasSize(10);
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isGreaterThan(Duration.ofMillis(250));
    }
  }

  private Socket connect() throws IOException {
    var socket = new Socket(proxy.host(), proxy.port());
    socket.setSoTimeout(5_000);
    return socket;
  }

  private static int ask(Socket socket, int value) throws IOException {
    socket.getOutputStream().write(value);
    return socket.getInputStream().read();
  }

  private static void askOrFail(Socket socket) throws IOException {
    if (ask(socket, 3) < 0) {
      throw new IOException("ended");
    }
  }

  private void serve() {
    while (!echo.isClosed()) {
      try {
        var socket = echo.accept();
        Thread.ofVirtual()
            .start(
                () -> {
                  try (socket) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                  } catch (IOException _) {
                    // the test is over
                  }
                });
      } catch (IOException _) {
        // the test is over
      }
    }
  }
}
