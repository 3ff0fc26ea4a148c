package io.payrelay.core.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.core.Api;
import io.payrelay.core.RunningCore;
import io.payrelay.core.settlement.PaidOrder;
import org.junit.jupiter.api.Test;

class CasesApiTest {

  private final RunningCore core = RunningCore.get();
  private final Api internal = core.internal("ops-console");

  @Test
  void open_cases_are_listed_page_by_page() {
    var orderNo = PaidOrder.makeTwice();

    var after = 0L;
    var found = false;
    for (int page = 0; page < 1_000 && !found; page++) {
      var answer =
          internal.get("/internal/cases?status=OPEN&limit=2&after=" + after).expect(200).json();
      for (var item : answer.get("items")) {
        after = item.get("caseId").asLong();
        if (item.get("orderNo").asString().equals(orderNo)) {
          found = true;
          assertThat(item.get("kind").asString()).isEqualTo("DOUBLE_PAYMENT");
          assertThat(item.get("amount").asLong()).isEqualTo(59_900);
        }
      }
      if (answer.path("next").isMissingNode() || answer.get("next").isNull()) {
        break;
      }
    }
    assertThat(found).isTrue();
  }

  @Test
  void a_status_or_limit_that_does_not_exist_is_refused() {
    internal.get("/internal/cases?status=ANY").problem(400, "invalid-request");
    internal.get("/internal/cases?limit=0").problem(400, "invalid-request");
  }
}
