package io.payrelay.ingress.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountsTest {

  private static final KeySettings KEY = new KeySettings("k1", "good", null, null);

  private final Channel channel = new Pigeon();
  private final Accounts accounts = new Accounts(List.of(channel));

  @Test
  void configured_accounts_are_found_and_others_are_not() {
    accounts.replace(List.of(account("shop", KEY)));
    assertThat(accounts.channel("pigeon")).contains(channel);
    assertThat(accounts.channel("owl")).isEmpty();
    assertThat(accounts.reader(channel, "shop")).isPresent();
    assertThat(accounts.reader(channel, "other")).isEmpty();
    assertThat(accounts.reader(channel, "")).isEmpty();
  }

  @Test
  void the_same_account_twice_is_refused_by_name() {
    assertRefused(
        "payrelay.accounts[1] (pigeon/shop) is configured twice",
        account("shop", KEY),
        account("shop", KEY));
  }

  @Test
  void an_unknown_channel_is_refused_by_name() {
    assertRefused(
        "payrelay.accounts[0] (owl/shop) names no channel; there are [pigeon]",
        new AccountSettings("owl", "shop", List.of(KEY), Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a/b", "a:b", "ä"})
  void an_account_name_that_fits_no_url_is_refused(String name) {
    assertRefused(".account must be", account(name, KEY));
  }

  @Test
  void an_account_needs_a_key() {
    assertRefused("payrelay.accounts[0] (pigeon/shop).keys needs at least one", account("shop"));
  }

  @Test
  void keys_need_ids_of_their_own() {
    assertRefused(".keys[1].id 'k1' is taken", account("shop", KEY, KEY));
    assertRefused(
        ".keys[0].id is missing", account("shop", new KeySettings("", "good", null, null)));
  }

  @Test
  void a_validity_that_ends_before_it_begins_is_refused() {
    var key = new KeySettings("k1", "good", Instant.EPOCH.plusSeconds(1), Instant.EPOCH);
    assertRefused(".keys[0].valid-until must come after", account("shop", key));
  }

  @Test
  void what_the_channel_refuses_is_named_with_its_entry() {
    assertRefused(
        "payrelay.accounts[1] (pigeon/b).keys[0].secret is not good",
        account("a", KEY),
        account("b", new KeySettings("k1", "bad", null, null)));
  }

  @Test
  void a_refused_exchange_leaves_the_present_accounts_in_place() {
    accounts.replace(List.of(account("old", KEY)));
    assertRefused(".keys needs", account("new", KEY), account("bad"));
    assertThat(accounts.reader(channel, "old")).isPresent();
    assertThat(accounts.reader(channel, "new")).isEmpty();
  }

  @Test
  void a_key_never_prints_its_secret() {
    assertThat(account("shop", new KeySettings("k1", "s3cr3t", null, null)).toString())
        .contains("k1")
        .doesNotContain("s3cr3t");
  }

  private void assertRefused(String message, AccountSettings... settings) {
    assertThatThrownBy(() -> accounts.replace(List.of(settings)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }

  private static AccountSettings account(String name, KeySettings... keys) {
    return new AccountSettings("pigeon", name, List.of(keys), Map.of());
  }

  /** A channel of another kind: plain text, and any key called "good" is one. */
  private static final class Pigeon implements Channel {

    @Override
    public String name() {
      return "pigeon";
    }

    @Override
    public CallbackReader open(AccountSettings account) {
      Setting.check(
          account.keys().getFirst().secret().equals("good"), "keys[0].secret", "is not good");
      return (_, _) -> new Verdict.Ignored("coo");
    }

    @Override
    public Acknowledgement accepted() {
      return Acknowledgement.of(204, "text/plain", "");
    }

    @Override
    public Acknowledgement refused(Refusal why, String detail) {
      return Acknowledgement.of(why.status(), "text/plain", detail);
    }
  }
}
