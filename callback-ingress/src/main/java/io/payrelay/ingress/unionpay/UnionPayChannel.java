package io.payrelay.ingress.unionpay;

import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import org.springframework.stereotype.Component;

/**
 * UnionPay. Keys by what their id starts with: {@code root} and {@code middle} are certificates of
 * authorities, {@code secure} is a shared secret.
 */
@Component
final class UnionPayChannel implements Channel {

  private static final String CONTENT_TYPE = "text/plain";
  private static final Acknowledgement ACCEPTED = Acknowledgement.of(200, CONTENT_TYPE, "ok");

  @Override
  public String name() {
    return "unionpay";
  }

  @Override
  public CallbackReader open(AccountSettings account) {
    var options = UnionPayOptions.of(account);
    return new UnionPayReader(UnionPayKeys.of(account.keys(), options.cn()), options);
  }

  /** UnionPay looks at the status alone. */
  @Override
  public Acknowledgement accepted() {
    return ACCEPTED;
  }

  @Override
  public Acknowledgement refused(Refusal why, String detail) {
    return Acknowledgement.of(why.status(), CONTENT_TYPE, why.label());
  }
}
