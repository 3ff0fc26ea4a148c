package io.payrelay.sandbox.stack;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** One connection to the stack's database, for looking at what is there. Not thread-safe. */
public final class Database implements AutoCloseable {

  private static final int LOGIN_TIMEOUT_SECONDS = 10;
  private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

  private final Connection connection;

  private Database(Connection connection) {
    this.connection = connection;
  }

  /** Reads one row. */
  @FunctionalInterface
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  public static Database open(SandboxFile stack) throws SQLException {
    var login = stack.database();
    return open(login.url(), login.username(), login.password());
  }

  /** The same, for a database that may be restarting. */
  public static Database openPatiently(SandboxFile stack, Duration patience)
      throws SQLException, InterruptedException {
    long giveUp = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return open(stack);
      } catch (SQLException e) {
        if (System.nanoTime() > giveUp) {
          throw e;
        }
        Thread.sleep(RETRY_PAUSE);
      }
    }
  }

  /** A database by its JDBC address. */
  public static Database open(String url, String username, String password) throws SQLException {
    DriverManager.setLoginTimeout(LOGIN_TIMEOUT_SECONDS);
    return new Database(DriverManager.getConnection(url, username, password));
  }

  /** Rows of a query. Collections become text arrays. */
  public <T> List<T> list(String sql, RowReader<T> reader, Object... arguments)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      bind(statement, arguments);
      try (var rows = statement.executeQuery()) {
        var list = new ArrayList<T>();
        while (rows.next()) {
          list.add(reader.read(rows));
        }
        return list;
      }
    }
  }

  /** The number that a query answers with. */
  public long number(String sql, Object... arguments) throws SQLException {
    return list(sql, row -> row.getLong(1), arguments).getFirst();
  }

  /** Changes rows, committed at once; the number of rows changed. */
  public int update(String sql, Object... arguments) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      bind(statement, arguments);
      return statement.executeUpdate();
    }
  }

  private void bind(PreparedStatement statement, Object... arguments) throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] instanceof Collection<?> texts) {
        statement.setArray(i + 1, connection.createArrayOf("text", texts.toArray()));
      } else {
        statement.setObject(i + 1, arguments[i]);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
