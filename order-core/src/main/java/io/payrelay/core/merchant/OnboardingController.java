package io.payrelay.core.merchant;

import io.payrelay.common.web.ProblemException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What {@code payrelay onboard} calls. Behind the service token. */
@RestController
@RequestMapping("/internal")
class OnboardingController {

  private static final Logger log = LoggerFactory.getLogger(OnboardingController.class);

  private final Merchants merchants;
  private final ChannelAccounts accounts;

  OnboardingController(Merchants merchants, ChannelAccounts accounts) {
    this.merchants = merchants;
    this.accounts = accounts;
  }

  record NewMerchantRequest(
      @NotNull
          @Pattern(
              regexp = "[^\\p{Cntrl}\\p{Cs}]{1,100}",
              message = "must be 1 to 100 printable characters")
          String name) {}

  /**
   * Binds an account to a merchant.
   *
   * @param channelFamily channels that share transaction ids have one family; absent means the
   *     channel is a family of its own
   */
  record AccountRequest(
      @NotNull @Pattern(regexp = PaymentNames.NAME, message = PaymentNames.MESSAGE) String channel,
      @NotNull @Pattern(regexp = PaymentNames.NAME, message = PaymentNames.MESSAGE) String account,
      @NotNull @Pattern(regexp = "[0-9A-Z]{1,32}", message = "is no merchant's number")
          String merchantNo,
      @Pattern(regexp = PaymentNames.NAME, message = PaymentNames.MESSAGE)
          @Nullable String channelFamily) {

    String family() {
      return channelFamily == null ? channel : channelFamily;
    }
  }

  record AccountView(String channel, String account, String merchantNo) {}

  @PostMapping("/merchants")
  @ResponseStatus(HttpStatus.CREATED)
  NewMerchant open(@Valid @RequestBody NewMerchantRequest request) {
    return merchants.open(request.name());
  }

  @PostMapping("/channel-accounts")
  @ResponseStatus(HttpStatus.CREATED)
  AccountView bind(@Valid @RequestBody AccountRequest request) {
    if (!merchants.exists(request.merchantNo())) {
      throw new ProblemException(
          HttpStatus.UNPROCESSABLE_CONTENT,
          "merchant-not-found",
          "there is no merchant " + request.merchantNo());
    }
    var bound =
        accounts.bind(request.merchantNo(), request.channel(), request.account(), request.family());
    if (!bound) {
      throw new ProblemException(
          HttpStatus.CONFLICT,
          "account-taken",
          "%s/%s belongs to another merchant".formatted(request.channel(), request.account()));
    }
    log.info(
        "account.bound merchant={} channel={} account={}",
        request.merchantNo(),
        request.channel(),
        request.account());
    return new AccountView(request.channel(), request.account(), request.merchantNo());
  }
}
