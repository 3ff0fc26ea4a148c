package io.payrelay.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL. */
public final class PostgresServer extends RealServer {

  private final Address address;
  private final AtomicInteger databases = new AtomicInteger();

  /** Where a test's tables live. */
  public record Database(String url, String username, String password) {

    public Connection connect() throws SQLException {
      return DriverManager.getConnection(url, username, password);
    }
  }

  PostgresServer(ServerSource source) {
    super(source);
    this.address = new Address(source.environment(), "SPRING_DATASOURCE_");
  }

  /** The database that the server came with. */
  public Database database() {
    return new Database(address.value("URL"), address.value("USERNAME"), address.value("PASSWORD"));
  }

  /** An empty database. */
  public Database newDatabase() {
    var first = database();
    // The process id keeps runs apart that share an external server.
    var name = "test_%d_%d".formatted(ProcessHandle.current().pid(), databases.incrementAndGet());
    try (var connection = first.connect();
        var statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("can't create the database " + name, e);
    }
    return new Database(sibling(first.url(), name), first.username(), first.password());
  }

  private static String sibling(String url, String name) {
    int query = url.indexOf('?');
    var path = query < 0 ? url : url.substring(0, query);
    return path.substring(0, path.lastIndexOf('/') + 1) + name + url.substring(path.length());
  }
}
