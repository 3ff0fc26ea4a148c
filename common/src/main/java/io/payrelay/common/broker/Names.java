package io.payrelay.common.broker;

/** Names of exchanges, queues and message headers. */
public final class Names {

  public static final String CALLBACKS = "payrelay.callbacks";
  public static final String CALLBACKS_RETRY = "payrelay.callbacks.retry";
  public static final String SETTLEMENTS = "payrelay.settlements";
  public static final String RETRY = "payrelay.retry";
  public static final String DEAD = "payrelay.dead";
  public static final String UNROUTABLE = "payrelay.unroutable";

  public static final String CORE_CALLBACKS = "order-core.callbacks";
  public static final String NOTIFY_SETTLEMENTS = "notify-worker.settlements";
  public static final String NOTIFY_DELIVERIES = "notify-worker.deliveries";

  /** Headers of every message. */
  public static final String TYPE = "type";

  public static final String SCHEMA_VERSION = "schemaVersion";

  private Names() {}

  /** The queue that holds the dead letters of {@code origin} until ops-console has stored them. */
  public static String deadLetterQueue(String origin) {
    return origin + ".dlq";
  }
}
