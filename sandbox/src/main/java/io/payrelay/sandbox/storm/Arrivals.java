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

/** Waits at the merchant for the notifications of certain orders. */
final class Arrivals {

  private final SinkApi sink;
  private final Progress progress;

  Arrivals(SinkApi sink, Progress progress) {
    this.sink = sink;
    this.progress = progress;
  }

  /** All receipts about these orders, once each has an accepted one or patience is at its end. */
  List<Receipt> await(long from, Collection<String> orders, Duration patience)
      throws InterruptedException {
    var ours = Set.copyOf(orders);
    var missing = new HashSet<>(ours);
    var receipts = new ArrayList<Receipt>();
    var place = new long[] {from};
    Await.until(
        patience,
        () -> {
          for (var receipt : sink.after(place[0])) {
            place[0] = Math.max(place[0], receipt.sequence());
            if (ours.contains(receipt.orderNo())) {
              receipts.add(receipt);
              if (receipt.isAccepted()) {
                missing.remove(receipt.orderNo());
              }
            }
          }
          progress.show(line(ours.size() - missing.size(), ours.size()));
          return missing.isEmpty() ? Optional.of(receipts) : Optional.empty();
        });
    progress.finish(line(ours.size() - missing.size(), ours.size()));
    return List.copyOf(receipts);
  }

  private static String line(int told, int all) {
    return "notifications %d/%d".formatted(told, all);
  }
}
