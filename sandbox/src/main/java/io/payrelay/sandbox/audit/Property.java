package io.payrelay.sandbox.audit;

import io.payrelay.sandbox.stack.Database;
import java.sql.SQLException;
import java.util.List;

/**
 * Something that must hold in the databases at every moment.
 *
 * @param sql answers one text for each violation: who, and what is wrong
 */
record Property(String name, String sql, List<Object> arguments) {

  private static final int SAMPLE = 3;

  Property {
    arguments = List.copyOf(arguments);
  }

  static Property of(String name, String sql, Object... arguments) {
    return new Property(name, sql, List.of(arguments));
  }

  Finding look(Database database) throws SQLException {
    var violations = database.list(sql, row -> row.getString(1), arguments.toArray());
    return new Finding(name, violations.size(), violations.stream().limit(SAMPLE).toList());
  }
}
