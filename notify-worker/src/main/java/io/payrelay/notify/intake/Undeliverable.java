package io.payrelay.notify.intake;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.http.AckRule;
import io.payrelay.notify.plan.RetryPlans;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Notifications of merchants without an endpoint: dead from birth, replayable once there is one.
 */
@Component
class Undeliverable {

  private final JdbcClient jdbc;

  Undeliverable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Stores it; returns its id, or that of the row that is there already and still owes a letter.
   */
  Optional<String> store(String id, OrderEvent event, byte[] body, TraceParent trace) {
    jdbc.sql(
            """
            insert into notification (notification_id, event_id, order_no, event_type, merchant_no,
              amount, currency, sequence, plan, ack_rule, body, traceparent, state, dead_at,
              dead_cause, last_nudged_at)
            values (:id, :event, :order, :type, :merchant, :amount, :currency, :sequence, :plan,
              :rule, :body, :trace, 'DEAD', now(), :cause, now())
            on conflict do nothing
            """)
        .param("id", id)
        .param("event", event.eventId())
        .param("order", event.orderNo())
        .param("type", event.eventType().wireName())
        .param("merchant", event.merchantNo())
        .param("amount", event.amount().minor())
        .param("currency", event.amount().currencyCode())
        .param("sequence", event.sequence())
        .param("plan", RetryPlans.DEFAULT)
        .param("rule", AckRule.BODY_SUCCESS.name())
        .param("body", body)
        .param("trace", trace.header())
        .param("cause", DeadLetterCause.NO_ENDPOINT.name())
        .update();
    return jdbc.sql(
            """
            select notification_id
            from notification
            where order_no = :order
              and event_type = :type
              and state = 'DEAD'
              and dead_lettered_at is null
            """)
        .param("order", event.orderNo())
        .param("type", event.eventType().wireName())
        .query(String.class)
        .optional();
  }
}
