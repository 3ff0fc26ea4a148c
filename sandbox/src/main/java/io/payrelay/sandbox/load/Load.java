package io.payrelay.sandbox.load;

import io.payrelay.sandbox.stack.Answer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Puts load on a server.
 *
 * @param server where it listens
 * @param isAcknowledged whether an answer is the wanted one
 * @param callers connections; each has one request under way at a time
 */
public record Load(InetSocketAddress server, Predicate<Answer> isAcknowledged, int callers) {

  /** Load on the server of this URL. */
  public static Load on(URI url, Predicate<Answer> isAcknowledged, int callers) {
    return new Load(new InetSocketAddress(url.getHost(), url.getPort()), isAcknowledged, callers);
  }

  /**
   * Sends until the time is up or there are no more requests, then waits a while for the answers
   * that are still out.
   *
   * @throws IOException if the server can't be connected to
   */
  public LoadResult run(Feed feed, Pace pace, Duration time) throws IOException {
    try (var run = new LoadRun(server, new Judgement(isAcknowledged), callers)) {
      return run.go(feed, pace, time);
    }
  }
}
