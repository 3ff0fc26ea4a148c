package io.payrelay.core.settlement;

import io.payrelay.common.money.Money;
import io.payrelay.core.order.OrderStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The rules of settlement.md once more, in memory and one callback after the other. */
final class ModelOfBooks {

  private record Order(OrderStatus status, boolean bound) {}

  private record Payment(String orderNo, Money amount, String outcome) {}

  private final Shop shop;
  private final Map<String, Order> orders = new HashMap<>();
  private final Map<String, Payment> payments = new HashMap<>();
  private final Set<String> locked = new HashSet<>();

  ModelOfBooks(Shop shop) {
    this.shop = shop;
  }

  void order(String orderNo, OrderStatus status) {
    orders.put(orderNo, new Order(status, status == OrderStatus.PAYING));
  }

  void lock(String orderNo) {
    locked.add(orderNo);
  }

  void unlockAll() {
    locked.clear();
  }

  /** Applies a notice and says the label of its outcome. */
  String apply(Shop.Notice notice) {
    return switch (notice.kind()) {
      case ATTEMPT_FAILED, PENDING, REFUND -> "ignored";
      case PAID -> paid(notice);
      case FAILED -> ended(notice, OrderStatus.FAIL);
      case CLOSED -> ended(notice, OrderStatus.CLOSED);
    };
  }

  private boolean mustWait(Shop.Notice notice) {
    return locked.contains(notice.orderNo()) && notice.deferrals() < 2;
  }

  private String paid(Shop.Notice notice) {
    var key = notice.account() + "/" + notice.transactionId();
    var booked = payments.get(key);
    if (booked != null) {
      return booked.orderNo().equals(notice.orderNo()) && booked.amount().equals(notice.amount())
          ? "duplicate"
          : "contradicted";
    }
    if (mustWait(notice)) {
      return "lock_busy";
    }
    var order = orders.get(notice.orderNo());
    var amount = Objects.requireNonNull(notice.amount());
    String why;
    if (!notice.identityMatches()) {
      why = "wrong_account";
    } else if (order == null) {
      if (notice.lookups() < 4) {
        return "order_absent";
      }
      why = "unknown_order";
    } else if (!notice.account().equals(shop.account())) {
      why = "wrong_account";
    } else if (order.status() == OrderStatus.SUCCESS) {
      why = "double_payment";
    } else if (!amount.equals(Shop.PRICE)) {
      why = "amount_mismatch";
    } else if (order.status().isTerminal()) {
      why = "late_success";
    } else {
      orders.put(notice.orderNo(), new Order(OrderStatus.SUCCESS, true));
      payments.put(key, new Payment(notice.orderNo(), amount, "SETTLED"));
      return "settled";
    }
    var outcome = why.equals("unknown_order") ? "UNKNOWN" : "SUSPENDED";
    payments.put(key, new Payment(notice.orderNo(), amount, outcome));
    return "suspended_" + why;
  }

  private String ended(Shop.Notice notice, OrderStatus as) {
    if (mustWait(notice)) {
      return "lock_busy";
    }
    var order = orders.get(notice.orderNo());
    if (order == null && notice.identityMatches()) {
      return notice.lookups() < 4 ? "order_absent" : "ignored";
    }
    if (order == null
        || !notice.identityMatches()
        || !notice.account().equals(shop.account())
        || order.status().isTerminal()) {
      return "ignored";
    }
    orders.put(notice.orderNo(), new Order(as, true));
    return "order_" + as.name().toLowerCase(Locale.ROOT);
  }

  /** Payments of unknown orders, in the order they were booked, meet the orders that exist now. */
  void adopt(Iterable<String> paymentsInOrder) {
    for (var key : paymentsInOrder) {
      var payment = payments.get(key);
      if (payment == null || !payment.outcome().equals("UNKNOWN")) {
        continue;
      }
      var order = orders.get(payment.orderNo());
      if (order != null
          && !order.status().isTerminal()
          && key.startsWith(shop.account() + "/")
          && payment.amount().equals(Shop.PRICE)) {
        orders.put(payment.orderNo(), new Order(OrderStatus.SUCCESS, true));
        payments.put(key, new Payment(payment.orderNo(), payment.amount(), "ADOPTED"));
      }
    }
  }

  Map<String, String> statuses() {
    var all = new TreeMap<String, String>();
    orders.forEach((orderNo, order) -> all.put(orderNo, order.status().name()));
    return all;
  }

  Map<String, String> outcomes() {
    var all = new TreeMap<String, String>();
    payments.forEach(
        (key, payment) ->
            all.put(key, payment.outcome().equals("UNKNOWN") ? "SUSPENDED" : payment.outcome()));
    return all;
  }

  long merchantBalance() {
    return payments.values().stream()
        .filter(payment -> payment.outcome().matches("SETTLED|ADOPTED"))
        .mapToLong(payment -> payment.amount().minor())
        .sum();
  }
}
