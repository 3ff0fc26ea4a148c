package io.payrelay.core.receipt;

import io.payrelay.common.web.ProblemException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows an order's callbacks to the other services. */
@RestController
class ReceiptController {

  private static final int MOST = 500;

  private final JdbcClient jdbc;

  ReceiptController(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** An order's callbacks as they came in, the oldest first. */
  record Page(List<ReceiptView> items) {}

  @GetMapping("/internal/receipts")
  Page list(@RequestParam String orderNo, @RequestParam(defaultValue = "100") int limit) {
    if (limit < 1 || limit > MOST || !orderNo.matches("[A-Za-z0-9_-]{1,64}")) {
      throw new ProblemException(
          HttpStatus.BAD_REQUEST,
          "invalid-request",
          "orderNo is 1 to 64 letters, digits, hyphens or underscores, and limit 1 to " + MOST);
    }
    return new Page(
        jdbc.sql(
                """
                select delivery_id, channel, account, order_no, kind, transaction_id, refund_id,
                  amount, currency, identity_matches, body_digest, body is not null as body_kept,
                  received_at, outcome, detail, passes, decided_at
                from callback_receipt
                where order_no = :order
                order by received_at, delivery_id
                limit :limit
                """)
            .param("order", orderNo)
            .param("limit", limit)
            .query(ReceiptView.class)
            .list());
  }
}
