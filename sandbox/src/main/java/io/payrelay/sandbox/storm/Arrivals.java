package io.payrelay.sandbox.storm;

import io.payrelay.sandbox.merchant.Receipt;
import io.payrelay.sandbox.merchant.SinkApi;
import io.payrelay.sandbox.report.Progress;
import io.payrelay.sandbox.stack.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects at the merchant what comes about certain orders. Not thread-safe. */
final class Arrivals {

  private final SinkApi sink;
  private final Progress progress;
  private final Set<String> orders;
  private final Set<String> missing;
  private final List<Receipt> receipts = new ArrayList<>();
  private long place;

  /**
   * Nothing yet.
   *
   * @param place of the sink's last receipt before it all began
   */
  Arrivals(SinkApi sink, Progress progress, long place, Collection<String> orders) {
    this.sink = sink;
    this.progress = progress;
    this.place = place;
    this.orders = Set.copyOf(orders);
    this.missing = new HashSet<>(orders);
  }

  /** Waits until each order has an accepted receipt, or patience is at its end. */
  void await(Duration patience) throws InterruptedException {
    Await.until(
        patience,
        () -> {
          look();
          progress.show(line());
          return missing.isEmpty() ? Optional.of(true) : Optional.empty();
        });
    progress.finish(line());
  }

  /** Takes over what has come since the last look. */
  void look() throws InterruptedException {
    for (var receipt : sink.after(place)) {
      place = Math.max(place, receipt.sequence());
      if (orders.contains(receipt.orderNo())) {
        receipts.add(receipt);
        if (receipt.isAccepted()) {
          missing.remove(receipt.orderNo());
        }
      }
    }
  }

  List<Receipt> receipts() {
    return List.copyOf(receipts);
  }

  private String line() {
    return "notifications %d/%d".formatted(orders.size() - missing.size(), orders.size());
  }
}
