package io.payrelay.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/**
 * An HTTP receiver on loopback that behaves as badly as it is told to. Replies of {@link #then} are
 * used once each, in order; after them comes the reply of {@link #always}. Records every request.
 */
public final class ScriptedReceiver implements AutoCloseable {

  private final ServerSocket listener;
  private final Deque<Reply> script = new ConcurrentLinkedDeque<>();
  private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Reply always = Reply.success();

  /** Starts at once, on a free port, and says SUCCESS until told otherwise. */
  public ScriptedReceiver() {
    try {
      listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("scripted-receiver").start(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** An {@code http} address of this receiver. */
  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** Adds a reply to the script. */
  public ScriptedReceiver then(Reply reply) {
    script.add(reply);
    return this;
  }

  /** The reply once the script is used up. */
  public ScriptedReceiver always(Reply reply) {
    always = reply;
    return this;
  }

  /** What has come in so far. */
  public List<ReceivedRequest> requests() {
    return List.copyOf(requests);
  }

  /** Waits until at least this many requests have come in. */
  public List<ReceivedRequest> awaitRequests(int count, Duration atMost) {
    Awaitility.await().atMost(atMost).until(() -> requests.size() >= count);
    return requests();
  }

  /** How many connections have been made; reused ones count once. */
  public int connections() {
    return connections.get();
  }

  /** Forgets requests and script, and is friendly again. */
  public void reset() {
    script.clear();
    requests.clear();
    always = Reply.success();
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sockets.forEach(ScriptedReceiver::abort);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        var socket = listener.accept();
        int number = connections.incrementAndGet();
        sockets.add(socket);
        Thread.ofVirtual().name("scripted-receiver-" + number).start(() -> serve(socket, number));
      } catch (IOException _) {
        // closed
      }
    }
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var in = new BufferedInputStream(socket.getInputStream());
      var open = true;
      while (open) {
        var request = HttpWire.read(in, number);
        if (request == null) {
          return;
        }
        requests.add(request);
        var scripted = script.poll();
        open = play(scripted == null ? always : scripted, socket);
      }
    } catch (IOException _) {
      // the client has gone away: its right
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(socket);
    }
  }

  /** False if the connection ends with this reply. */
  private boolean play(Reply reply, Socket socket) throws IOException, InterruptedException {
    var out = socket.getOutputStream();
    return switch (reply) {
      case Reply.Answer answer -> {
        out.write(whole(answer));
        yield true;
      }
      case Reply.Drip(var answer, var perByte) -> {
        drip(whole(answer), perByte, out);
        yield true;
      }
      case Reply.Late(var later, var after) -> {
        Thread.sleep(after);
        yield play(later, socket);
      }
      case Reply.Flood(var status, var bytes) -> {
        flood(status, bytes, out);
        yield true;
      }
      case Reply.Truncated(var answer) -> {
        var all = whole(answer);
        out.write(all, 0, all.length - answer.body().length / 2);
        yield false;
      }
      case Reply.Raw(var bytes) -> {
        out.write(bytes);
        yield false;
      }
      case Reply.Hang _ -> {
        closed.await();
        yield false;
      }
      case Reply.Reset _ -> {
        abort(socket);
        yield false;
      }
      case Reply.Hangup _ -> false;
    };
  }

  private static byte[] whole(Reply.Answer answer) {
    var head = HttpWire.head(answer.status(), answer.headers(), answer.body().length);
    var all = new byte[head.length + answer.body().length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(answer.body(), 0, all, head.length, answer.body().length);
    return all;
  }

  private static void drip(byte[] bytes, Duration pause, OutputStream out)
      throws IOException, InterruptedException {
    for (var one : bytes) {
      out.write(one);
      Thread.sleep(pause);
    }
  }

  private static void flood(int status, long bytes, OutputStream out) throws IOException {
    out.write(HttpWire.head(status, Map.of(), bytes));
    var block = new byte[8192];
    for (long left = bytes; left > 0; left -= block.length) {
      out.write(block, 0, (int) Math.min(block.length, left));
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
