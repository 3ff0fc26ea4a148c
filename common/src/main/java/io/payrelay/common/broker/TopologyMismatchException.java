package io.payrelay.common.broker;

import java.util.List;

/** The broker's queues are not the ones this program was built for. */
public final class TopologyMismatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TopologyMismatchException(List<String> differences) {
    super(
        "the broker's topology differs from the expected one; nothing was started:\n  "
            + String.join("\n  ", differences)
            + "\nDelete or drain the named queues, or use another virtual host.");
  }
}
