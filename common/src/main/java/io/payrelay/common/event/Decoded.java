package io.payrelay.common.event;

/** What became of a message's body. The last two are poison: dead letters, never retried. */
public sealed interface Decoded {

  record Known(Event event) implements Decoded {}

  record UnknownType(String type, int schemaVersion) implements Decoded {}

  record Unreadable(String why) implements Decoded {}
}
