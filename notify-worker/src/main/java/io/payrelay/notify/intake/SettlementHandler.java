package io.payrelay.notify.intake;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.DeadNotification;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.event.Event;
import io.payrelay.common.event.OrderEvent;
import io.payrelay.common.id.Ids;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.notify.deadletter.DeadLetters;
import io.payrelay.notify.delivery.Claim;
import io.payrelay.notify.delivery.Claims;
import io.payrelay.notify.delivery.NewNotification;
import io.payrelay.notify.endpoint.Endpoint;
import io.payrelay.notify.endpoint.Endpoints;
import io.payrelay.notify.intake.Handling.Attempt;
import io.payrelay.notify.intake.Handling.Done;
import io.payrelay.notify.intake.Handling.Never;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** A settlement event becomes one notification row, however often it comes. */
@Component
class SettlementHandler implements Handler {

  private static final Logger log = LoggerFactory.getLogger(SettlementHandler.class);

  private final Endpoints endpoints;
  private final Claims claims;
  private final Undeliverable undeliverable;
  private final DeadLetters deadLetters;
  private final NotificationBody body;
  private final Ids ids;

  SettlementHandler(
      Endpoints endpoints,
      Claims claims,
      Undeliverable undeliverable,
      DeadLetters deadLetters,
      NotificationBody body,
      Ids ids) {
    this.endpoints = endpoints;
    this.claims = claims;
    this.undeliverable = undeliverable;
    this.deadLetters = deadLetters;
    this.body = body;
    this.ids = ids;
  }

  @Override
  public Handling handle(Event event, TraceParent trace) {
    return switch (event) {
      case OrderEvent settled -> notifyOf(settled, trace);
      case CallbackReceived _, DeliveryNudge _, DeadNotification _ ->
          new Never(DeadLetterCause.UNKNOWN_TYPE, event.type() + " is no settlement");
    };
  }

  private Handling notifyOf(OrderEvent event, TraceParent trace) {
    var endpoint = endpoints.ofMerchant(event.merchantNo());
    if (endpoint.isEmpty()) {
      undeliverable
          .store(ids.notificationId(), event, body.of(event), trace)
          .ifPresent(deadLetters::publish);
      return new Done("no endpoint");
    }
    var fresh =
        new NewNotification(
            ids.notificationId(),
            event,
            endpoint.get(),
            urlFor(event, endpoint.get()),
            body.of(event),
            trace);
    return claims.insert(fresh).<Handling>map(Attempt::new).orElseGet(() -> carryOn(event));
  }

  private Handling carryOn(OrderEvent event) {
    return switch (claims.carryOn(event.orderNo(), event.eventType().wireName())) {
      case Claim.Granted(var claimed) -> new Attempt(claimed);
      case Claim.NotDue _ -> new Done("repeat, not due");
      case Claim.Refused(var why) -> new Done("repeat, " + why);
    };
  }

  private String urlFor(OrderEvent event, Endpoint endpoint) {
    var id = event.notifyUrlId();
    if (id == null) {
      return endpoint.url();
    }
    return endpoints
        .notifyUrl(id, event.merchantNo())
        .orElseGet(
            () -> {
              // Better told at the merchant's own endpoint than not at all.
              log.warn("notify_url.unknown id={} order={}", id, event.orderNo());
              return endpoint.url();
            });
  }
}
