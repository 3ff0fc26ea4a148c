package io.payrelay.sandbox.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection, with at most one request under way. */
final class Caller {

  private static final int LARGEST_REQUEST = 64 * 1024;

  private final InetSocketAddress address;
  private final Selector selector;
  private final AnswerReader answer = new AnswerReader();
  private final ByteBuffer out = ByteBuffer.allocateDirect(LARGEST_REQUEST);
  private SocketChannel channel;
  private SelectionKey key;
  private long meantAt;
  private boolean busy;

  Caller(InetSocketAddress address, Selector selector) throws IOException {
    this.address = address;
    this.selector = selector;
    this.channel = open();
    this.key = register();
  }

  private SocketChannel open() throws IOException {
    var opened = SocketChannel.open(address);
    opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
    opened.configureBlocking(false);
    return opened;
  }

  private SelectionKey register() throws IOException {
    return channel.register(selector, SelectionKey.OP_READ, this);
  }

  void send(byte[] request, long meantAt) throws IOException {
    this.meantAt = meantAt;
    busy = true;
    answer.reset();
    out.clear().put(request).flip();
    write();
  }

  private void write() throws IOException {
    channel.write(out);
    key.interestOps(
        out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
  }

  /** Goes on with what the socket is ready for; true once an answer is complete. */
  boolean proceed(ByteBuffer scratch) throws IOException {
    if (key.isWritable()) {
      write();
    }
    if (!key.isReadable()) {
      return false;
    }
    scratch.clear();
    if (channel.read(scratch) < 0) {
      throw new EOFException("the server closed the connection");
    }
    if (!busy) {
      throw new ProtocolException("an answer that nobody asked for");
    }
    boolean complete = answer.add(scratch.flip());
    if (complete) {
      busy = false;
    }
    return complete;
  }

  AnswerReader answer() {
    return answer;
  }

  long meantAt() {
    return meantAt;
  }

  /** Whether a request waits for its answer. */
  boolean isBusy() {
    return busy;
  }

  /** A new connection in place of one that the server has ended. */
  void reconnect() throws IOException {
    busy = false;
    close();
    channel = open();
    key = register();
  }

  void close() throws IOException {
    channel.close();
  }
}
