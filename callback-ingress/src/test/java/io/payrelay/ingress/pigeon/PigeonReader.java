package io.payrelay.ingress.pigeon;

import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.money.InvalidMoneyException;
import io.payrelay.common.money.Money;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/** Reads {@code <order no> <transaction id> <yuan>}, sealed by a header that repeats the secret. */
record PigeonReader(List<KeySettings> keys) implements CallbackReader {

  private static final Pattern NOTE =
      Pattern.compile("([A-Za-z0-9_-]{1,64}) ([!-~]{1,128}) ([0-9.]{1,20})");

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    var seals = request.header("X-Seal");
    if (seals.size() != 1) {
      return new Verdict.Refused(Refusal.SIGNATURE_MISSING, "one X-Seal, please");
    }
    boolean isSealed =
        keys.stream()
            .anyMatch(key -> key.isValidAt(now) && isEqual(key.secret(), seals.getFirst()));
    if (!isSealed) {
      return new Verdict.Refused(Refusal.SIGNATURE_WRONG, "another loft's seal");
    }
    return note(new String(request.body(), StandardCharsets.UTF_8));
  }

  private static boolean isEqual(String secret, String seal) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.UTF_8), seal.getBytes(StandardCharsets.UTF_8));
  }

  private static Verdict note(String text) {
    var note = NOTE.matcher(text);
    if (!note.matches()) {
      return new Verdict.Refused(Refusal.BODY_MALFORMED, "not a pigeon's note");
    }
    try {
      return new Verdict.Genuine(
          new Notice(
              null,
              NoticeKind.PAID,
              true,
              note.group(1),
              note.group(2),
              Money.parse(note.group(3), "CNY"),
              null,
              null));
    } catch (InvalidMoneyException e) {
      return new Verdict.Refused(Refusal.BODY_MALFORMED, "not an amount");
    }
  }
}
