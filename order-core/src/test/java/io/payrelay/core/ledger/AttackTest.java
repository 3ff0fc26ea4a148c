package io.payrelay.core.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.core.RunningCore;
import io.payrelay.core.settlement.PaidOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Plain SQL, with the application's own rights, against the books. */
class AttackTest {

  private final JdbcClient sql = RunningCore.get().sql();
  private final String orderNo = PaidOrder.make();

  private void refused(String attack, String constraint) {
    assertThatThrownBy(() -> sql.sql(attack).update()).hasMessageContaining(constraint);
  }

  @ParameterizedTest
  @CsvSource({"INIT", "PAYING", "FAIL", "CLOSED"})
  void nothing_leaves_success(String status) {
    refused(
        "update orders set status = '%s' where order_no = '%s'".formatted(status, orderNo),
        "order " + orderNo + " is SUCCESS: no edge leads from there to " + status);
  }

  /** psql starts in another schema than the service, and a temporary table could hide the edges. */
  @Test
  void the_edges_hold_from_any_schema_and_behind_any_temporary_table() {
    refused(
        """
        set local search_path to public;
        create temporary table order_edge on commit drop as
          select 'SUCCESS' as from_status, 'PAYING' as to_status;
        update core.orders set status = 'PAYING' where order_no = '%s'
        """
            .formatted(orderNo),
        "order " + orderNo + " is SUCCESS: no edge leads from there to PAYING");
  }

  @Test
  void history_can_not_take_an_edge_that_does_not_exist() {
    refused(
        """
        insert into order_transition (order_no, from_status, to_status, cause)
        values ('%s', 'SUCCESS', 'CLOSED', 'attack')
        """
            .formatted(orderNo),
        "transition_follows_an_edge");
  }

  @ParameterizedTest
  @CsvSource({"ledger_entry", "order_transition"})
  void history_is_append_only(String table) {
    refused("delete from " + table, table + " is append-only");
    refused("update " + table + " set created_at = now()", table + " is append-only");
    refused("truncate " + table, table + " is append-only");
  }

  @Test
  void an_entry_moves_a_positive_amount_between_two_accounts_of_its_currency_once() {
    var copy =
        """
        insert into ledger_entry
          (kind, source_id, debit_account, credit_account, amount, currency, order_no)
        select %s from ledger_entry where order_no = '%s'
        """;
    refused(
        copy.formatted(
            "kind, source_id, debit_account, credit_account, amount, currency, order_no", orderNo),
        "ledger_entry_is_booked_once");
    refused(
        copy.formatted(
            "kind, 'x', debit_account, credit_account, -amount, currency, order_no", orderNo),
        "ledger_entry_amount_is_positive");
    refused(
        copy.formatted(
            "kind, 'x', debit_account, debit_account, amount, currency, order_no", orderNo),
        "ledger_entry_moves_money");
    refused(
        copy.formatted(
            "kind, 'x', debit_account, credit_account, amount, 'USD', order_no", orderNo),
        "ledger_entry_debit_in_its_currency");
  }

  @Test
  void a_payment_arrives_once_and_an_event_is_emitted_once() {
    refused(
        """
        insert into channel_payment
          (channel_family, account, transaction_id, channel, order_no, amount, currency, outcome,
           delivery_id, received_at)
        select channel_family, account, transaction_id, channel, order_no, amount, currency, outcome,
          delivery_id, received_at
        from channel_payment where order_no = '%s'
        """
            .formatted(orderNo),
        "payment_arrives_once");
    refused(
        """
        insert into outbox (event_id, event_type, order_no, body, traceparent)
        select 'other', event_type, order_no, body, traceparent from outbox where order_no = '%s'
        """
            .formatted(orderNo),
        "event_is_emitted_once");
  }
}
