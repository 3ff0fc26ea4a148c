package io.payrelay.sandbox.merchant;

import java.util.concurrent.CompletableFuture;

/**
 * How a merchant behaves, until told otherwise.
 *
 * @param status of the answer in mode {@code FAIL}
 * @param over completes when the mood changes, so that who hangs can go on
 */
record Mood(Mode mode, int status, CompletableFuture<Void> over) {

  /** What a merchant can be told to do. */
  enum Mode {
    OK,
    FAIL,
    HANG
  }

  static Mood of(Mode mode, int status) {
    return new Mood(mode, status, new CompletableFuture<>());
  }
}
