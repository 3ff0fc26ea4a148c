package io.payrelay.ops.audit;

import io.payrelay.common.web.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit over HTTP: to read only. */
@RestController
class AuditController {

  private static final int MOST = 500;

  private final AuditLog audit;

  AuditController(AuditLog audit) {
    this.audit = audit;
  }

  /** A page of entries, newest first; {@code next} goes into {@code after} of the next request. */
  record Page(List<AuditEntry> items, @Nullable Long next) {}

  @GetMapping("/api/audit")
  Page page(
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam(required = false) @Nullable Long after) {
    if (limit < 1 || limit > MOST) {
      throw new ProblemException(
          HttpStatus.BAD_REQUEST, "bad-limit", "limit must be between 1 and " + MOST);
    }
    var found = audit.page(after, limit + 1);
    var items = found.subList(0, Math.min(limit, found.size()));
    return new Page(items, found.size() > limit ? items.getLast().id() : null);
  }
}
