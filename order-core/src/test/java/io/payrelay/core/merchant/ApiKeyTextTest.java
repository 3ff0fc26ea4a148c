package io.payrelay.core.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.id.Ids;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class ApiKeyTextTest {

  private final Ids ids = new Ids(Clock.systemUTC());

  @Test
  void a_key_is_read_back_whatever_letters_its_secret_has() {
    for (int i = 0; i < 500; i++) {
      var key = ApiKeyText.generate(ids.withPrefix(""));
      assertThat(ApiKeyText.parse(key.reveal())).contains(key);
    }
  }

  @Test
  void what_is_no_key_is_not_read() {
    var key = ApiKeyText.generate(ids.withPrefix("")).reveal();
    assertThat(ApiKeyText.parse("")).isEmpty();
    assertThat(ApiKeyText.parse(key + "x")).isEmpty();
    assertThat(ApiKeyText.parse(key.substring(1))).isEmpty();
    assertThat(ApiKeyText.parse("prk_" + "0".repeat(26) + "_")).isEmpty();
  }

  @Test
  void a_key_that_is_printed_hides_its_secret() {
    var key = ApiKeyText.generate(ids.withPrefix(""));
    assertThat(key.toString()).doesNotContain(key.secret());
    assertThat(new NewMerchant("M1", key.reveal()).toString()).doesNotContain(key.secret());
  }
}
