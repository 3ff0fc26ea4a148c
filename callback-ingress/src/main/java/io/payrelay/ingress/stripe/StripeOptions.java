package io.payrelay.ingress.stripe;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.field.UnknownOrder;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an account says about itself besides its keys.
 *
 * @param orderNoField the metadata field that carries our order number
 * @param unknownOrder what becomes of money that carries none
 * @param livemode whether its events are about real money
 * @param connectedAccount whose events these are, if the endpoint listens to connected accounts
 */
record StripeOptions(
    String orderNoField,
    UnknownOrder unknownOrder,
    boolean livemode,
    @Nullable String connectedAccount) {

  private static final Set<String> NAMES =
      Set.of("order-no-field", UnknownOrder.OPTION, "livemode", "stripe-account");

  // Stripe allows 40 characters in a metadata key.
  private static final Pattern FIELD = Pattern.compile("[A-Za-z0-9_.-]{1,40}");
  private static final Pattern ACCOUNT = Pattern.compile("acct_[A-Za-z0-9]{1,64}");

  /** From an account's options. */
  static StripeOptions of(AccountSettings settings) {
    settings.checkOptions(NAMES);
    var options = settings.options();
    var field = options.getOrDefault("order-no-field", "order_no");
    Setting.check(
        FIELD.matcher(field).matches(),
        "options.order-no-field",
        "must be 1 to 40 letters, digits, '.', '_' or '-'");
    var account = options.get("stripe-account");
    Setting.check(
        account == null || ACCOUNT.matcher(account).matches(),
        "options.stripe-account",
        "must be the id of a connected account, acct_…");
    return new StripeOptions(
        field,
        UnknownOrder.of(settings, UnknownOrder.IGNORE),
        switch (options.getOrDefault("livemode", "true")) {
          case "true" -> true;
          case "false" -> false;
          default -> throw new InvalidSettingException("options.livemode must be true or false");
        },
        account);
  }
}
