package io.payrelay.sandbox.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.signing.StandardWebhooks.Verification;
import io.payrelay.sandbox.merchant.Receipt;
import io.payrelay.sandbox.stack.Database;
import io.payrelay.testkit.PostgresServer;
import io.payrelay.testkit.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An audit that can't fail proves nothing: each property is broken once. */
class AuditTest {

  private static final Path CORE = Path.of("../order-core/src/main/resources/db/migration");
  private static final Path NOTIFY = Path.of("../notify-worker/src/main/resources/db/migration");
  private static final Path BOOKS =
      Path.of("src/test/resources/io/payrelay/sandbox/audit/books.sql");

  private static final List<AckedPayment> ACKED =
      List.of(
          new AckedPayment("hmac", "acc", "T1", "O1", 59_900),
          new AckedPayment("hmac", "acc", "T3", "O3", 2_000),
          new AckedPayment("hmac", "acc", "T4", "O4", 3_000));
  private static final Set<String> ORDERS =
      ACKED.stream().map(AckedPayment::orderNo).collect(Collectors.toSet());
  private static final Receipt TOLD = receipt("ntf_1", "O1", "payment.succeeded", 59_900);
  private static final List<Receipt> RECEIPTS =
      List.of(TOLD, TOLD, receipt("ntf_3", "O3", "payment.closed", 2_000));

  private PostgresServer.Database books;

  /** Something wrong with the books, done behind the backs of constraints, and who must see it. */
  record Fraud(Set<String> seenBy, List<String> sql) {
    @Override
    public String toString() {
      return String.join(" + ", seenBy) + ": " + sql.getLast();
    }
  }

  @BeforeEach
  void write_the_books() throws IOException, SQLException {
    books = Servers.postgres().newDatabase();
    execute(
        "create schema core; set search_path to core; " + migrations(CORE),
        "create schema notify; set search_path to notify; " + migrations(NOTIFY),
        Files.readString(BOOKS));
  }

