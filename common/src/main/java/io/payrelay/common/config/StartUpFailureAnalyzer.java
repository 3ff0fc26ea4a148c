package io.payrelay.common.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Shows a refused setting as a sentence instead of a stack trace. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class StartUpFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()), "Change this setting and start again.", cause);
  }
}
