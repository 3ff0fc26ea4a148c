package io.payrelay.testkit;

import io.payrelay.testkit.ServerSource.Verb;

/** A server that tests can take away and give back. */
public abstract sealed class RealServer permits PostgresServer, RabbitServer, RedisServer {

  private final ServerSource source;

  RealServer(ServerSource source) {
    this.source = source;
  }

  ServerSource source() {
    return source;
  }

  public void stop() {
    source.control(Verb.STOP);
  }

  /** Starts it again on the same port, with its data; Redis keeps none. */
  public void start() {
    source.control(Verb.START);
  }

  public void kill() {
    source.control(Verb.KILL);
  }

  /** Freezes it: connections stay, nothing is answered. */
  public void pause() {
    source.control(Verb.PAUSE);
  }

  public void resume() {
    source.control(Verb.RESUME);
  }
}
