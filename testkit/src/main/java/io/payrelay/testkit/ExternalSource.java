package io.payrelay.testkit;

import java.util.Map;

/** A server that is somebody else's, named by Spring's own environment variables. */
record ExternalSource(Kind kind) implements ServerSource {

  @Override
  public Map<String, String> environment() {
    return System.getenv();
  }

  @Override
  public void control(Verb verb) {
    throw new IllegalStateException(
        "PAYRELAY_INFRA is external: a test wants to %s %s, which is not ours"
            .formatted(verb.stackName(), kind.stackName()));
  }

  @Override
  public String tool(String... arguments) {
    throw new IllegalStateException(
        "PAYRELAY_INFRA is external: a test wants to administrate %s, which is not ours"
            .formatted(kind.stackName()));
  }
}
