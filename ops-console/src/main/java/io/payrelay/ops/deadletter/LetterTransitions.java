package io.payrelay.ops.deadletter;

import java.time.Duration;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The ways out of HELD, each one compare-and-swap, judged by its row count. They join the caller's
 * transaction, in which the audit entry is written too. Leases are judged by the database's clock.
 */
@Repository
public class LetterTransitions {

  private final JdbcClient jdbc;

  LetterTransitions(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Keeps all others off a held letter for a while. A claim whose lease is over counts for nothing:
   * that is how a crash heals.
   */
  public boolean claim(String id, UUID token, String operator, Duration lease) {
    return jdbc.sql(
                """
                update dead_letter
                set claim_token = :token, claimed_by = :operator,
                    claim_until = now() + :lease * interval '1 millisecond'
                where id = :id and state = 'HELD' and (claim_until is null or claim_until <= now())""")
            .param("token", token)
            .param("operator", operator)
            .param("lease", lease.toMillis())
            .param("id", id)
            .update()
        == 1;
  }

  /** Gives a claimed letter back. False if the claim had ended meanwhile. */
  public boolean release(String id, UUID token) {
    return jdbc.sql(
                """
                update dead_letter
                set claim_token = null, claimed_by = null, claim_until = null
                where id = :id and state = 'HELD' and claim_token = :token""")
            .param("id", id)
            .param("token", token)
            .update()
        == 1;
  }

  /**
   * Marks a letter that is on its way again. A success is a fact, so it counts even if the claim
   * ended meanwhile. False if the letter is not held any more.
   */
  public boolean replayed(String id) {
    return close(id, LetterState.REPLAYED, "true");
  }

  /** False if the letter is not held, or somebody is replaying it right now. */
  boolean discarded(String id) {
    return close(id, LetterState.DISCARDED, "(claim_until is null or claim_until <= now())");
  }

  private boolean close(String id, LetterState state, String onlyIf) {
    return jdbc.sql(
                """
                update dead_letter
                set state = :state, closed_at = now(),
                    claim_token = null, claimed_by = null, claim_until = null
                where id = :id and state = 'HELD' and\s"""
                    + onlyIf)
            .param("state", state.name())
            .param("id", id)
            .update()
        == 1;
  }
}
