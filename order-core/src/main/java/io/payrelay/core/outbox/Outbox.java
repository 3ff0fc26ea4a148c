package io.payrelay.core.outbox;

import io.payrelay.common.event.EventCodec;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Keeps events in the caller's transaction; {@link OutboxRelay} publishes them. Thread-safe. */
@Component
public class Outbox {

  private final JdbcClient jdbc;
  private final EventCodec codec;

  Outbox(JdbcClient jdbc, EventCodec codec) {
    this.jdbc = jdbc;
    this.codec = codec;
  }

  /** Keeps all; the database refuses a second event of the same order and type. */
  public void add(List<Emission> emissions) {
    if (emissions.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            insert into outbox (event_id, event_type, order_no, body, traceparent)
            select *
            from unnest(:ids::text[], :types::text[], :orders::text[], :bodies::bytea[], :traces::text[])
            """)
        .param("ids", emissions.stream().map(e -> e.event().eventId()).toArray(String[]::new))
        .param("types", emissions.stream().map(e -> e.event().type()).toArray(String[]::new))
        .param("orders", emissions.stream().map(e -> e.event().orderNo()).toArray(String[]::new))
        .param(
            "bodies", emissions.stream().map(e -> codec.encode(e.event())).toArray(byte[][]::new))
        .param("traces", emissions.stream().map(e -> e.trace().header()).toArray(String[]::new))
        .update();
  }
}
