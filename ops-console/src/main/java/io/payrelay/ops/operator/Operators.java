package io.payrelay.ops.operator;

import io.payrelay.ops.audit.Act;
import io.payrelay.ops.audit.AuditLog;
import java.security.MessageDigest;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The operators and the hashes of their tokens. */
@Component
class Operators {

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final AuditLog audit;

  Operators(JdbcClient jdbc, TransactionTemplate transaction, AuditLog audit) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.audit = audit;
  }

  private record Known(String login, byte[] tokenHash) {}

  /** Whose token this is. */
  Optional<String> loginOf(OperatorToken token) {
    var hash = token.hash();
    return jdbc.sql("select login, token_hash from operator where token_hash = :hash")
        .param("hash", hash)
        .query((row, _) -> new Known(row.getString("login"), row.getBytes("token_hash")))
        .optional()
        // The index finds a row by a hash that nobody can steer; the comparison that decides takes
        // the same time for every hash.
        .filter(known -> MessageDigest.isEqual(known.tokenHash(), hash))
        .map(Known::login);
  }

  /** The new operator's token, or empty if the login is taken. */
  Optional<OperatorToken> create(String login, String createdBy) {
    var token = OperatorToken.random();
    var created =
        transaction.execute(
            _ -> {
              int rows =
                  jdbc.sql(
                          """
                          insert into operator (login, token_hash)
                          values (:login, :hash)
                          on conflict (login) do nothing""")
                      .param("login", login)
                      .param("hash", token.hash())
                      .update();
              if (rows == 1) {
                note(Act.OPERATOR_CREATED, login, createdBy);
              }
              return rows == 1;
            });
    return Boolean.TRUE.equals(created) ? Optional.of(token) : Optional.empty();
  }

  /** A new token in place of the old one, which ends at once; empty if there is no such login. */
  Optional<OperatorToken> replaceToken(String login, String replacedBy) {
    var token = OperatorToken.random();
    var replaced =
        transaction.execute(
            _ -> {
              int rows =
                  jdbc.sql("update operator set token_hash = :hash where login = :login")
                      .param("login", login)
                      .param("hash", token.hash())
                      .update();
              if (rows == 1) {
                note(Act.OPERATOR_TOKEN_REPLACED, login, replacedBy);
              }
              return rows == 1;
            });
    return Boolean.TRUE.equals(replaced) ? Optional.of(token) : Optional.empty();
  }

  private void note(Act act, String login, String by) {
    audit.write("service:" + by, act, "operator:" + login, "asked for by " + by, "DONE", "");
  }
}
