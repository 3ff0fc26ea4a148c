package io.payrelay.ops.replay;

import io.payrelay.common.broker.Names;
import io.payrelay.common.event.DeadNotification;
import io.payrelay.common.event.Decoded;
import io.payrelay.common.event.DeliveryNudge;
import io.payrelay.common.event.EventCodec;
import io.payrelay.ops.deadletter.LetterContent;
import io.payrelay.ops.replay.ReplayOutcome.Refused;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Replays a notification through notify-worker, which owns it: its row decides. A nudge is never
 * published again, it would be stale.
 */
@Component
class NotificationReplay {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private final EventCodec codec;
  private final NotifyWorker notifyWorker;

  NotificationReplay(EventCodec codec, NotifyWorker notifyWorker) {
    this.codec = codec;
    this.notifyWorker = notifyWorker;
  }

  ReplayOutcome replay(LetterContent content, String operator, String reason) {
    return notificationId(content)
        .map(id -> notifyWorker.replay(id, operator, reason))
        .orElseGet(
            () ->
                new Refused("it names no notification, so there is nothing to replay: discard it"));
  }

  private Optional<String> notificationId(LetterContent content) {
    var type = content.headers().get(Names.TYPE);
    int version =
        content.headers().get(Names.SCHEMA_VERSION) instanceof Number number
            ? number.intValue()
            : 0;
    var decoded = codec.decode(type == null ? null : type.toString(), version, content.body());
    @Nullable String id =
        switch (decoded) {
          case Decoded.Known(DeadNotification dead) -> dead.notificationId();
          case Decoded.Known(DeliveryNudge nudge) -> nudge.notificationId();
          case Decoded.Known _, Decoded.UnknownType _, Decoded.Unreadable _ -> null;
        };
    return Optional.ofNullable(id).filter(given -> ID.matcher(given).matches());
  }
}
