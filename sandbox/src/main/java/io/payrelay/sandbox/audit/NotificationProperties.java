package io.payrelay.sandbox.audit;

import java.time.OffsetDateTime;
import java.util.List;

/** P6: a merchant is told of an outcome exactly if the books say so, by one notification. */
final class NotificationProperties {

  private NotificationProperties() {}

  private static final Property STATUS_IS_ANNOUNCED =
      Property.of(
          "P6 each end of an order was emitted once, and nothing else",
          """
          select o.order_no || ' is ' || o.status || ', emitted was '
            || coalesce(string_agg(e.event_type, ', '), 'nothing')
          from core.orders o
          left join core.outbox e
            on e.order_no = o.order_no
            and e.event_type in ('payment.succeeded', 'payment.failed', 'payment.closed')
          group by o.order_no
          having coalesce(string_agg(e.event_type, ','), '') <> case o.status
            when 'SUCCESS' then 'payment.succeeded'
            when 'FAIL' then 'payment.failed'
            when 'CLOSED' then 'payment.closed'
            else ''
          end
          """);

  private static final Property NOTIFICATION_HAS_ITS_EVENT =
      Property.of(
          "P6 each notification has its event",
          """
          select n.notification_id || ' tells ' || n.order_no || ' ' || n.event_type
            || ', which the books never said'
          from notify.notification n
          left join core.outbox e on e.event_id = n.event_id
          left join core.orders o on o.order_no = e.order_no
          where e.event_id is null
            or n.order_no <> e.order_no
            or n.event_type <> e.event_type
            or (n.event_type = 'payment.succeeded'
              and (n.amount <> o.amount or n.currency <> o.currency))
          """);

  private static final Property ONE_NOTIFICATION_PER_EVENT =
      Property.of(
          "P6 one notification for each order and event",
          """
          select order_no || ' ' || event_type || ' has ' || count(*) || ' notifications'
          from notify.notification
          group by order_no, event_type
          having count(*) > 1
          """);

  private static Property eventBecomesANotification(OffsetDateTime began) {
    return Property.of(
        "P6 each event became a notification",
        """
        select e.order_no || ' ' || e.event_type || ' was never made a notification'
          || case when e.sent_at is null then ', nor published' else '' end
        from core.outbox e
        left join notify.notification n on n.event_id = e.event_id
        where n.notification_id is null and e.created_at <= ?
        """,
        began);
  }

  static List<Property> all(OffsetDateTime began) {
    return List.of(
        STATUS_IS_ANNOUNCED,
        NOTIFICATION_HAS_ITS_EVENT,
        ONE_NOTIFICATION_PER_EVENT,
        eventBecomesANotification(began));
  }
}
