package io.payrelay.ingress.field;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.ingress.channel.AccountSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a verified notice whose order number cannot be one of ours: somebody else takes
 * payments under the same merchant. The option {@code unknown-order} of an account.
 */
public enum UnknownOrder {
  /** Another system's: acknowledged and counted. */
  IGNORE,
  /** All money here ought to be ours: published for a person. */
  CASE;

  /** The option's name. */
  public static final String OPTION = "unknown-order";

  /** Why a notice is left alone for which there is no order number. */
  public static final String NOT_OURS = "no order number of ours";

  /**
   * As the account says, or else the channel's default.
   *
   * @throws InvalidSettingException if it says something else
   */
  public static UnknownOrder of(AccountSettings account, UnknownOrder fallback) {
    var chosen = account.options().get(OPTION);
    if (chosen == null) {
      return fallback;
    }
    return switch (chosen) {
      case "ignore" -> IGNORE;
      case "case" -> CASE;
      default -> throw new InvalidSettingException("options." + OPTION + " must be ignore or case");
    };
  }

  /**
   * The order number to publish a notice under; empty if the notice is to be ignored. The payment's
   * id stands in for one where money is a case: no order has that number.
   *
   * @param theirs what the notice calls our order number, if anything
   * @param paymentId the channel's id of the payment, if it names one
   */
  public Optional<String> orderNo(
      @Nullable String theirs, @Nullable String paymentId, NoticeKind kind) {
    if (theirs != null && Fields.isOrderNo(theirs)) {
      return Optional.of(theirs);
    }
    boolean isMoney = kind == NoticeKind.PAID || kind == NoticeKind.REFUND;
    return switch (this) {
      case IGNORE -> Optional.empty();
      case CASE ->
          isMoney ? Optional.ofNullable(paymentId).filter(Fields::isOrderNo) : Optional.empty();
    };
  }
}