  /** All of a service's migrations, in their order. */
  private static String migrations(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      var scripts = new TreeMap<Integer, String>();
      for (var file : files.toList()) {
        var version = file.getFileName().toString().split("__", 2)[0].substring(1);
        scripts.put(Integer.valueOf(version), Files.readString(file));
      }
      return String.join("\n", scripts.values());
    }
  }

  private void execute(String... scripts) throws SQLException {
    try (var connection = books.connect();
        var statement = connection.createStatement()) {
      for (var script : scripts) {
        statement.execute(script);
      }
    }
  }

  private Database open() throws SQLException {
    return Database.open(books.url(), books.username(), books.password());
  }

  private Set<String> violated(Collection<AckedPayment> acked, Collection<Receipt> receipts)
      throws SQLException, InterruptedException {
    try (var database = open()) {
      return audit(database, acked, receipts).stream()
          .filter(finding -> finding.violations() > 0)
          .map(Finding::property)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static List<Finding> audit(
      Database database, Collection<AckedPayment> acked, Collection<Receipt> receipts)
      throws SQLException, InterruptedException {
    return Audit.ofState(database)
        .withAcknowledged(acked)
        .withReceipts(receipts, ORDERS)
        .run(Duration.ZERO);
  }

  private static Receipt receipt(String id, String orderNo, String event, long amount) {
    return receipt(id, orderNo, event, amount, Verification.VALID);
  }

  private static Receipt receipt(
      String id, String orderNo, String event, long amount, Verification signature) {
    return new Receipt(
        1,
        "sandbox",
        id,
        signature,
        event,
        orderNo,
        amount,
        signature == Verification.VALID ? 200 : 401,
        Instant.EPOCH);
  }

  @Test
  void books_in_order_have_no_violation() throws Exception {
    assertThat(violated(ACKED, RECEIPTS)).isEmpty();
  }

  @Test
  void a_watch_does_not_forget_a_violation_that_has_gone_away() throws Exception {
    var looks = new AtomicInteger();
    var watch =
        new AuditWatch(
            this::open,
            Duration.ZERO,
            Duration.ZERO,
            _ -> {
              // Between the looks: nothing wrong, then a fraud, then the fraud undone.
              switch (looks.incrementAndGet()) {
                case 1 -> addToBalances(1);
                case 2 -> addToBalances(-1);
                default -> {}
              }
            });

    var report = watch.watch(() -> looks.get() == 2);

    assertThat(report.figure("audits")).isEqualTo(3);
    assertThat(report.figure("audit_violations")).isPositive();
    assertThat(report.ok()).isFalse();
  }

  @Test
  void a_database_that_is_away_is_no_violation_but_never_seen_books_are_no_success()
      throws Exception {
    var watch =
        new AuditWatch(
            () -> Database.open("jdbc:postgresql://127.0.0.1:1/none", "nobody", ""),
            Duration.ZERO,
            Duration.ZERO,
            _ -> {});

    var report = watch.watch(() -> true);

    assertThat(report.figure("outages")).isEqualTo(1);
    assertThat(report.figure("audit_violations")).isZero();
    assertThat(report.ok()).isFalse();
  }

  private void addToBalances(int minor) {
    try {
      execute("update core.account_balance set balance = balance + " + minor);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("frauds")
  void a_fraud_in_the_books_is_seen(Fraud fraud) throws Exception {
    execute(fraud.sql().toArray(String[]::new));

    assertThat(violated(ACKED, RECEIPTS)).isEqualTo(fraud.seenBy());
  }

  @ParameterizedTest
  @MethodSource("lies")
  void a_contradiction_from_outside_is_seen(Lie lie) throws Exception {
    assertThat(violated(lie.acked(), lie.receipts())).isEqualTo(lie.seenBy());
  }

  @Test
  void every_property_has_been_seen_to_fail() throws Exception {
    var seen = new TreeSet<String>();
    frauds().forEach(fraud -> seen.addAll(fraud.seenBy()));
    lies().forEach(lie -> seen.addAll(lie.seenBy()));

    try (var database = open()) {
      assertThat(audit(database, ACKED, RECEIPTS))
          .extracting(Finding::property)
          .containsExactlyInAnyOrderElementsOf(seen);
    }
  }

  @Test
  void a_violation_names_its_subject() throws Exception {
    execute("update core.account_balance set balance = balance + 1 where account_id = 3");

    try (var database = open()) {
      assertThat(Audit.ofState(database).run(Duration.ZERO))
          .flatExtracting(Finding::sample)
          .contains("MERCHANT M1 CNY: balance 62901, entries 62900");
    }
  }

  @Test
  void what_is_under_way_gets_time_to_arrive() throws Exception {
    execute("delete from notify.notification where order_no = 'O5'");
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Thread.sleep(500);
                execute(
                    """
                    insert into notify.notification
                      (notification_id, event_id, order_no, event_type, merchant_no, amount, currency,
                       sequence, plan, ack_rule, body, state, traceparent)
                    values ('ntf_5', 'evt_5', 'O5', 'payment.failed', 'M1', 4000, 'CNY', 1, 'default',
                      'BODY_SUCCESS', '', 'SCHEDULED', '00')
                    """);
              } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    try (var database = open()) {
      assertThat(Audit.ofState(database).run(Duration.ofSeconds(20)))
          .allMatch(finding -> finding.violations() == 0);
    }
  }

  private static final String NO_ORDER_TRIGGER =
      "alter table core.orders disable trigger order_follows_the_edges";
  private static final String NO_HISTORY_TRIGGER =
      "alter table core.order_transition disable trigger order_transition_is_append_only";
  private static final String NO_EDGES =
      "alter table core.order_transition drop constraint transition_follows_an_edge";
  private static final String NO_LEDGER_TRIGGER =
      "alter table core.ledger_entry disable trigger ledger_entry_is_append_only";

  private static Fraud fraud(Collection<String> seenBy, String... sql) {
    return new Fraud(new TreeSet<>(seenBy), List.of(sql));
  }

  static Stream<Fraud> frauds() {
    return Stream.of(
        fraud(
            List.of("P2 each balance is the fold of its entries", "P2 balances sum to zero"),
            "update core.account_balance set balance = balance + 1 where account_id = 3"),
        fraud(
            List.of("P2 debits equal credits in each currency", "P2 balances sum to zero"),
            "insert into core.ledger_account (kind, owner, currency) values"
                + " ('CLEARING', 'hmac', 'USD')",
            "insert into core.account_balance values (5, 0, -59900), (1, 7, 59900)",
            "alter table core.ledger_entry drop constraint ledger_entry_debit_in_its_currency",
            NO_LEDGER_TRIGGER,
            "update core.ledger_entry set debit_account = 5 where entry_id = 1"),
        fraud(
            List.of(
                "P2 each balance is the fold of its entries",
                "P3 each payment is booked exactly once",
                "P3 what was acknowledged is booked exactly once"),
            NO_LEDGER_TRIGGER,
            "delete from core.ledger_entry where entry_id = 1"),
        fraud(
            List.of("P3 each payment is booked exactly once"),
            "alter table core.ledger_entry drop constraint ledger_entry_is_booked_once",
            "insert into core.account_balance values (1, 5, -3000), (3, 1, 3000)",
            "insert into core.ledger_entry"
                + " (kind, source_id, debit_account, credit_account, amount, currency, order_no)"
                + " values ('ADOPT', '3', 2, 3, 3000, 'CNY', 'O4'),"
                + " ('CORRECTION', '3', 1, 2, 3000, 'CNY', 'O4')"),
        fraud(
            List.of("P3 each booking has its payment"),
            "insert into core.account_balance values (1, 5, -500), (3, 1, 500)",
            "insert into core.ledger_entry"
                + " (kind, source_id, debit_account, credit_account, amount, currency, order_no)"
                + " values ('SETTLE', '99', 1, 3, 500, 'CNY', 'O1')"),
        fraud(
            List.of("P3 each booking goes where it belongs"),
            "insert into core.account_balance values (4, 0, 59900)",
            "update core.account_balance set balance = 3000 where account_id = 3",
            NO_LEDGER_TRIGGER,
            "update core.ledger_entry set credit_account = 4 where entry_id = 1"),
        fraud(
            List.of("P3 a paid order has exactly one payment of its amount"),
            NO_ORDER_TRIGGER,
            "insert into core.order_transition (order_no, from_status, to_status, cause)"
                + " values ('O2', 'PAYING', 'SUCCESS', 'a friend')",
            "insert into core.outbox (event_id, event_type, order_no, body, traceparent)"
                + " values ('evt_2', 'payment.succeeded', 'O2', '', '00')",
            "insert into notify.notification (notification_id, event_id, order_no, event_type,"
                + " merchant_no, amount, currency, sequence, plan, ack_rule, body, state,"
                + " traceparent) values ('ntf_2', 'evt_2', 'O2', 'payment.succeeded', 'M1', 1000,"
                + " 'CNY', 1, 'default', 'BODY_SUCCESS', '', 'SCHEDULED', '00')",
            "update core.orders set status = 'SUCCESS' where order_no = 'O2'"),
        fraud(
            List.of("P9 suspense is the sum of open money cases"),
            "update core.payment_case set status = 'CLOSED', closed_at = now(),"
                + " resolution = 'REFUNDED_OUTSIDE', reason = 'only said so' where payment_id = 2"),
        fraud(
            List.of(
                "P9 each suspended payment has its case",
                "P9 suspense is the sum of open money cases"),
            "delete from core.payment_case where payment_id = 2"),
        fraud(
            List.of(
                "P5 status is where the history ends",
                "P6 each end of an order was emitted once, and nothing else",
                "P3 a paid order has exactly one payment of its amount"),
            NO_ORDER_TRIGGER,
            "update core.orders set status = 'PAYING' where order_no = 'O1'"),
        fraud(
            List.of(
                "P5 transitions follow the edges",
                "P5 nothing leaves a terminal status",
                "P5 status is where the history ends",
                "P6 each end of an order was emitted once, and nothing else",
                "P3 a paid order has exactly one payment of its amount"),
            NO_ORDER_TRIGGER,
            NO_EDGES,
            "alter table core.order_transition drop constraint order_enters_a_status_once",
            "insert into core.order_transition (order_no, from_status, to_status, cause)"
                + " values ('O1', 'SUCCESS', 'PAYING', 'attack')",
            "update core.orders set status = 'PAYING' where order_no = 'O1'"),
        fraud(
            List.of("P5 transitions follow the edges"),
            NO_HISTORY_TRIGGER,
            NO_EDGES,
            "delete from core.order_transition where order_no = 'O5' and from_status = 'INIT'",
            "update core.order_transition set from_status = 'INIT' where order_no = 'O5'"),
        fraud(
            List.of("P5 history is one walk from INIT"),
            NO_HISTORY_TRIGGER,
            "delete from core.order_transition where order_no = 'O1' and from_status = 'INIT'"),
        fraud(
            List.of("P6 each end of an order was emitted once, and nothing else"),
            "insert into core.outbox (event_id, event_type, order_no, body, traceparent)"
                + " values ('evt_x', 'payment.succeeded', 'O3', '', '00')",
            "insert into notify.notification (notification_id, event_id, order_no, event_type,"
                + " merchant_no, amount, currency, sequence, plan, ack_rule, body, state,"
                + " traceparent) values ('ntf_x', 'evt_x', 'O3', 'payment.succeeded', 'M1', 2000,"
                + " 'CNY', 2, 'default', 'BODY_SUCCESS', '', 'SCHEDULED', '00')"),
        fraud(
            List.of("P6 each notification has its event"),
            "insert into notify.notification (notification_id, event_id, order_no, event_type,"
                + " merchant_no, amount, currency, sequence, plan, ack_rule, body, state,"
                + " traceparent) values ('ntf_x', 'evt_x', 'O3', 'payment.succeeded', 'M1', 2000,"
                + " 'CNY', 2, 'default', 'BODY_SUCCESS', '', 'SCHEDULED', '00')"),
        fraud(
            List.of("P6 one notification for each order and event"),
            "alter table notify.notification drop constraint notification_event_is_taken_once",
            "alter table notify.notification"
                + " drop constraint notification_is_one_per_order_and_type",
            "insert into notify.notification (notification_id, event_id, order_no, event_type,"
                + " merchant_no, amount, currency, sequence, plan, ack_rule, body, state,"
                + " traceparent) values ('ntf_x', 'evt_1', 'O1', 'payment.succeeded', 'M1', 59900,"
                + " 'CNY', 1, 'default', 'BODY_SUCCESS', '', 'SCHEDULED', '00')"),
        fraud(
            List.of(
                "P6 each event became a notification",
                "P1 every acknowledged and paid order is told"),
            "delete from notify.notification where order_no = 'O4'"));
  }

  /** Records from outside that contradict the books, and who must see it. */
  record Lie(Set<String> seenBy, List<AckedPayment> acked, List<Receipt> receipts) {
    @Override
    public String toString() {
      return String.join(" + ", seenBy);
    }
  }

  private static Lie acked(Collection<String> seenBy, AckedPayment more) {
    return new Lie(new TreeSet<>(seenBy), and(ACKED, more), RECEIPTS);
  }

  private static Lie received(Collection<String> seenBy, Receipt more) {
    return new Lie(new TreeSet<>(seenBy), ACKED, and(RECEIPTS, more));
  }

  private static <T> List<T> and(List<T> list, T more) {
    var all = new ArrayList<>(list);
    all.add(more);
    return all;
  }

  static Stream<Lie> lies() {
    return Stream.of(
        acked(
            List.of(
                "P4 what was acknowledged is on the books",
                "P3 what was acknowledged is booked exactly once"),
            new AckedPayment("hmac", "acc", "T-lost", "O2", 1_000)),
        acked(
            List.of("P3 what was acknowledged is booked exactly once"),
            new AckedPayment("hmac", "acc", "T1", "O1", 59_901)),
        received(
            List.of(
                "P1 one notification id for each order and event",
                "P6 merchants heard only what the books say"),
            receipt("ntf_x", "O1", "payment.succeeded", 59_900)),
        received(
            List.of("P6 merchants heard only what the books say"),
            receipt("ntf_4", "O4", "payment.succeeded", 3_001)),
        received(
            List.of("P1 every notification is signed"),
            receipt("ntf_4", "O4", "payment.succeeded", 3_000, Verification.WRONG_SIGNATURE)),
        new Lie(
            Set.of("P6 what counts as delivered was accepted"),
            ACKED,
            List.of(receipt("ntf_3", "O3", "payment.closed", 2_000))));
  }
}
