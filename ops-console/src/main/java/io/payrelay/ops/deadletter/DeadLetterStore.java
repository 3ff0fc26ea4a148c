package io.payrelay.ops.deadletter;

import io.payrelay.common.broker.DeadLetterCause;
import io.payrelay.common.broker.Names;
import io.payrelay.common.id.Ids;
import java.sql.Types;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The dead letters at rest: stored once per episode, read in pages. */
@Repository
public class DeadLetterStore {

  private final JdbcClient jdbc;
  private final Ids ids;

  DeadLetterStore(JdbcClient jdbc, Ids ids) {
    this.jdbc = jdbc;
    this.ids = ids;
  }

  /** What became of a letter. */
  sealed interface Stored {
    record New(String id) implements Stored {}

    /** This episode was here already. */
    record Repeat() implements Stored {}
  }

  /**
   * Stores an episode, committed on return. A second message with the same id but another body is
   * not a repeat: it gets an id of its own rather than being lost. Only a notification's letter is
   * a mere description, whose details may differ between two tellings.
   */
  Stored store(NewLetter letter) {
    var id = insert(letter);
    if (id == null && !isNotification(letter) && !sameBodyIsStored(letter)) {
      id =
          insert(
              letter.withMessageId(
                  letter.messageId() + "#" + LetterReader.digest(letter.body()).substring(0, 16)));
    }
    return id == null ? new Stored.Repeat() : new Stored.New(id);
  }

  private static boolean isNotification(NewLetter letter) {
    return letter.origin().equals(Names.NOTIFY_DELIVERIES);
  }

  private @Nullable String insert(NewLetter letter) {
    return jdbc.sql(
            """
            insert into dead_letter
              (id, origin, message_id, replay_no, cause, fault, detail, order_no, headers, body, died_at)
            values
              (:id, :origin, :messageId, :replayNo, :cause, :fault, :detail, :orderNo, :headers, :body, :diedAt)
            on conflict on constraint dead_letter_is_stored_once do nothing
            returning id""")
        .param("id", ids.withPrefix("dl_"))
        .param("origin", letter.origin())
        .param("messageId", letter.messageId())
        .param("replayNo", letter.replayNo())
        .param("cause", letter.cause().name())
        .param("fault", letter.cause().fault().name())
        .param("detail", letter.detail())
        .param("orderNo", letter.orderNo(), Types.VARCHAR)
        .param("headers", HeaderJson.write(letter.headers()))
        .param("body", letter.body())
        .param(
            "diedAt",
            letter.diedAt() == null ? null : letter.diedAt().atOffset(ZoneOffset.UTC),
            Types.TIMESTAMP_WITH_TIMEZONE)
        .query(String.class)
        .optional()
        .orElse(null);
  }

  private boolean sameBodyIsStored(NewLetter letter) {
    return jdbc.sql(
            """
            select body = :body from dead_letter
            where origin = :origin and message_id = :messageId and replay_no = :replayNo""")
        .param("body", letter.body())
        .param("origin", letter.origin())
        .param("messageId", letter.messageId())
        .param("replayNo", letter.replayNo())
        .query(Boolean.class)
        .single();
  }

  /** Newest first. One key is both the order and the page's mark, so no letter is skipped. */
  List<DeadLetter> page(LetterFilter filter, @Nullable String after, int limit) {
    var sql = new StringBuilder("select " + LetterRow.COLUMNS + " from dead_letter where true");
    var columns = filter.columns();
    columns.keySet().forEach(c -> sql.append(" and ").append(c).append(" = :").append(c));
    if (after != null) {
      sql.append(" and id < :after");
    }
    sql.append(" order by id desc limit :limit");
    return jdbc.sql(sql.toString())
        .params(columns)
        .param("after", after)
        .param("limit", limit)
        .query(LetterRow.MAPPER)
        .list();
  }

  /** One episode. */
  public Optional<DeadLetter> find(String id) {
    return jdbc.sql("select " + LetterRow.COLUMNS + " from dead_letter where id = :id")
        .param("id", id)
        .query(LetterRow.MAPPER)
        .optional();
  }

  /** The headers and the body of an episode that exists. */
  public LetterContent content(String id) {
    return jdbc.sql("select headers, body from dead_letter where id = :id")
        .param("id", id)
        .query(
            (row, _) ->
                new LetterContent(HeaderJson.read(row.getString("headers")), row.getBytes("body")))
        .single();
  }

  /** All episodes of the same message, oldest first. */
  List<DeadLetter> episodes(DeadLetter letter) {
    return jdbc.sql(
            "select "
                + LetterRow.COLUMNS
                + " from dead_letter where origin = :origin and message_id = :messageId"
                + " order by replay_no")
        .param("origin", letter.origin())
        .param("messageId", letter.messageId())
        .query(LetterRow.MAPPER)
        .list();
  }

  /** How many are held, by cause; a cause without any is absent. */
  Map<DeadLetterCause, Long> held() {
    var held = new EnumMap<DeadLetterCause, Long>(DeadLetterCause.class);
    jdbc.sql(
            "select cause, count(*) as letters from dead_letter where state = 'HELD' group by cause")
        .query(
            row -> {
              held.put(DeadLetterCause.valueOf(row.getString("cause")), row.getLong("letters"));
            });
    return held;
  }
}
