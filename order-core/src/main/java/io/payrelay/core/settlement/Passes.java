package io.payrelay.core.settlement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;

/**
 * Splits a batch so that no two callbacks of one order, or of one payment, are settled together.
 */
final class Passes {

  private Passes() {}

  /**
   * The passes in their order; within an order or a payment the callbacks keep theirs. A set
   * statement with two source rows for one target would silently drop one.
   */
  static <T> List<List<T>> of(List<T> batch, Function<T, Arrival> arrivalOf) {
    var passes = new ArrayList<List<T>>();
    var nextPass = new HashMap<Object, Integer>();
    for (var item : batch) {
      var arrival = arrivalOf.apply(item);
      Object order = arrival.orderNo();
      Object payment = arrival.paid().<Object>map(PaidNotice::payment).orElse(order);
      int pass = Math.max(nextPass.getOrDefault(order, 0), nextPass.getOrDefault(payment, 0));
      if (pass == passes.size()) {
        passes.add(new ArrayList<>());
      }
      passes.get(pass).add(item);
      nextPass.put(order, pass + 1);
      nextPass.put(payment, pass + 1);
    }
    return passes;
  }
}
