package io.payrelay.notify.http;

import org.jspecify.annotations.Nullable;

/** How long each phase of an attempt took, in milliseconds; null where it was not reached. */
public record Phases(
    @Nullable Integer dns,
    @Nullable Integer connect,
    @Nullable Integer tls,
    @Nullable Integer firstByte,
    int total) {

  /** Nothing was tried. */
  public static final Phases NONE = new Phases(null, null, null, null, 0);
}
