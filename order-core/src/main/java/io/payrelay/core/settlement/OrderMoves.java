package io.payrelay.core.settlement;

import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.core.order.OrderStatus;
import io.payrelay.core.outbox.Emission;
import io.payrelay.core.outbox.Outbox;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Moves orders along the edges by compare-and-swap, each edge with its history row, and keeps the
 * event of each end, in the caller's transaction. An order occurs at most once per call.
 */
@Component
class OrderMoves {

  private final JdbcClient jdbc;
  private final Outbox outbox;
  private final Ids ids;

  OrderMoves(JdbcClient jdbc, Outbox outbox, Ids ids) {
    this.jdbc = jdbc;
    this.outbox = outbox;
    this.ids = ids;
  }

  /**
   * Ends all these orders, and keeps the event of each for its merchant.
   *
   * @throws LostSwapException if one of them is not what was judged; the caller rolls back
   */
  void apply(List<Move> moves) {
    if (moves.isEmpty()) {
      return;
    }
    var fromInit = moves.stream().filter(Move::startsFromInit).toList();
    start(fromInit);
    var moved = end(moves);
    keepHistory(fromInit, moves);
    outbox.add(announcements(moves, moved));
  }

  private void start(List<Move> moves) {
    if (moves.isEmpty()) {
      return;
    }
    int started =
        jdbc.sql(
                """
                update orders o
                set status = 'PAYING', version = o.version + 1, updated_at = now(),
                    channel = m.channel, channel_account = m.account
                from unnest(:orders::text[], :versions::bigint[], :channels::text[], :accounts::text[])
                  as m (order_no, version, channel, account)
                where o.order_no = m.order_no and o.status = 'INIT' and o.version = m.version
                """)
            .param("orders", texts(moves, move -> move.order().orderNo()))
            .param("versions", moves.stream().map(m -> m.order().version()).toArray(Long[]::new))
            .param("channels", texts(moves, move -> move.at().channel()))
            .param("accounts", texts(moves, move -> move.at().account()))
            .update();
    check(started, moves.size(), "PAYING");
  }

  private Map<String, Moved> end(List<Move> moves) {
    var moved = new HashMap<String, Moved>();
    jdbc.sql(
            """
            update orders o
            set status = m.status, version = o.version + 1, updated_at = now(),
                event_sequence = o.event_sequence + 1,
                channel_order_no = coalesce(m.transaction_id, o.channel_order_no),
                pay_succ_time = case when m.status = 'SUCCESS' then coalesce(m.paid_at, now()) end
            from unnest(
                :orders::text[], :versions::bigint[], :statuses::text[], :transactions::text[],
                :times::timestamptz[])
              as m (order_no, version, status, transaction_id, paid_at)
            where o.order_no = m.order_no and o.status = 'PAYING' and o.version = m.version
            returning o.order_no, o.merchant_no, o.merchant_order_no, o.amount, o.currency, o.status,
              o.channel, o.channel_order_no, o.event_sequence, o.notify_url_id, o.updated_at
            """)
        .param("orders", texts(moves, move -> move.order().orderNo()))
        .param("versions", moves.stream().map(Move::versionWhenPaying).toArray(Long[]::new))
        .param("statuses", texts(moves, move -> move.to().name()))
        .param("transactions", texts(moves, Move::transactionId))
        .param("times", texts(moves, move -> Objects.toString(move.paidAt(), null)))
        .query((row, _) -> moved(row))
        .list()
        .forEach(one -> moved.put(one.orderNo(), one));
    check(moved.size(), moves.size(), "its end");
    return moved;
  }

  private static Moved moved(ResultSet row) throws SQLException {
    return new Moved(
        row.getString("order_no"),
        row.getString("merchant_no"),
        row.getString("merchant_order_no"),
        Money.ofMinor(row.getLong("amount"), row.getString("currency")),
        OrderStatus.valueOf(row.getString("status")),
        row.getString("channel"),
        row.getString("channel_order_no"),
        row.getInt("event_sequence"),
        row.getString("notify_url_id"),
        row.getObject("updated_at", OffsetDateTime.class).toInstant());
  }

  private List<Emission> announcements(List<Move> moves, Map<String, Moved> moved) {
    var emissions = new ArrayList<Emission>();
    for (var move : moves) {
      var order = moved.get(move.order().orderNo());
      if (order != null) { // end() has checked that it is there
        emissions.add(order.announcement(ids.eventId(), move.trace()));
      }
    }
    return emissions;
  }

  private record Edge(String orderNo, OrderStatus from, OrderStatus to, String cause) {}

  private void keepHistory(List<Move> fromInit, List<Move> all) {
    var edges = new ArrayList<Edge>();
    fromInit.forEach(move -> edges.add(edge(move, OrderStatus.INIT, OrderStatus.PAYING)));
    all.forEach(move -> edges.add(edge(move, OrderStatus.PAYING, move.to())));
    jdbc.sql(
            """
            insert into order_transition (order_no, from_status, to_status, cause)
            select * from unnest(:orders::text[], :froms::text[], :tos::text[], :causes::text[])
            """)
        .param("orders", texts(edges, Edge::orderNo))
        .param("froms", texts(edges, edge -> edge.from().name()))
        .param("tos", texts(edges, edge -> edge.to().name()))
        .param("causes", texts(edges, Edge::cause))
        .update();
  }

  private static Edge edge(Move move, OrderStatus from, OrderStatus to) {
    return new Edge(move.order().orderNo(), from, from.become(to), move.cause());
  }

  private static <T> @Nullable String[] texts(
      List<T> rows, Function<T, ? extends @Nullable String> column) {
    return rows.stream().map(column).toArray(String[]::new);
  }

  private static void check(int moved, int expected, String towards) {
    if (moved != expected) {
      throw new LostSwapException(
          "%d of %d orders moved towards %s".formatted(moved, expected, towards));
    }
  }
}
