package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.field.UnknownOrder;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an account says about itself besides its keys.
 *
 * @param mchid the merchant that its notices must name
 * @param appid the app that its notices must name; a refund names none
 * @param unknownOrder what becomes of money for an order that is not ours
 */
record WechatV3Options(String mchid, String appid, UnknownOrder unknownOrder) {

  private static final Set<String> NAMES = Set.of("mchid", "appid", UnknownOrder.OPTION);
  private static final Pattern MCHID = Pattern.compile("[0-9]{1,32}");
  private static final Pattern APPID = Pattern.compile("[A-Za-z0-9]{1,32}");

  /** From an account's options. */
  static WechatV3Options of(AccountSettings account) {
    account.checkOptions(NAMES);
    var mchid = account.options().getOrDefault("mchid", "");
    var appid = account.options().getOrDefault("appid", "");
    Setting.check(MCHID.matcher(mchid).matches(), "options.mchid", "must be 1 to 32 digits");
    Setting.check(
        APPID.matcher(appid).matches(), "options.appid", "must be 1 to 32 letters or digits");
    return new WechatV3Options(mchid, appid, UnknownOrder.of(account, UnknownOrder.CASE));
  }
}
