package io.payrelay.notify.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A notification as the console shows it. */
record NotificationView(
    String notificationId,
    String orderNo,
    String merchantNo,
    String eventType,
    long amount,
    String currency,
    int sequence,
    @Nullable String url,
    String plan,
    String state,
    int attempt,
    int planPosition,
    int replayNo,
    Instant dueAt,
    @Nullable String lastError,
    @Nullable Integer lastStatus,
    @Nullable Instant deliveredAt,
    @Nullable Instant deadAt,
    @Nullable Instant deadLetteredAt,
    @Nullable String deadCause,
    Instant createdAt) {

  /** One of its attempts; times in milliseconds. */
  record AttemptView(
      int attempt,
      String kind,
      Instant startedAt,
      String outcome,
      @Nullable Integer status,
      @Nullable Integer dnsMs,
      @Nullable Integer connectMs,
      @Nullable Integer tlsMs,
      @Nullable Integer firstByteMs,
      @Nullable Integer totalMs,
      @Nullable String excerpt) {}

  /** With all that was tried, and what is sent. */
  record Detailed(NotificationView notification, String body, List<AttemptView> attempts) {}

  /**
   * A page of a list.
   *
   * @param next give it as {@code after} to read on; null at the end
   */
  record Page(List<NotificationView> items, @Nullable String next) {}
}
