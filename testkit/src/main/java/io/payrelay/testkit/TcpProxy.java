package io.payrelay.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy on loopback that breaks connections as networks do. Faults last until {@link #heal};
 * each is in force when its method returns, also for connections that are open already.
 */
public final class TcpProxy implements AutoCloseable {

  private sealed interface Fault {
    record None() implements Fault {}

    record Cut() implements Fault {}

    record Stall() implements Fault {}

    record Drip(Duration perByte) implements Fault {}
  }

  private final String targetHost;
  private final int targetPort;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Object change = new Object();
  private Fault fault = new Fault.None();

  /** Starts at once, on a free port. */
  public TcpProxy(String targetHost, int targetPort) {
    this.targetHost = targetHost;
    this.targetPort = targetPort;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("tcp-proxy").start(this::accept);
  }

  public String host() {
    return listener.getInetAddress().getHostAddress();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Ends all connections, and every new one as soon as it is made. */
  public void cut() {
    become(new Fault.Cut());
    reset();
  }

  /** Ends all present connections with a TCP reset; new ones are as good as before. */
  public void reset() {
    sockets.forEach(TcpProxy::abort);
  }

  /** Lets no byte through, in neither direction, without closing anything. */
  public void stall() {
    become(new Fault.Stall());
  }

  /** Lets one byte through at a time, with a pause after each. */
  public void drip(Duration perByte) {
    become(new Fault.Drip(perByte));
  }

  /** Ends the fault; bytes that were held go on. */
  public void heal() {
    become(new Fault.None());
  }

  @Override
  public void close() {
    become(new Fault.Cut());
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reset();
  }

  private void become(Fault next) {
    synchronized (change) {
      fault = next;
      change.notifyAll();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        join(listener.accept());
      } catch (IOException _) {
        // closed, or a target that refuses: the client sees its connection end
      }
    }
  }

  private void join(Socket client) throws IOException {
    sockets.add(client);
    try {
      var server = new Socket(targetHost, targetPort);
      sockets.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      pump(client, server);
      pump(server, client);
    } catch (IOException e) {
      abort(client);
      throw e;
    }
  }

  private void pump(Socket from, Socket to) {
    Thread.ofVirtual()
        .name("tcp-proxy-pump")
        .start(
            () -> {
              try {
                carry(from, to);
              } catch (IOException e) {
                abort(from);
                abort(to);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void carry(Socket from, Socket to) throws IOException, InterruptedException {
    var in = from.getInputStream();
    var out = to.getOutputStream();
    var buffer = new byte[8192];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      int sent = 0;
      while (sent < read) {
        switch (faultOnceItLetsThrough()) {
          case Fault.Cut _ -> throw new IOException("cut");
          case Fault.Drip(var pause) -> {
            out.write(buffer, sent++, 1);
            Thread.sleep(pause);
          }
          case Fault.None _ -> {
            out.write(buffer, sent, read - sent);
            sent = read;
          }
          case Fault.Stall _ -> throw new IllegalStateException("a stall lets nothing through");
        }
      }
    }
    to.shutdownOutput();
  }

  private Fault faultOnceItLetsThrough() throws InterruptedException {
    synchronized (change) {
      while (fault instanceof Fault.Stall) {
        change.wait();
      }
      return fault;
    }
  }

  private static void abort(Socket socket) {
    try {
      socket.setSoLinger(true, 0); // a reset instead of an orderly end
      socket.close();
    } catch (IOException _) {
      // closed already
    }
  }
}
