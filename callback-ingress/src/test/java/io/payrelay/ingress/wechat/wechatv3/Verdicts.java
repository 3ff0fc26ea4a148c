package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Notice;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.util.List;
import java.util.Map;

/** Opens accounts and takes verdicts apart. */
final class Verdicts {

  private Verdicts() {}

  static CallbackReader open(Map<String, String> options, KeySettings... keys) {
    return new WechatV3Channel()
        .open(new AccountSettings("wechat-v3", "shop", List.of(keys), options));
  }

  static Notice notice(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Genuine(var notice) -> notice;
      case Verdict.Ignored _, Verdict.Refused _ -> throw new AssertionError(verdict);
    };
  }

  static Refusal refusal(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, _) -> why;
      case Verdict.Genuine _, Verdict.Ignored _ -> throw new AssertionError(verdict);
    };
  }

  static String complaint(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Refused(var why, var detail) when why == Refusal.BODY_MALFORMED -> detail;
      case Verdict other -> throw new AssertionError(other);
    };
  }
}
