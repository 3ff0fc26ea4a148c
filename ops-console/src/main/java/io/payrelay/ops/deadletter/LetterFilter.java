package io.payrelay.ops.deadletter;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.ops.Texts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which dead letters a list shows. Absent means all. */
record LetterFilter(
    @Nullable String origin,
    @Nullable DeadLetterCause cause,
    DeadLetterCause.@Nullable Fault fault,
    @Nullable LetterState state,
    @Nullable String orderNo) {

  private static final int LONGEST = 255;

  /** The columns to compare, and with what. The column names are ours alone. */
  Map<String, String> columns() {
    var columns = new LinkedHashMap<String, String>();
    put(columns, "origin", origin);
    put(columns, "cause", cause == null ? null : cause.name());
    put(columns, "fault", fault == null ? null : fault.name());
    put(columns, "state", state == null ? null : state.name());
    put(columns, "order_no", orderNo);
    return columns;
  }

  private static void put(Map<String, String> columns, String column, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      columns.put(column, Texts.clean(value, LONGEST));
    }
  }
}
