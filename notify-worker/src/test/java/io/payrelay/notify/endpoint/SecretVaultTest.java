package io.payrelay.notify.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.signing.WebhookSecret;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretVaultTest {

  private final WebhookSecret secret = WebhookSecret.generate(new SecureRandom());
  private final SecretVault vault = new SecretVault(key(1));

  @Test
  void a_secret_comes_back_and_is_never_stored_readable_or_alike() {
    var stored = vault.encrypt(secret, "ep_1");

    assertThat(vault.decrypt(stored, "ep_1")).isEqualTo(secret);
    assertThat(stored).doesNotContain(secret.reveal().substring("whsec_".length()));
    assertThat(vault.encrypt(secret, "ep_1")).isNotEqualTo(stored);
  }

  @Test
  void a_stored_secret_is_of_no_use_elsewhere() {
    var stored = vault.encrypt(secret, "ep_1");

    assertThatThrownBy(() -> vault.decrypt(stored, "ep_2")).hasMessageContaining("damaged");
    assertThatThrownBy(() -> new SecretVault(key(2)).decrypt(stored, "ep_1"))
        .hasMessageContaining("payrelay.notify.secret-key");
    assertThatThrownBy(() -> vault.decrypt(stored.replaceAll(".$", "!"), "ep_1"))
        .hasMessageContaining("damaged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "not base64 at all!", "AAAAAAAAAAAAAAAAAAAAAA=="})
  void a_key_that_is_none_is_refused_by_its_name_without_its_value(String key) {
    assertThatThrownBy(() -> new SecretVault(key))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "payrelay.notify.secret-key must be base64 of 32 random bytes: openssl rand -base64 32");
  }

  private static String key(int fill) {
    var bytes = new byte[32];
    Arrays.fill(bytes, (byte) fill);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
