package io.payrelay.notify.plan;

import java.util.Map;

/** Lets tests of other packages build plans. */
public final class PlansForTests {

  private PlansForTests() {}

  public static RetryPlans of(Map<String, String> delays) {
    return RetryPlansTest.plans(delays);
  }
}
