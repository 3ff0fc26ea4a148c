package io.payrelay.core.order;

import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.common.web.ProblemException;
import io.payrelay.core.web.InvalidRequestException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.security.Principal;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The merchants' door to their orders. The principal's name is the merchant's number. */
@RestController
@RequestMapping(path = "/v1/orders", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Orders", description = "Create an order, start paying it, see how it stands")
class OrderController {

  private final Orders orders;

  OrderController(Orders orders) {
    this.orders = orders;
  }

  @Operation(
      summary = "Create an order",
      description =
          "Idempotent on merchantOrderNo: a repeat answers 200 with the order as it stands now.")
  @ApiResponse(responseCode = "201", description = "Created")
  @ApiResponse(responseCode = "200", description = "Was there already, with the same amount")
  @ApiResponse(responseCode = "409", description = "order-differs: another amount or currency")
  @ApiResponse(responseCode = "422", description = "notify-url-refused")
  @ApiResponse(responseCode = "503", description = "notify-worker-unavailable: try again")
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<OrderView> create(Principal merchant, @Valid @RequestBody CreateOrder request) {
    var creation =
        orders.create(
            merchant.getName(), request.merchantOrderNo(), money(request), request.notifyUrl());
    return switch (creation) {
      case Creation.Created(var order) ->
          ResponseEntity.status(HttpStatus.CREATED).body(OrderView.of(order));
      case Creation.Repeated(var order) -> ResponseEntity.ok(OrderView.of(order));
      case Creation.Differs(var order) ->
          throw new ProblemException(
              HttpStatus.CONFLICT,
              "order-differs",
              "merchantOrderNo %s is order %s of %s: use another number for another order"
                  .formatted(order.merchantOrderNo(), order.orderNo(), order.amount()));
    };
  }

  @Operation(
      summary = "Start paying an order",
      description =
          "Binds the order to one of your channel accounts and marks it PAYING. PayRelay places no"
              + " payment: do that with the channel, with orderNo as its out_trade_no.")
  @ApiResponse(responseCode = "200", description = "PAYING through this account")
  @ApiResponse(responseCode = "404", description = "order-not-found")
  @ApiResponse(
      responseCode = "409",
      description = "order-not-payable: it has ended, or is bound to another account")
  @ApiResponse(responseCode = "422", description = "account-not-yours")
  @PostMapping(path = "/{orderNo}/pay", consumes = MediaType.APPLICATION_JSON_VALUE)
  OrderView pay(
      Principal merchant, @PathVariable String orderNo, @Valid @RequestBody PayOrder request) {
    var start =
        orders.startPaying(merchant.getName(), orderNo, request.channel(), request.account());
    return switch (start) {
      case StartOfPaying.Bound(var order) -> OrderView.of(order);
      case StartOfPaying.Already(var order) -> OrderView.of(order);
      case StartOfPaying.NotPayable(var why) ->
          throw new ProblemException(HttpStatus.CONFLICT, "order-not-payable", why);
      case StartOfPaying.AccountNotYours _ ->
          throw new ProblemException(
              HttpStatus.UNPROCESSABLE_CONTENT,
              "account-not-yours",
              "%s/%s is none of your accounts".formatted(request.channel(), request.account()));
      case StartOfPaying.NotFound _ -> throw notFound();
    };
  }

  @Operation(summary = "See how an order stands")
  @ApiResponse(responseCode = "200", description = "The order")
  @ApiResponse(responseCode = "404", description = "order-not-found")
  @GetMapping("/{orderNo}")
  OrderView get(Principal merchant, @PathVariable String orderNo) {
    return orders
        .find(merchant.getName(), orderNo)
        .map(OrderView::of)
        .orElseThrow(OrderController::notFound);
  }

  private static Money money(CreateOrder request) {
    try {
      return Money.ofMinor(request.amount(), request.currency());
    } catch (InvalidMoneyException e) {
      throw new InvalidRequestException("currency", String.valueOf(e.getMessage()));
    }
  }

  private static ProblemException notFound() {
    return new ProblemException(
        HttpStatus.NOT_FOUND, "order-not-found", "you have no order of this number");
  }
}
