package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.field.UnknownOrder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What an account says about itself. */
record WechatV2Account(
    List<ApiKey> keys, String mchid, String appid, SignType signType, UnknownOrder unknownOrder) {

  private static final String MCHID = "mchid";
  private static final String APPID = "appid";
  private static final String SIGN_TYPE = "sign-type";

  static WechatV2Account of(AccountSettings account) {
    account.checkOptions(Set.of(MCHID, APPID, SIGN_TYPE, UnknownOrder.OPTION));
    return new WechatV2Account(
        ApiKey.of(account.keys()),
        option(account, MCHID, "[0-9]{1,32}", "must be 1 to 32 digits"),
        option(account, APPID, "[A-Za-z0-9]{1,32}", "must be 1 to 32 letters or digits"),
        SignType.of(account.options().getOrDefault(SIGN_TYPE, "")),
        UnknownOrder.of(account, UnknownOrder.CASE));
  }

  private static String option(AccountSettings account, String name, String form, String needs) {
    var value = account.options().getOrDefault(name, "");
    Setting.check(value.matches(form), "options." + name, needs);
    return value;
  }

  Stream<ApiKey> keysAt(Instant now) {
    return keys.stream().filter(key -> key.isValidAt(now));
  }

  /** A service provider's sub_mch_id is not asked: the account is the one that was paid through. */
  boolean isNamedIn(Message message) {
    return message.says("mch_id", mchid) && message.says("appid", appid);
  }
}
