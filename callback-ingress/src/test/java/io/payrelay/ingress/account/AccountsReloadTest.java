package io.payrelay.ingress.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.HmacSender;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.StandardEnvironment;

/** Accounts in a real file, changed under a running service. */
@ExtendWith(OutputCaptureExtension.class)
class AccountsReloadTest {

  private static final String OLD = "the-secret-of-before-0123456789abcdef";
  private static final String NEW = "the-secret-of-later-0123456789abcdef";
  private static final byte[] BODY = HmacSender.body("ORDER1", "tx-1", "599.00", "SUCCESS");

  private static final String BOTH_KEYS =
      account("shop", "{id: k1, secret: %s}, {id: k2, secret: %s}".formatted(OLD, NEW));

  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void begin() throws IOException {
    file = directory.resolve("accounts.yaml");
    write(account("shop", "{id: k1, secret: " + OLD + "}"));
  }

  @AfterEach
  void no_secret_is_ever_logged(CapturedOutput output) {
    assertThat(output).doesNotContain(OLD).doesNotContain(NEW).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "payrelay.ingress.accounts-file=%s",
        "spring.config.additional-location=file:%s",
        "spring.config.import=file:%s"
      })
  void a_secret_added_to_the_file_verifies_without_a_restart(String setting, CapturedOutput output)
      throws IOException {
    try (var context = start(setting)) {
      assertThat(verdict(context, "shop", NEW)).isEqualTo(Refusal.SIGNATURE_WRONG.label());

      write(BOTH_KEYS);

      await().until(() -> verdict(context, "shop", NEW).equals("genuine"));
      assertThat(verdict(context, "shop", OLD)).isEqualTo("genuine");
      await().until(() -> reloads(context, "applied") == 1);
      assertThat(output)
          .contains("accounts.reloaded count=1 added=[] changed=[hmac/shop] removed=[]");
    }
  }

  @Test
  void a_secret_taken_from_the_file_ends_without_a_restart() throws IOException {
    write(BOTH_KEYS);
    try (var context = start()) {
      write(account("shop", "{id: k2, secret: " + NEW + "}"));

      await().until(() -> verdict(context, "shop", OLD).equals("signature_wrong"));
      assertThat(verdict(context, "shop", NEW)).isEqualTo("genuine");
    }
  }

  @Test
  void accounts_come_and_go() throws IOException {
    try (var context = start()) {
      write(account("other", "{id: k1, secret: " + NEW + "}"));

      await().until(() -> verdict(context, "other", NEW).equals("genuine"));
      assertThat(verdict(context, "shop", OLD)).isEqualTo("no account");
    }
  }

  @Test
  void a_file_that_is_exchanged_as_a_whole_is_noticed() throws IOException {
    try (var context = start()) {
      var next = directory.resolve("next.yaml");
      Files.writeString(next, BOTH_KEYS);
      Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);

      await().until(() -> verdict(context, "shop", NEW).equals("genuine"));
    }
  }

  @Test
  void a_link_that_is_turned_to_another_file_is_noticed() throws IOException {
    var link = directory.resolve("link.yaml");
    Files.createSymbolicLink(link, file);
    try (var context = start("payrelay.ingress.accounts-file=" + link)) {
      Files.writeString(directory.resolve("next.yaml"), BOTH_KEYS);
      Files.delete(link);
      Files.createSymbolicLink(link, directory.resolve("next.yaml"));

      await().until(() -> verdict(context, "shop", NEW).equals("genuine"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{id: k1, secret: short-secret}         | (hmac/shop).keys[0].secret needs at least",
        "{secret: 0123456789012345678901234567} | (hmac/shop).keys[0].id is missing",
        "''                                     | (hmac/shop).keys needs at least one key",
        "{id: k1, seceret: short-secret}        | payrelay.accounts[0].keys[0].seceret is no such setting",
        "{id: k1, valid-from: short-secret}     | payrelay.accounts[0].keys[0].valid-from can't be",
        "{id: k1, secret: [short-secret         | accounts.yaml is not valid YAML, line",
      })
  void a_bad_key_is_refused_by_name_and_the_old_ones_stay(
      String keys, String reason, CapturedOutput output) throws IOException {
    try (var context = start()) {
      write(account("shop", keys));

      await().until(() -> reloads(context, "refused") == 1);
      assertThat(output)
          .contains("accounts.refused ")
          .contains(reason)
          .contains("hint=\"the 1 accounts of before stay\"")
          .doesNotContain("short-secret");
      assertThat(verdict(context, "shop", OLD)).isEqualTo("genuine");
      assertThat(stale(context)).isEqualTo(1);

      write(BOTH_KEYS);
      await().until(() -> verdict(context, "shop", NEW).equals("genuine"));
      await().until(() -> stale(context) == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "payrelay:\n  accounts: []\n", "# nothing\n", "payrelay:\n"})
  void a_file_without_accounts_is_taken_for_a_mistake(String content) throws IOException {
    try (var context = start()) {
      write(content);

      await().until(() -> reloads(context, "refused") == 1);
      assertThat(verdict(context, "shop", OLD)).isEqualTo("genuine");
    }
  }

  @Test
  void a_file_that_is_gone_changes_nothing_until_it_is_back(CapturedOutput output)
      throws IOException {
    try (var context = start()) {
      Files.delete(file);
      await().until(() -> stale(context) == 1);
      assertThat(output).contains("accounts.yaml can't be read: is it there?");
      assertThat(verdict(context, "shop", OLD)).isEqualTo("genuine");

      write(BOTH_KEYS);
      await().until(() -> verdict(context, "shop", NEW).equals("genuine"));
    }
  }

  @Test
  void a_bad_file_is_complained_of_once(CapturedOutput output) throws Exception {
    var source = new AccountsSource(new StandardEnvironment(), own());
    var reload = AccountsReload.loaded(accounts(), source, new SimpleMeterRegistry());
    write(account("shop", "{id: k1, secret: short}"));
    for (int i = 0; i < 10; i++) {
      reload.poll();
    }
    assertThat(output.getOut().split("accounts.refused", -1)).hasSize(2);
  }

  @Test
  void a_file_that_is_still_being_written_is_left_alone() throws Exception {
    var meters = new SimpleMeterRegistry();
    var source = new AccountsSource(new StandardEnvironment(), own());
    var reload = AccountsReload.loaded(accounts(), source, meters);
    for (int length : new int[] {20, 60, BOTH_KEYS.length()}) {
      Files.writeString(file, BOTH_KEYS.substring(0, length));
      reload.poll();
    }
    assertThat(meters.counter("payrelay.ingress.accounts.reloads", "outcome", "applied").count())
        .isZero();

    reload.poll();

    assertThat(meters.counter("payrelay.ingress.accounts.reloads", "outcome", "applied").count())
        .isEqualTo(1);
    assertThat(meters.counter("payrelay.ingress.accounts.reloads", "outcome", "refused").count())
        .isZero();
  }

  @Test
  void the_accounts_file_may_ask_the_environment_for_its_secrets() throws IOException {
    write(account("shop", "{id: k1, secret: \"${SHOP_SECRET}\"}"));
    try (var context = start("payrelay.ingress.accounts-file=" + file, "SHOP_SECRET=" + NEW)) {
      assertThat(verdict(context, "shop", NEW)).isEqualTo("genuine");
    }
  }

  @Test
  void at_start_up_a_bad_key_is_refused_by_name() throws IOException {
    write(account("shop", "{id: k1, secret: short-secret}"));
    assertThatThrownBy(this::start)
        .hasRootCauseInstanceOf(InvalidSettingException.class)
        .rootCause()
        .hasMessageContaining("payrelay.accounts[0] (hmac/shop).keys[0].secret")
        .hasMessageNotContaining("short-secret");
  }

  @Test
  void at_start_up_a_file_that_is_not_there_is_refused_by_name() throws IOException {
    Files.delete(file);
    assertThatThrownBy(this::start).rootCause().hasMessageContaining("accounts.yaml can't be read");
  }

  @Test
  void a_file_with_profiles_is_refused() throws IOException {
    write("spring.config.activate.on-profile: test\n" + BOTH_KEYS);
    assertThatThrownBy(this::start).rootCause().hasMessageContaining("spring.config");
  }

  private Optional<Path> own() {
    return Optional.of(file);
  }

  private static Accounts accounts() {
    try (var context = new AnnotationConfigApplicationContext("io.payrelay.ingress.hmac")) {
      return new Accounts(List.copyOf(context.getBeansOfType(Channel.class).values()));
    }
  }

  private ConfigurableApplicationContext start(String... settings) {
    var where =
        settings.length == 0 ? Stream.of("payrelay.ingress.accounts-file=%s") : Stream.of(settings);
    var arguments =
        Stream.concat(where, Stream.of("payrelay.ingress.accounts-poll=20ms"))
            .map(one -> "--" + one.formatted(file))
            .toArray(String[]::new);
    return new SpringApplicationBuilder(Ingress.class)
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .run(arguments);
  }

  private void write(String content) throws IOException {
    Files.writeString(file, content);
  }

  private static String account(String name, String keys) {
    return """
    payrelay:
      accounts:
        - channel: hmac
          account: %s
          keys: [%s]
    """
        .formatted(name, keys);
  }

  /** What becomes of a callback that is signed with this secret. */
  private static String verdict(
      ConfigurableApplicationContext context, String name, String secret) {
    var accounts = context.getBean(Accounts.class);
    var now = Instant.EPOCH;
    var header = List.of(new HmacSender(secret).header(now, BODY));
    var request = new CallbackRequest(Map.of("x-signature", header), BODY);
    return accounts
        .reader(accounts.channel("hmac").orElseThrow(), name)
        .map(
            reader ->
                switch (reader.read(request, now)) {
                  case Verdict.Genuine _ -> "genuine";
                  case Verdict.Ignored _ -> "ignored";
                  case Verdict.Refused(var why, _) -> why.label();
                })
        .orElse("no account");
  }

  private static double reloads(ConfigurableApplicationContext context, String outcome) {
    return context
        .getBean(MeterRegistry.class)
        .counter("payrelay.ingress.accounts.reloads", "outcome", outcome)
        .count();
  }

  private static double stale(ConfigurableApplicationContext context) {
    return context
        .getBean(MeterRegistry.class)
        .get("payrelay.ingress.accounts.stale")
        .gauge()
        .value();
  }

  /** The accounts and one channel, without broker and HTTP. */
  @Configuration(proxyBeanMethods = false)
  @Import(AccountsConfiguration.class)
  @ComponentScan("io.payrelay.ingress.hmac")
  static class Ingress {

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }
  }
}
