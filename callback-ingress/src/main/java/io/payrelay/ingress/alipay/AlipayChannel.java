package io.payrelay.ingress.alipay;

import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import org.springframework.stereotype.Component;

/**
 * Alipay. Options: {@code app-id}, {@code seller-id}, {@code unknown-order}. A key is Alipay's
 * public key or its certificate; the key {@code root} holds the roots that certificates lead to.
 */
@Component
final class AlipayChannel implements Channel {

  private static final String CONTENT_TYPE = "text/plain";

  // Anything but these seven characters, whatever the status, and it sends the notice again.
  private static final Acknowledgement ACCEPTED = Acknowledgement.of(200, CONTENT_TYPE, "success");

  @Override
  public String name() {
    return "alipay";
  }

  @Override
  public CallbackReader open(AccountSettings account) {
    return new AlipayReader(AlipayKeys.of(account.keys()), AlipayOptions.of(account));
  }

  @Override
  public Acknowledgement accepted() {
    return ACCEPTED;
  }

  /** Alipay knows one word for no, and shows it to nobody: the reason is in our log. */
  @Override
  public Acknowledgement refused(Refusal why, String detail) {
    return Acknowledgement.of(why.status(), CONTENT_TYPE, "failure");
  }
}
