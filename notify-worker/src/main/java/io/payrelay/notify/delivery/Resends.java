package io.payrelay.notify.delivery;

import io.payrelay.notify.http.Answer;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Manual attempts. They neither reset, cancel nor double the plan; their success ends it. */
@Component
public class Resends {

  private final Claims claims;
  private final Attempts attempts;

  Resends(Claims claims, Attempts attempts) {
    this.claims = claims;
    this.attempts = attempts;
  }

  /** A manual attempt that was made. */
  public record Made(int attempt, Answer answer) {}

  /** Makes one now and waits for its answer; empty if the row can't be attempted right now. */
  public Optional<Made> resend(String notificationId) {
    return claims
        .takeManually(notificationId)
        .map(claimed -> new Made(claimed.attempt(), attempts.attemptManually(claimed)));
  }
}
