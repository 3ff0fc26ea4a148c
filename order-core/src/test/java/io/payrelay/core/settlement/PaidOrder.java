package io.payrelay.core.settlement;

import io.payrelay.core.RunningCore;
import java.util.List;

/** An order that was paid through the settlement, for tests of other packages. */
public final class PaidOrder {

  private PaidOrder() {}

  /** Its number. */
  public static String make() {
    var shop = Shop.open();
    var orderNo = shop.payingOrder();
    var arrival = shop.paid(orderNo, "t-" + orderNo).arrival();
    RunningCore.get().bean(Settlement.class).settle(List.of(arrival));
    return orderNo;
  }
}
