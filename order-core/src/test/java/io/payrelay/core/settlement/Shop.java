package io.payrelay.core.settlement;

import com.zaxxer.hikari.HikariDataSource;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.Money;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.core.Invariants;
import io.payrelay.core.RunningCore;
import io.payrelay.testkit.Servers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A merchant with an account of its own, its orders by plain SQL, and what channels say of them.
 */
record Shop(JdbcClient sql, String merchantNo, String account) {

  static final Money PRICE = Money.ofMinor(59_900, "CNY");
  static final Instant PAID_AT = Instant.parse("2026-01-02T03:04:05Z");

  private static final JdbcClient SQL = connect();

  /** Around the service and its proxy, like {@link RunningCore#sql}, but with a pool. */
  private static JdbcClient connect() {
    var environment = RunningCore.get().bean(Environment.class);
    var own = environment.getRequiredProperty("spring.datasource.url");
    var server = Servers.postgres().database();
    var pool = new HikariDataSource();
    pool.setJdbcUrl(
        server.url().substring(0, server.url().lastIndexOf('/'))
            + own.substring(own.lastIndexOf('/')));
    pool.setUsername(server.username());
    pool.setPassword(server.password());
    pool.setSchema("core");
    pool.setMaximumPoolSize(4);
    return JdbcClient.create(pool);
  }

  static Shop open() {
    var shop = new Shop(SQL, "M" + unique(), "acc" + unique());
    SQL.sql("insert into merchant (merchant_no, name) values (?, 'Shop')")
        .param(shop.merchantNo)
        .update();
    shop.addAccount(shop.account);
    return shop;
  }

  static String unique() {
    return UUID.randomUUID().toString().replace("-", "").substring(0, 20);
  }

  void addAccount(String name) {
    sql.sql("insert into channel_account values ('hmac', ?, 'hmac', ?)")
        .params(name, merchantNo)
        .update();
  }

  /** An order of 599.00 CNY that is INIT. */
  String order() {
    return order("O" + unique());
  }

  String order(String orderNo) {
    sql.sql(
            """
            insert into orders (order_no, merchant_no, merchant_order_no, amount, currency)
            values (?, ?, ?, ?, ?)
            """)
        .params(orderNo, merchantNo, orderNo, PRICE.minor(), PRICE.currencyCode())
        .update();
    return orderNo;
  }

  /** An order that start-pay has bound to this shop's account. */
  String payingOrder() {
    var orderNo = order();
    sql.sql(
            """
            with bound as (
              update orders
              set status = 'PAYING', version = version + 1, channel = 'hmac', channel_account = ?
              where order_no = ? returning order_no)
            insert into order_transition (order_no, from_status, to_status, cause)
            select order_no, 'INIT', 'PAYING', 'test' from bound
            """)
        .params(account, orderNo)
        .update();
    return orderNo;
  }

  /** The paid notice of an order at its price. */
  Notice paid(String orderNo, String transactionId) {
    return new Notice(NoticeKind.PAID, orderNo, account, transactionId, PRICE, true, 0, 0);
  }

  Notice word(NoticeKind kind, String orderNo) {
    return new Notice(kind, orderNo, account, null, null, true, 0, 0);
  }

  String status(String orderNo) {
    return sql.sql("select status from orders where order_no = ?")
        .param(orderNo)
        .query(String.class)
        .single();
  }

  /** Credits minus debits of this merchant. */
  long balance() {
    return sql.sql(
            """
            select coalesce(sum(balance), 0)
            from ledger_account join account_balance using (account_id)
            where kind = 'MERCHANT' and owner = ?
            """)
        .param(merchantNo)
        .query(Long.class)
        .single();
  }

  /** The rows about an order, such as {@code payments=[SUSPENDED]}. */
  Map<String, List<String>> rows(String orderNo) {
    return Map.of(
        "payments",
        strings("select outcome from channel_payment where order_no = ? order by 1", orderNo),
        "entries",
        strings(
            """
            select e.kind || ' ' || d.kind || '>' || c.kind || ' ' || e.amount || ' ' || e.currency
            from ledger_entry e
            join ledger_account d on d.account_id = debit_account
            join ledger_account c on c.account_id = credit_account
            where order_no = ? order by entry_id
            """,
            orderNo),
        "cases",
        strings("select kind || ' ' || status from payment_case where order_no = ?", orderNo),
        "events",
        strings("select event_type from outbox where order_no = ? order by 1", orderNo),
        "history",
        strings(
            """
            select from_status || '>' || to_status from order_transition
            where order_no = ? order by transition_id
            """,
            orderNo));
  }

  private List<String> strings(String query, String orderNo) {
    return sql.sql(query).param(orderNo).query(String.class).list();
  }

  void checkInvariants() {
    Invariants.check(sql, List.of(merchantNo));
  }

  /** What a channel says, and how often it has come back. */
  record Notice(
      NoticeKind kind,
      String orderNo,
      String account,
      @Nullable String transactionId,
      @Nullable Money amount,
      boolean identityMatches,
      int lookups,
      int deferrals) {

    Notice amount(Money other) {
      return new Notice(
          kind, orderNo, account, transactionId, other, identityMatches, lookups, deferrals);
    }

    Notice account(String other) {
      return new Notice(
          kind, orderNo, other, transactionId, amount, identityMatches, lookups, deferrals);
    }

    Notice withForeignIdentity() {
      return new Notice(kind, orderNo, account, transactionId, amount, false, lookups, deferrals);
    }

    Notice lookedUp(int times) {
      return new Notice(
          kind, orderNo, account, transactionId, amount, identityMatches, times, deferrals);
    }

    Notice deferred(int times) {
      return new Notice(
          kind, orderNo, account, transactionId, amount, identityMatches, lookups, times);
    }

    CallbackReceived callback() {
      return new CallbackReceived(
          "cb_" + unique(),
          "hmac",
          "hmac",
          account,
          identityMatches,
          kind,
          orderNo,
          transactionId,
          amount,
          kind == NoticeKind.PAID ? PAID_AT : null,
          null,
          unique(),
          PAID_AT);
    }

    Arrival arrival() {
      return new Arrival(callback(), TraceParent.continueOrBegin(null), lookups, deferrals);
    }
  }
}
