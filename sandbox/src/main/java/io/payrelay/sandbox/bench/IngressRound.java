package io.payrelay.sandbox.bench;

import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.sandbox.bench.Measured.What;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.load.Feed;
import io.payrelay.sandbox.load.Load;
import io.payrelay.sandbox.load.LoadResult;
import io.payrelay.sandbox.load.Pace;
import io.payrelay.sandbox.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** One round: everything is measured once, on freshly signed callbacks. */
record IngressRound(
    IngressPlan plan,
    Callbacks callbacks,
    Events events,
    URI limitUrl,
    Broker broker,
    Marks marks,
    BrokerLimit brokerLimit,
    PerfTest perfTest,
    Progress progress) {

  private static final int WARM = 150_000;
  private static final Duration SLICE = Duration.ofSeconds(3);
  private static final int MOST_SLICES = 20;
  private static final int SETTLED = 2_000;
  private static final int LEAST = 2_000;
  private static final double MORE_THAN_ENOUGH = 1.6;

  /** Lets the compilers do their work; how many callbacks a round needs. */
  int warmUp() throws IOException {
    progress.show("warming up");
    var notices = callbacks.fresh(LEAST);
    var requests = callbacks.signed(notices);
    marks.expect(notices);
    warm(load(limitUrl), requests);
    brokerLimit.perSecond(events.of(notices, requests), SLICE);
    double found = warm(ingress(), requests);
    broker.empty();
    progress.finish("warmed up: about %,.0f callbacks/s".formatted(found));
    return (int) Math.max(LEAST, found * plan.seconds() * MORE_THAN_ENOUGH);
  }

  /** By count, not by time: what a compiler has seen often enough is the same on a slow machine. */
  private double warm(Load load, List<byte[]> requests) throws IOException {
    long done = 0;
    double found = 0;
    for (int i = 0; i < MOST_SLICES && done < WARM; i++) {
      broker.empty();
      var result = load.run(Feed.around(requests), new Pace.AsAnswered(), SLICE);
      done += result.acknowledged();
      found = result.perSecond();
    }
    return found;
  }

  void run(String label, int pool, Measured measured) throws IOException {
    marks.clear();
    progress.show(label + ": signing " + pool + " callbacks");
    var notices = callbacks.fresh(pool);
    marks.expect(notices);
    var requests = callbacks.signed(notices);
    var messages = events.of(notices, requests);

    double acked = acked(requests, measured);
    progress.finish("%s: %,.0f callbacks/s acknowledged".formatted(label, acked));
    atHalfLoad(requests, (int) Math.max(1, acked / 2), measured);
    limits(notices.getFirst(), requests, messages, measured);
    absorbed(measured);
    broker.emptyAndRest();
    var forged = callbacks.forged(notices.subList(0, Math.min(LEAST, pool)));
    new Flood(plan, ingress()).measure(requests, forged, acked, measured);
    broker.empty();
  }

  private double acked(List<byte[]> requests, Measured measured) throws IOException {
    broker.empty();
    var result = ingress().run(Feed.once(requests), new Pace.AsAnswered(), plan.time());
    measured.add(What.ACKED_PER_S, result.perSecond());
    measured.count(What.ACKED_MISSING, Math.max(0, result.acknowledged() - broker.messages()));
    measured.count(What.NOT_ACKNOWLEDGED, unwanted(result));
    return result.perSecond();
  }

  private void atHalfLoad(List<byte[]> requests, int rate, Measured measured) throws IOException {
    broker.emptyAndRest();
    var result = ingress().run(Feed.around(requests), new Pace.AtRate(rate), plan.time());
    measured.add(What.HALF_LOAD_PER_S, result.perSecond());
    measured.add(What.P50_MS, result.latencyMillis(50));
    measured.add(What.P99_MS, result.latencyMillis(99));
    measured.count(What.NOT_ACKNOWLEDGED, unwanted(result));
  }

  private void limits(
      Notice notice, List<byte[]> requests, List<OutboundMessage> messages, Measured measured)
      throws IOException {
    progress.show("the HTTP server alone");
    var http = load(limitUrl).run(Feed.around(requests), new Pace.AsAnswered(), plan.time());
    measured.add(What.HTTP_LIMIT_PER_S, http.perSecond());
    var wrk = new Wrk(limitUrl, plan.callers());
    measured.add(What.WRK_PER_S, wrk.perSecond(callbacks.sign(notice), plan.time()));
    progress.show("the broker alone");
    broker.empty();
    measured.add(What.BROKER_LIMIT_PER_S, brokerLimit.perSecond(messages, plan.time()));
    broker.empty();
    int size = messages.getFirst().body().length;
    measured.add(What.PERFTEST_PER_S, perfTest.perSecond(size, plan.time()));
    broker.empty();
  }

  private void absorbed(Measured measured) throws IOException {
    progress.show("repeats of settled payments");
    var settled = callbacks.fresh(SETTLED);
    marks.expect(settled);
    marks.settle(callbacks.channel().family(), callbacks.account().account(), settled);
    broker.empty();
    var result =
        ingress().run(Feed.around(callbacks.signed(settled)), new Pace.AsAnswered(), plan.time());
    long published = broker.messages();
    long absorbed = result.acknowledged() - published;
    measured.count(What.ABSORBED, absorbed);
    measured.count(What.ABSORBED_PUBLISHED, published);
    double share = (double) absorbed / Math.max(1, result.acknowledged());
    measured.add(What.ABSORBED_PER_S, result.perSecond() * share);
    measured.count(What.NOT_ACKNOWLEDGED, unwanted(result));
  }

  private Load ingress() {
    return load(callbacks.url());
  }

  private Load load(URI url) {
    return Load.on(url, callbacks.channel()::isAcknowledged, plan.callers());
  }

  private long unwanted(LoadResult result) {
    long count = result.refused() + result.lost();
    if (count > 0) {
      progress.finish("%d not acknowledged: %s".formatted(count, result.complaint()));
    }
    return count;
  }
}
