package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * WeChat Pay v3. Options: {@code mchid} and {@code appid}. Keys: {@code apiv3} is the 32-byte APIv3
 * key; any other id is a certificate serial or {@code PUB_KEY_ID_…}, its secret the PEM.
 */
@Component
final class WechatV3Channel implements Channel {

  private record Words(String code, String message) {}

  private static final Set<String> OPTIONS = Set.of("mchid", "appid");
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
    for (var name : new TreeSet<>(account.options().keySet())) {
      Setting.check(
          OPTIONS.contains(name),
          "options." + name,
          "is no option: there are " + new TreeSet<>(OPTIONS));
    }
    var mchid = account.options().getOrDefault("mchid", "");
    var appid = account.options().getOrDefault("appid", "");
    Setting.check(mchid.matches("[0-9]{1,32}"), "options.mchid", "must be 1 to 32 digits");
    Setting.check(
        appid.matches("[A-Za-z0-9]{1,32}"), "options.appid", "must be 1 to 32 letters or digits");
    return new WechatV3Reader(WechatV3Keys.of(account.keys()), mchid, appid);
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
