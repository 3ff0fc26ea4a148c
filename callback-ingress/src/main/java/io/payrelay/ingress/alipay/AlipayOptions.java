package io.payrelay.ingress.alipay;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.field.UnknownOrder;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whose account it is at Alipay.
 *
 * @param appId the app that places the payments
 * @param sellerId who is paid: a user id, 2088…
 * @param unknownOrder what becomes of money that names no order of ours
 */
record AlipayOptions(String appId, String sellerId, UnknownOrder unknownOrder) {

  private static final String APP_ID = "app-id";
  private static final String SELLER_ID = "seller-id";
  private static final Set<String> NAMES = Set.of(APP_ID, SELLER_ID, UnknownOrder.OPTION);
  private static final Pattern ID = Pattern.compile("[0-9]{1,32}");

  static AlipayOptions of(AccountSettings account) {
    account.checkOptions(NAMES);
    return new AlipayOptions(
        id(account, APP_ID), id(account, SELLER_ID), UnknownOrder.of(account, UnknownOrder.CASE));
  }

  private static String id(AccountSettings account, String name) {
    var value = account.options().getOrDefault(name, "");
    Setting.check(ID.matcher(value).matches(), "options." + name, "must be 1 to 32 digits");
    return value;
  }
}
