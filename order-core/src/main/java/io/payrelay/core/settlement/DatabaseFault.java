package io.payrelay.core.settlement;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;

/** What kind of trouble a booking had. The one place where that is decided. */
enum DatabaseFault {
  /** There is no database to talk to, or it takes no writes: nobody's fault, nothing counts. */
  AWAY,
  /** Passes by itself: a deadlock, a time-out, an order that changed meanwhile. */
  TRANSIENT,
  /** The same again whenever it is tried. */
  LASTING;

  static DatabaseFault of(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case CannotCreateTransactionException _, SQLTransientConnectionException _ -> {
          return AWAY;
        }
        case LostSwapException _, TransactionTimedOutException _, QueryTimeoutException _ -> {
          return TRANSIENT;
        }
        case SQLException sql -> {
          return ofState(sql.getSQLState());
        }
        default -> {}
      }
    }
    return thrown instanceof DataAccessResourceFailureException ? AWAY : LASTING;
  }

  /** What went wrong, in one line without the statement's text. */
  static String describe(Throwable thrown) {
    var cause = NestedExceptionUtils.getMostSpecificCause(thrown);
    return cause.getClass().getSimpleName()
        + ": "
        + String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  // Classes and states: PostgreSQL's Appendix A.
  private static DatabaseFault ofState(@Nullable String state) {
    if (state == null || state.length() != 5) {
      return AWAY; // the driver's own trouble, such as a closed connection
    }
    return switch (state) {
      case "57014", "55P03", "55006" -> TRANSIENT; // canceled, lock not available, object in use
      case "25006" -> AWAY; // read-only: a standby that is being promoted
      default ->
          switch (state.substring(0, 2)) {
            case "08", "53", "57", "58" -> AWAY; // connection, resources, shutdown, I/O
            case "40" -> TRANSIENT; // deadlock, serialization
            default -> LASTING;
          };
    };
  }
}
