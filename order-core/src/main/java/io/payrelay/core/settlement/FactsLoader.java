package io.payrelay.core.settlement;

import io.payrelay.common.money.Money;
import io.payrelay.core.order.OrderStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads what decisions need, and locks the orders in key order until the transaction ends. */
@Component
class FactsLoader {

  private final JdbcClient jdbc;

  FactsLoader(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The facts about these callbacks; nobody else changes their orders until the commit. */
  Facts load(Collection<Arrival> arrivals) {
    var decisive = arrivals.stream().filter(Arrival::isDecisive).toList();
    return decisive.isEmpty()
        ? new Facts(Map.of(), Map.of(), Map.of())
        : load(
            decisive.stream().map(Arrival::orderNo).distinct().toList(),
            decisive.stream().map(Arrival::at).distinct().toList(),
            decisive.stream()
                .flatMap(one -> one.paid().stream())
                .map(PaidNotice::payment)
                .toList());
  }

  /** The facts about one payment that is in suspense: as if it had not arrived before. */
  Facts loadForSuspended(PaidNotice notice) {
    return load(List.of(notice.orderNo()), List.of(notice.at()), List.of());
  }

  // Orders first: a payment that another transaction is booking for one of these orders is visible
  // once its order's lock is ours.
  private Facts load(
      List<String> orderNos, List<ChannelAccount> accounts, List<PaymentKey> payments) {
    return new Facts(lockOrders(orderNos), payments(payments), owners(accounts));
  }

  private Map<String, OrderFacts> lockOrders(List<String> orderNos) {
    var found = new HashMap<String, OrderFacts>();
    jdbc.sql(
            """
            select order_no, merchant_no, amount, currency, status, version, channel, channel_account
            from orders
            where order_no = any(:orders)
            order by order_no
            for update
            """)
        .param("orders", orderNos.toArray(String[]::new))
        .query((row, _) -> order(row))
        .list()
        .forEach(order -> found.put(order.orderNo(), order));
    return found;
  }

  private static OrderFacts order(ResultSet row) throws SQLException {
    var channel = row.getString("channel");
    return new OrderFacts(
        row.getString("order_no"),
        row.getString("merchant_no"),
        Money.ofMinor(row.getLong("amount"), row.getString("currency")),
        OrderStatus.valueOf(row.getString("status")),
        row.getLong("version"),
        channel == null ? null : new ChannelAccount(channel, row.getString("channel_account")));
  }

  /** Those of the payments that are in the books. */
  Map<PaymentKey, BookedPayment> payments(Collection<PaymentKey> some) {
    var found = new HashMap<PaymentKey, BookedPayment>();
    if (some.isEmpty()) {
      return found;
    }
    var keys = new TreeSet<>(some);
    jdbc.sql(
            """
            select channel_family, account, transaction_id, p.order_no, p.amount, p.currency, p.outcome
            from unnest(:families::text[], :accounts::text[], :transactions::text[])
              as k (channel_family, account, transaction_id)
            join channel_payment p using (channel_family, account, transaction_id)
            """)
        .param("families", keys.stream().map(PaymentKey::channelFamily).toArray(String[]::new))
        .param("accounts", keys.stream().map(PaymentKey::account).toArray(String[]::new))
        .param("transactions", keys.stream().map(PaymentKey::transactionId).toArray(String[]::new))
        .query(
            row -> {
              found.put(
                  new PaymentKey(row.getString(1), row.getString(2), row.getString(3)),
                  new BookedPayment(
                      row.getString("order_no"),
                      Money.ofMinor(row.getLong("amount"), row.getString("currency")),
                      !row.getString("outcome").equals("SUSPENDED")));
            });
    return found;
  }

  private Map<ChannelAccount, String> owners(List<ChannelAccount> accounts) {
    var found = new HashMap<ChannelAccount, String>();
    jdbc.sql(
            """
            select channel, account, a.merchant_no
            from unnest(:channels::text[], :accounts::text[]) as k (channel, account)
            join channel_account a using (channel, account)
            """)
        .param("channels", accounts.stream().map(ChannelAccount::channel).toArray(String[]::new))
        .param("accounts", accounts.stream().map(ChannelAccount::account).toArray(String[]::new))
        .query(
            row -> {
              found.put(
                  new ChannelAccount(row.getString("channel"), row.getString("account")),
                  row.getString("merchant_no"));
            });
    return found;
  }
}
