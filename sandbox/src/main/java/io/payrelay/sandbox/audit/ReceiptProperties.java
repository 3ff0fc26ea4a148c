package io.payrelay.sandbox.audit;

import io.payrelay.common.signing.StandardWebhooks.Verification;
import io.payrelay.sandbox.merchant.Receipt;
import java.util.List;

/** P1 and P6 from outside: what merchants got is what the books say, under one id. */
final class ReceiptProperties {

  private ReceiptProperties() {}

  private static final String MORE_THAN_ONE_ID =
      """
      select order_no || ' ' || event_type || ' came as '
        || string_agg(distinct notification_id, ', ')
      from unnest(?, ?, ?) as r (notification_id, order_no, event_type)
      group by order_no, event_type
      having count(distinct notification_id) > 1
      """;

  private static final String NOT_GENUINE =
      """
      select notification_id || ' for ' || order_no || ' has ' || signature
      from unnest(?, ?, ?) as r (notification_id, order_no, signature)
      where signature <> 'VALID'
      """;

  private static final String NOT_OURS =
      """
      select r.notification_id || ' told ' || r.order_no || ' ' || r.event_type || ' of ' || r.amount
        || ', which is no notification of ours'
      from unnest(?, ?, ?, ?) as r (notification_id, order_no, event_type, amount)
      left join notify.notification n on n.notification_id = r.notification_id
      where n.notification_id is null
        or n.order_no <> r.order_no
        or n.event_type <> r.event_type
        or n.amount <> r.amount::bigint
      """;

  private static final String NEVER_RECEIVED =
      """
      select n.notification_id || ' for ' || n.order_no
        || ' counts as delivered, and no merchant accepted it'
      from unnest(?) as a (order_no)
      join notify.notification n on n.order_no = a.order_no and n.state = 'DELIVERED'
      left join (select distinct id from unnest(?) as r (id)) r on r.id = n.notification_id
      where r.id is null
      """;

  private static final String PAID_AND_NOT_TOLD =
      """
      select o.order_no || ' is SUCCESS and has no notification'
      from unnest(?) as a (order_no)
      join core.orders o on o.order_no = a.order_no and o.status = 'SUCCESS'
      left join notify.notification n
        on n.order_no = o.order_no and n.event_type = 'payment.succeeded'
      where n.notification_id is null
      """;

  static List<Property> all(List<Receipt> receipts, List<String> orders) {
    var genuine = receipts.stream().filter(one -> one.signature() == Verification.VALID).toList();
    var ids = genuine.stream().map(Receipt::notificationId).toList();
    var told = genuine.stream().map(Receipt::orderNo).toList();
    var events = genuine.stream().map(Receipt::eventType).toList();
    var amounts = genuine.stream().map(one -> Long.toString(one.amount())).toList();
    return List.of(
        Property.of(
            "P1 one notification id for each order and event", MORE_THAN_ONE_ID, ids, told, events),
        Property.of(
            "P1 every notification is signed",
            NOT_GENUINE,
            receipts.stream().map(Receipt::notificationId).toList(),
            receipts.stream().map(Receipt::orderNo).toList(),
            receipts.stream().map(one -> one.signature().name()).toList()),
        Property.of(
            "P6 merchants heard only what the books say", NOT_OURS, ids, told, events, amounts),
        Property.of(
            "P6 what counts as delivered was accepted",
            NEVER_RECEIVED,
            orders,
            genuine.stream().filter(Receipt::isAccepted).map(Receipt::notificationId).toList()),
        Property.of("P1 every acknowledged and paid order is told", PAID_AND_NOT_TOLD, orders));
  }
}
