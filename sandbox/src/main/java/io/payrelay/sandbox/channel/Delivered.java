package io.payrelay.sandbox.channel;

/** How sending one callback ended. */
public sealed interface Delivered {

  int attempts();

  /** The channel got its acknowledgement. */
  record Acknowledged(int attempts) implements Delivered {}

  /** The channel stopped trying. */
  record GivenUp(int attempts, String lastAnswer) implements Delivered {}
}
