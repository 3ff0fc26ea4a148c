package io.payrelay.sandbox.bench;

import com.rabbitmq.client.ConnectionFactory;
import io.payrelay.common.broker.Names;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** RabbitMQ's own load generator on the same queue: what our broker limit is held against. */
record PerfTest(ConnectionFactory broker, String routingKey, int callers) {

  private static final Pattern RESULT = Pattern.compile("sending rate avg: (\\d+) msg/s");
  private static final int PRODUCERS = 4;

  double perSecond(int bodySize, Duration time) throws IOException {
    var arguments =
        List.of(
            "com.rabbitmq.perf.PerfTest",
            "--predeclared",
            "--exchange",
            Names.CALLBACKS,
            "--type",
            "topic",
            "--routing-key",
            routingKey,
            "--producers",
            String.valueOf(PRODUCERS),
            "--consumers",
            "0",
            "--confirm",
            String.valueOf(Math.max(1, callers / PRODUCERS)),
            "--flag",
            "persistent",
            "--flag",
            "mandatory",
            "--size",
            String.valueOf(bodySize),
            "--time",
            String.valueOf(time.toSeconds()));
    try (var child = Child.java(List.of("-XX:+UseSerialGC"), arguments, Map.of("URI", uri()))) {
      return Double.parseDouble(child.await(RESULT));
    }
  }

  // In the environment: a command line is everybody's to read.
  private String uri() {
    return "amqp://%s:%s@%s:%d"
        .formatted(broker.getUsername(), broker.getPassword(), broker.getHost(), broker.getPort());
  }
}
