package io.payrelay.ingress.unionpay;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.field.UnknownOrder;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an account says about itself besides its keys.
 *
 * @param cn whom the signing certificate has to name
 * @param trustNotice whether a notice of success is believed without a query
 * @param unknownOrder what becomes of money that carries no order number of ours
 */
record UnionPayOptions(String merId, String cn, boolean trustNotice, UnknownOrder unknownOrder) {

  /** UnionPay's name in the certificates of its production environment. */
  static final String UNIONPAY = "中国银联股份有限公司";

  private static final Set<String> NAMES =
      Set.of("mer-id", "cn", "trust-notice", UnknownOrder.OPTION);

  // 15 characters by UnionPay's own rule.
  private static final Pattern MER_ID = Pattern.compile("[0-9A-Za-z]{15}");

  static UnionPayOptions of(AccountSettings account) {
    account.checkOptions(NAMES);
    var options = account.options();
    var merId = options.getOrDefault("mer-id", "");
    Setting.check(
        MER_ID.matcher(merId).matches(), "options.mer-id", "must be 15 letters or digits");
    var cn = options.getOrDefault("cn", UNIONPAY);
    Setting.check(
        !cn.isBlank() && cn.length() <= 64 && cn.indexOf('@') < 0,
        "options.cn",
        "must be the third part of the certificate's CN, 1 to 64 characters without '@'");
    var unknownOrder = UnknownOrder.of(account, UnknownOrder.CASE);
    return new UnionPayOptions(
        merId,
        cn,
        switch (options.getOrDefault("trust-notice", "false")) {
          case "true" -> true;
          case "false" -> false;
          default ->
              throw new InvalidSettingException("options.trust-notice must be true or false");
        },
        unknownOrder);
  }
}
