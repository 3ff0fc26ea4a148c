package io.payrelay.core.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;

class DatabaseFaultTest {

  @ParameterizedTest
  @CsvSource({
    "08006,AWAY",
    "08001,AWAY",
    "57P01,AWAY",
    "57P03,AWAY",
    "53300,AWAY",
    "53100,AWAY",
    "58030,AWAY",
    "25006,AWAY",
    "40P01,TRANSIENT",
    "40001,TRANSIENT",
    "55P03,TRANSIENT",
    "57014,TRANSIENT",
    "22021,LASTING",
    "23503,LASTING",
    "23514,LASTING",
    "42703,LASTING",
  })
  void a_state_decides_what_kind_of_trouble_it_is(String state, DatabaseFault expected) {
    var wrapped =
        new DataIntegrityViolationException("wrapped", new SQLException("it failed", state));

    assertThat(DatabaseFault.of(wrapped)).isEqualTo(expected);
  }

  @Test
  void without_a_connection_the_database_is_away() {
    assertThat(DatabaseFault.of(new CannotCreateTransactionException("none")))
        .isEqualTo(DatabaseFault.AWAY);
    assertThat(
            DatabaseFault.of(
                new CannotGetJdbcConnectionException(
                    "none", new SQLTransientConnectionException("pool"))))
        .isEqualTo(DatabaseFault.AWAY);
    assertThat(DatabaseFault.of(new SQLException("closed", new SocketException())))
        .isEqualTo(DatabaseFault.AWAY);
  }

  @Test
  void a_lost_swap_and_a_timeout_pass_and_a_bug_lasts() {
    assertThat(DatabaseFault.of(new LostSwapException("lost"))).isEqualTo(DatabaseFault.TRANSIENT);
    assertThat(DatabaseFault.of(new TransactionTimedOutException("late")))
        .isEqualTo(DatabaseFault.TRANSIENT);
    assertThat(DatabaseFault.of(new IllegalStateException("bug"))).isEqualTo(DatabaseFault.LASTING);
  }

  @Test
  void the_description_is_one_line_without_the_statement() {
    var thrown =
        new DataIntegrityViolationException(
            "SQL [select secret]", new SQLException("ERROR: bad\n  Where: there", "22021"));

    assertThat(DatabaseFault.describe(thrown)).isEqualTo("SQLException: ERROR: bad");
  }
}
