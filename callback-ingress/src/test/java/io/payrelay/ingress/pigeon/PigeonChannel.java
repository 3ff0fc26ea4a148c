package io.payrelay.ingress.pigeon;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import org.springframework.stereotype.Component;

/** Notes on a pigeon's leg, sealed with the loft's ring number. */
@Component
final class PigeonChannel implements Channel {

  @Override
  public String name() {
    return "pigeon";
  }

  @Override
  public CallbackReader open(AccountSettings account) {
    Setting.check(account.options().isEmpty(), "options", "must be empty: this channel has none");
    for (int i = 0; i < account.keys().size(); i++) {
      Setting.check(
          account.keys().get(i).secret().length() >= 16,
          "keys[%d].secret".formatted(i),
          "needs at least 16 characters");
    }
    return new PigeonReader(account.keys());
  }

  @Override
  public Acknowledgement accepted() {
    return Acknowledgement.of(200, "text/plain", "coo");
  }

  @Override
  public Acknowledgement refused(Refusal why, String detail) {
    return Acknowledgement.of(why.status(), "text/plain", "hiss: " + detail);
  }
}
