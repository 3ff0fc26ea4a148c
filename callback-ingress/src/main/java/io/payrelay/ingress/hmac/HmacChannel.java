package io.payrelay.ingress.hmac;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.timestamped.TimestampedHmac;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The generic channel, for whoever can sign JSON with a shared secret. */
@Component
final class HmacChannel implements Channel {

  private record Words(String code, String message) {}

  private static final int LEAST_CHARACTERS = 32;
  private static final String CONTENT_TYPE = "application/json";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Acknowledgement ACCEPTED =
      new Acknowledgement(200, CONTENT_TYPE, JSON.writeValueAsBytes(new Words("SUCCESS", "OK")));

  @Override
  public String name() {
    return "hmac";
  }

  @Override
  public CallbackReader open(AccountSettings account) {
    Setting.check(account.options().isEmpty(), "options", "must be empty: this channel has none");
    var keys = account.keys();
    for (int i = 0; i < keys.size(); i++) {
      Setting.check(
          keys.get(i).secret().length() >= LEAST_CHARACTERS,
          "keys[%d].secret".formatted(i),
          "needs at least 32 characters: openssl rand -base64 32");
    }
    return new HmacReader(new TimestampedHmac("X-Signature", keys));
  }

  @Override
  public Acknowledgement accepted() {
    return ACCEPTED;
  }

  @Override
  public Acknowledgement refused(Refusal why, String detail) {
    return new Acknowledgement(
        why.status(), CONTENT_TYPE, JSON.writeValueAsBytes(new Words("FAIL", detail)));
  }
}
