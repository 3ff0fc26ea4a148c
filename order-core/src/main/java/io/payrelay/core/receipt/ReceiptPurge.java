package io.payrelay.core.receipt;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Forgets old receipts in small batches, so that no lock lasts. Runs on every node: each skips what
 * another has in hand. Ages are judged by the database's clock.
 */
@Component
class ReceiptPurge {

  private static final Logger log = LoggerFactory.getLogger(ReceiptPurge.class);

  private static final String FORGET_BODIES =
      """
      update callback_receipt
      set body = null
      where delivery_id in (
        select delivery_id
        from callback_receipt
        where body is not null and received_at < now() - :age * interval '1 second'
        order by received_at
        limit :most
        for update skip locked)
      """;

  private static final String FORGET =
      """
      delete from callback_receipt
      where delivery_id in (
        select delivery_id
        from callback_receipt
        where received_at < now() - :age * interval '1 second'
        order by received_at
        limit :most
        for update skip locked)
      """;

  private final JdbcClient jdbc;
  private final ReceiptSettings settings;

  ReceiptPurge(JdbcClient jdbc, ReceiptSettings settings) {
    this.jdbc = jdbc;
    this.settings = settings;
  }

  @Scheduled(
      initialDelayString = "${payrelay.receipts.purge-interval:10m}",
      fixedDelayString = "${payrelay.receipts.purge-interval:10m}")
  void purge() {
    try {
      int bodies = all(FORGET_BODIES, settings.keepBody());
      int receipts = all(FORGET, settings.keep());
      if (bodies + receipts > 0) {
        log.info("receipts.purged receipts={} bodies={}", receipts, bodies);
      }
    } catch (DataAccessException | TransactionException e) {
      log.warn("receipts.purge_failed error={}", e.toString());
    }
  }

  private int all(String statement, Duration age) {
    int total = 0;
    int touched;
    do {
      touched =
          jdbc.sql(statement)
              .param("age", age.toSeconds())
              .param("most", settings.purgeBatch())
              .update();
      total += touched;
    } while (touched == settings.purgeBatch());
    return total;
  }
}
