package io.payrelay.sandbox.audit;

import java.util.List;

/** P5: each order's history is one walk along the edges, and nothing leaves a terminal status. */
final class OrderProperties {

  private OrderProperties() {}

  // The edges are repeated here on purpose: an auditor does not trust the books' own list of rules.
  private static final Property TRANSITIONS_FOLLOW_THE_EDGES =
      Property.of(
          "P5 transitions follow the edges",
          """
          select order_no || ' went ' || from_status || ' → ' || to_status
          from core.order_transition
          where (from_status, to_status) not in (
            ('INIT', 'PAYING'), ('INIT', 'CLOSED'),
            ('PAYING', 'SUCCESS'), ('PAYING', 'FAIL'), ('PAYING', 'CLOSED'))
          """);

  private static final Property NOTHING_LEAVES_A_TERMINAL_STATUS =
      Property.of(
          "P5 nothing leaves a terminal status",
          """
          select order_no || ' left ' || from_status
          from core.order_transition
          where from_status in ('SUCCESS', 'FAIL', 'CLOSED')
          """);

  private static final Property HISTORY_IS_ONE_WALK =
      Property.of(
          "P5 history is one walk from INIT",
          """
          select t.order_no || ' left ' || t.from_status || ' without entering it'
          from core.order_transition t
          where t.from_status <> 'INIT'
            and not exists (
              select from core.order_transition b
              where b.order_no = t.order_no and b.to_status = t.from_status)
          union all
          select order_no || ' left ' || from_status || ' ' || count(*) || ' times'
          from core.order_transition
          group by order_no, from_status
          having count(*) > 1
          """);

  private static final Property STATUS_IS_WHERE_THE_HISTORY_ENDS =
      Property.of(
          "P5 status is where the history ends",
          """
          select o.order_no || ' is ' || o.status || ', its history ends in '
            || coalesce(t.to_status, 'INIT')
          from core.orders o
          left join (
            select e.order_no, e.to_status
            from core.order_transition e
            where not exists (
              select from core.order_transition n
              where n.order_no = e.order_no and n.from_status = e.to_status)
          ) t on t.order_no = o.order_no
          where o.status <> coalesce(t.to_status, 'INIT')
          """);

  static List<Property> all() {
    return List.of(
        TRANSITIONS_FOLLOW_THE_EDGES,
        NOTHING_LEAVES_A_TERMINAL_STATUS,
        HISTORY_IS_ONE_WALK,
        STATUS_IS_WHERE_THE_HISTORY_ENDS);
  }
}
