package io.payrelay.sandbox.storm;

import io.payrelay.common.id.Ids;
import io.payrelay.sandbox.audit.AckedPayment;
import io.payrelay.sandbox.audit.Audit;
import io.payrelay.sandbox.channel.CallbackSender;
import io.payrelay.sandbox.channel.Channels;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.merchant.SinkApi;
import io.payrelay.sandbox.report.Progress;
import io.payrelay.sandbox.report.Report;
import io.payrelay.sandbox.stack.Database;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.MerchantApi;
import io.payrelay.sandbox.stack.SandboxFile;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Many payments, each told several times at once, and then the question whether each was settled
 * and passed on exactly once. Talks to the stack only as channels and merchants do, and looks at
 * its database only afterwards.
 */
public final class Storm {

  private static final String MERCHANT = "sandbox";
  private static final int CREATORS = 16;
  private static final Duration ARRIVAL_PATIENCE = Duration.ofMinutes(3);
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(30);
  private static final Duration SETTLE_TIME = Duration.ofSeconds(20);

  private final SandboxFile stack;
  private final StormPlan plan;
  private final Progress progress;
  private final Clock clock = Clock.systemUTC();
  private final Merchant merchant;

  public Storm(SandboxFile stack, StormPlan plan, Progress progress) {
    this.stack = stack;
    this.plan = plan;
    this.progress = progress;
    this.merchant = stack.merchant(MERCHANT);
  }

  /** What came of it, without a listener for acknowledgements. */
  public Report run() throws SQLException, InterruptedException {
    return run(_ -> {});
  }

  /**
   * Creates, sends, waits and audits.
   *
   * @param acknowledged gets every payment that was acknowledged at least once
   */
  public Report run(Consumer<List<AckedPayment>> acknowledged)
      throws SQLException, InterruptedException {
    try (var http = new Http()) {
      var sink = new SinkApi(http, stack);
      long before = sink.end();
      var orders = create(http);
      var sending =
          new Sending(
              plan,
              orders,
              new CallbackSender(http, stack.ingressUrl(), clock, plan.giveUp()),
              progress);
      sending.run();
      acknowledged.accept(sending.acknowledged());
      var promised = sending.acknowledged().stream().map(AckedPayment::orderNo).toList();
      var arrivals = new Arrivals(sink, progress, before, promised);
      arrivals.await(ARRIVAL_PATIENCE);
      progress.finish("checking the books");
      return judged(orders, sending, promised, arrivals);
    }
  }

  /** Connects only now: a database that restarted in the storm is no fault of anybody's. */
  private Report judged(
      List<StormOrder> orders, Sending sending, List<String> promised, Arrivals arrivals)
      throws SQLException, InterruptedException {
    try (var database = Database.openPatiently(stack, CONNECT_PATIENCE)) {
      var findings =
          Audit.ofState(database)
              .withAcknowledged(sending.acknowledged())
              .withReceipts(arrivals.receipts(), promised)
              .run(SETTLE_TIME);
      var books = Books.of(database, orders.stream().map(StormOrder::orderNo).toList());
      arrivals.look(); // whatever still came while we looked at the books counts too
      return new StormResult(plan, sending.sent(), books, arrivals.receipts(), findings).report();
    }
  }

  private List<StormOrder> create(Http http) throws InterruptedException {
    var run = new Ids(clock).withPrefix("storm-");
    var channels = Channels.named(plan.channel());
    var api = new MerchantApi(http, stack, merchant);
    var orders = new AtomicReferenceArray<StormOrder>(plan.orders());
    var created = new AtomicInteger();
    Crew.work(
        CREATORS,
        plan.orders(),
        i -> {
          var channel = channels.get(i % channels.size());
          var account = merchant.accountAt(channel.channel());
          var orderNo = api.create(run + "-" + i, plan.amount());
          api.pay(orderNo, account);
          var notice = Notice.paid(orderNo, "T" + orderNo, plan.amount(), clock.instant());
          orders.set(i, new StormOrder(notice, channel, account));
          progress.show("orders %d/%d".formatted(created.incrementAndGet(), plan.orders()));
        });
    progress.finish("orders %d/%d".formatted(created.get(), plan.orders()));
    return IntStream.range(0, plan.orders()).mapToObj(orders::get).toList();
  }
}
