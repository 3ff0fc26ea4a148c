package io.payrelay.core.receipt;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.money.Money;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Keeps receipts, one statement per pass. Thread-safe. */
@Component
public class Receipts {

  private static final Logger log = LoggerFactory.getLogger(Receipts.class);

  private static final String KEEP =
      """
      insert into callback_receipt
        (delivery_id, channel, account, order_no, kind, transaction_id, refund_id, amount, currency,
         identity_matches, body_digest, body, received_at, outcome, detail)
      select delivery_id, channel, account, order_no, kind, transaction_id, refund_id, amount,
        currency, identity_matches, body_digest, decode(body, 'base64'), received_at, outcome,
        detail
      from unnest(
        ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[],
        ?::text[], ?::boolean[], ?::text[], ?::text[], ?::timestamptz[], ?::text[], ?::text[])
        as r (delivery_id, channel, account, order_no, kind, transaction_id, refund_id, amount,
          currency, identity_matches, body_digest, body, received_at, outcome, detail)
      on conflict (delivery_id) do update
      set outcome = excluded.outcome, detail = excluded.detail, decided_at = now(),
          passes = callback_receipt.passes + 1
      """;

  private final JdbcTemplate jdbc;
  private final Counter lost;

  Receipts(JdbcTemplate jdbc, MeterRegistry meters) {
    this.jdbc = jdbc;
    this.lost = meters.counter("payrelay.receipts.lost");
  }

  /**
   * Keeps them, or says in the log and a metric that it could not: what is booked stays booked.
   *
   * @param receipts of different callbacks
   */
  public void keep(List<Receipt> receipts) {
    if (receipts.isEmpty()) {
      return;
    }
    try {
      jdbc.update(
          connection -> {
            var statement = connection.prepareStatement(KEEP);
            int at = 0;
            for (var column : COLUMNS) {
              var values = receipts.stream().map(column.value()).toArray();
              statement.setArray(++at, connection.createArrayOf(column.type(), values));
            }
            return statement;
          });
    } catch (RuntimeException e) { // whatever it is: the settlement is committed and goes on
      lost.increment(receipts.size());
      log.warn("receipts.lost count={} error={}", receipts.size(), e.toString());
    }
  }

  private record Column(String type, Function<Receipt, @Nullable Object> value) {}

  private static Column of(String type, Function<CallbackReceived, @Nullable Object> value) {
    return new Column(type, receipt -> value.apply(receipt.callback()));
  }

  private static final List<Column> COLUMNS =
      List.of(
          of("text", CallbackReceived::deliveryId),
          of("text", CallbackReceived::channel),
          of("text", CallbackReceived::account),
          of("text", CallbackReceived::orderNo),
          of("text", callback -> callback.kind().name()),
          of("text", CallbackReceived::transactionId),
          of("text", CallbackReceived::refundId),
          of("bigint", callback -> amount(callback, Money::minor)),
          of("text", callback -> amount(callback, Money::currencyCode)),
          of("boolean", CallbackReceived::identityMatches),
          of("text", CallbackReceived::bodyDigest),
          of("text", CallbackReceived::body), // PostgreSQL's driver takes no array of byte arrays
          of("timestamptz", callback -> callback.receivedAt().atOffset(ZoneOffset.UTC)),
          new Column("text", Receipt::outcome),
          new Column("text", Receipt::detail));

  private static @Nullable Object amount(
      CallbackReceived callback, Function<Money, @Nullable Object> part) {
    var amount = callback.amount();
    return amount == null ? null : part.apply(amount);
  }
}
