package io.payrelay.sandbox.audit;

import io.payrelay.sandbox.merchant.Receipt;
import io.payrelay.sandbox.stack.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Looks whether all properties hold. What is judged was written before the audit began; what may
 * still be under way (an acknowledged callback, an event on the broker) is looked at again until it
 * has arrived or the time for settling is over. A true violation does not go away by waiting.
 */
public final class Audit {

  private static final Duration PAUSE = Duration.ofMillis(250);

  private final Database database;
  private final List<Property> properties;

  private Audit(Database database, List<Property> properties) {
    this.database = database;
    this.properties = properties;
  }

  /** An audit of the state that the databases are in. */
  public static Audit ofState(Database database) throws SQLException {
    var began =
        database
            .list("select clock_timestamp()", row -> row.getObject(1, OffsetDateTime.class))
            .getFirst();
    var properties = new ArrayList<>(LedgerProperties.all());
    properties.addAll(OrderProperties.all());
    properties.addAll(NotificationProperties.all(began));
    return new Audit(database, properties);
  }

  /** The same, and what the channels were promised. */
  public Audit withAcknowledged(Collection<AckedPayment> acknowledged) {
    return with(PromiseProperties.all(List.copyOf(acknowledged)));
  }

  /** The same, and what the merchants of these orders have got. */
  public Audit withReceipts(Collection<Receipt> receipts, Collection<String> orders) {
    return with(ReceiptProperties.all(List.copyOf(receipts), List.copyOf(orders)));
  }

  private Audit with(List<Property> more) {
    var all = new ArrayList<>(properties);
    all.addAll(more);
    return new Audit(database, all);
  }

  /** Looks at everything. */
  public List<Finding> run(Duration settleTime) throws SQLException, InterruptedException {
    long giveUp = System.nanoTime() + settleTime.toNanos();
    var findings = new LinkedHashMap<String, Finding>();
    var open = properties;
    while (true) {
      boolean last = System.nanoTime() > giveUp;
      var violated = new ArrayList<Property>();
      for (var property : open) {
        var finding = property.look(database);
        findings.put(property.name(), finding);
        if (finding.violations() > 0) {
          violated.add(property);
        }
      }
      if (last || violated.isEmpty()) {
        return List.copyOf(findings.values());
      }
      open = violated;
      Thread.sleep(PAUSE);
    }
  }
}
