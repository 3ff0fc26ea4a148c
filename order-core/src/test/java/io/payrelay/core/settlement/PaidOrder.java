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
    settle(shop.paid(orderNo, "t-" + orderNo));
    return orderNo;
  }

  /** The number of one that was paid twice. */
  public static String makeTwice() {
    var shop = Shop.open();
    var orderNo = shop.payingOrder();
    settle(shop.paid(orderNo, "t1"));
    settle(shop.paid(orderNo, "t2"));
    return orderNo;
  }

  private static void settle(Shop.Notice notice) {
    RunningCore.get().bean(Settlement.class).settle(List.of(notice.arrival()));
  }
}
