package io.payrelay.common.broker;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a wrong topology as its differences instead of a stack trace. */
class TopologyFailureAnalyzer extends AbstractFailureAnalyzer<TopologyMismatchException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, TopologyMismatchException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Make the broker's queues match, or point spring.rabbitmq.virtual-host elsewhere.",
        cause);
  }
}
