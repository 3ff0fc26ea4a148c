package io.payrelay.core.cases;

import io.payrelay.common.web.ProblemException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows cases to the other services. */
@RestController
class CaseController {

  private static final Set<String> STATUSES = Set.of("OPEN", "CLOSED");
  private static final int MOST = 500;

  private final CaseRepository cases;

  CaseController(CaseRepository cases) {
    this.cases = cases;
  }

  /**
   * A page of cases in the order they were opened.
   *
   * @param next what to pass as {@code after} for the next page; absent on the last one
   */
  record Page(List<CaseView> items, @Nullable Long next) {}

  @GetMapping("/internal/cases")
  Page list(
      @RequestParam(defaultValue = "OPEN") String status,
      @RequestParam(defaultValue = "0") long after,
      @RequestParam(defaultValue = "100") int limit) {
    if (!STATUSES.contains(status) || limit < 1 || limit > MOST) {
      throw new ProblemException(
          HttpStatus.BAD_REQUEST,
          "invalid-request",
          "status is OPEN or CLOSED, and limit 1 to " + MOST);
    }
    var items =
        cases.findByStatusAndCaseIdGreaterThanOrderByCaseId(status, after, Limit.of(limit)).stream()
            .map(PaymentCase::view)
            .toList();
    return new Page(items, items.size() == limit ? items.getLast().caseId() : null);
  }
}
