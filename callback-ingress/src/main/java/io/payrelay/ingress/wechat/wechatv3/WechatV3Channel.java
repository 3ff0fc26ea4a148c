package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * WeChat Pay v3. The keys of an account are its APIv3 key, with the id {@code apiv3}, and WeChat's
 * own: a certificate by its serial, a public key by its {@code PUB_KEY_ID_…}. Any 200 ends the
 * retries whatever the body says, so a refusal never is one.
 */
@Component
final class WechatV3Channel implements Channel {

  private record Words(String code, String message) {}

  private static final String CONTENT_TYPE = "application/json";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Acknowledgement ACCEPTED =
      new Acknowledgement(200, CONTENT_TYPE, JSON.writeValueAsBytes(new Words("SUCCESS", "OK")));

  @Override
  public String name() {
    return "wechat-v3";
  }

  @Override
  public String family() {
    return "wechat";
  }

  @Override
  public CallbackReader open(AccountSettings account) {
    var options = WechatV3Options.of(account);
    return new WechatV3Reader(WechatV3Keys.of(account.keys()), options);
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
