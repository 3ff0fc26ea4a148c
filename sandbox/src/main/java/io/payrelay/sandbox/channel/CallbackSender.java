package io.payrelay.sandbox.channel;

import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Sends callbacks as a channel does: what is not acknowledged is sent again, signed anew, with
 * growing pauses, until the channel gives up. Thread-safe.
 */
public final class CallbackSender {

  /** The timeout that most channels give an acknowledgement. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Http http;
  private final URI ingress;
  private final Clock clock;
  private final Duration giveUp;

  public CallbackSender(Http http, URI ingress, Clock clock, Duration giveUp) {
    this.http = http;
    this.ingress = ingress;
    this.clock = clock;
    this.giveUp = giveUp;
  }

  /** Sends a notice until it is acknowledged or the channel gives up. */
  public Delivered send(ChannelSimulator channel, Account account, Notice notice)
      throws InterruptedException {
    return send(channel, account, () -> channel.sign(notice, account, clock.instant()));
  }

  /** The same for a callback that the caller signs; asked before each attempt. */
  public Delivered send(
      ChannelSimulator channel, Account account, Supplier<SignedCallback> callback)
      throws InterruptedException {
    long deadline = System.nanoTime() + giveUp.toNanos();
    var pause = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      String problem;
      try {
        var answer = once(account, callback.get());
        if (channel.isAcknowledged(answer)) {
          return new Delivered.Acknowledged(attempt);
        }
        problem = answer.summary();
      } catch (IOException e) {
        problem = e.toString();
      }
      if (System.nanoTime() + pause.toNanos() > deadline) {
        return new Delivered.GivenUp(attempt, problem);
      }
      Thread.sleep(pause);
      pause = longer(pause);
    }
  }

  /** One attempt, with the answer as it is. */
  public Answer once(Account account, SignedCallback callback)
      throws IOException, InterruptedException {
    return http.send("POST", url(account), callback.headers(), callback.body(), TIMEOUT);
  }

  /** Where this account's callbacks go. */
  public URI url(Account account) {
    return URI.create(ingress + "/callbacks/" + account.channel() + "/" + account.account());
  }

  private static Duration longer(Duration pause) {
    var doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
  }
}
