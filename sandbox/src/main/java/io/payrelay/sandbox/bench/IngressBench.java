package io.payrelay.sandbox.bench;

import io.payrelay.common.id.Ids;
import io.payrelay.sandbox.channel.CallbackSender;
import io.payrelay.sandbox.channel.Channels;
import io.payrelay.sandbox.report.Progress;
import io.payrelay.sandbox.report.Report;
import io.payrelay.sandbox.stack.Answer;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.RefusedException;
import io.payrelay.sandbox.stack.SandboxFile;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Measures callback-ingress and its limits in turn, round by round, so that a machine that is
 * slower for a while is slower for all of them.
 */
final class IngressBench {

  private static final String MERCHANT = "bench";
  private static final Pattern PORT = Pattern.compile(LimitServer.READY + "(\\d+)");

  private final SandboxFile stack;
  private final IngressPlan plan;
  private final Progress progress;
  private final ServersInEnvironment servers = new ServersInEnvironment(System.getenv());
  private final Clock clock = Clock.systemUTC();

  IngressBench(SandboxFile stack, IngressPlan plan, Progress progress) {
    this.stack = stack;
    this.plan = plan;
    this.progress = progress;
  }

  Report run() throws IOException, InterruptedException {
    var channel = Channels.named(plan.channel()).getFirst();
    var account = stack.merchant(MERCHANT).accountAt(plan.channel());
    try (var http = new Http();
        var broker = Broker.open(servers.rabbitmq());
        var marks = new Marks(servers.redis());
        var brokerLimit = new BrokerLimit(servers.rabbitmq(), plan.callers())) {
      var sender = new CallbackSender(http, stack.ingressUrl(), clock, Duration.ofSeconds(5));
      var callbacks = new Callbacks(channel, account, sender.url(account), clock, new Ids(clock));
      var first = callbacks.fresh(1);
      var answer = sender.once(account, callbacks.sign(first.getFirst()));
      if (!channel.isAcknowledged(answer)) {
        throw new RefusedException("callback-ingress does not acknowledge: " + answer.summary());
      }
      try (var limit = limitServer(answer)) {
        var limitUrl =
            URI.create("http://127.0.0.1:" + limit.await(PORT) + callbacks.url().getRawPath());
        var measured = new Measured();
        var rounds =
            new IngressRound(
                plan,
                callbacks,
                new Events(channel, account.account(), clock),
                limitUrl,
                broker,
                marks,
                brokerLimit,
                new PerfTest(servers.rabbitmq(), plan.channel(), plan.callers()),
                progress);
        int pool = rounds.warmUp();
        for (int i = 1; i <= plan.rounds(); i++) {
          rounds.run("round %d/%d".formatted(i, plan.rounds()), pool, measured);
        }
        return new IngressResult(plan, measured).report();
      }
    }
  }

  /** In a JVM of its own, with the options that callback-ingress was started with. */
  private static Child limitServer(Answer answer) throws IOException {
    var options = System.getenv().getOrDefault("PAYRELAY_BENCH_JVM", "").strip();
    return Child.java(
        options.isEmpty() ? List.of() : List.of(options.split(" +")),
        List.of(LimitServer.class.getName(), Base64.getEncoder().encodeToString(answer.body())),
        Map.of());
  }
}
