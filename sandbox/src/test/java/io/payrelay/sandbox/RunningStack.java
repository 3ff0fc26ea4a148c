package io.payrelay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.sandbox.audit.Audit;
import io.payrelay.sandbox.audit.Finding;
import io.payrelay.sandbox.channel.CallbackSender;
import io.payrelay.sandbox.channel.Channels;
import io.payrelay.sandbox.channel.HmacSimulator;
import io.payrelay.sandbox.merchant.SinkApi;
import io.payrelay.sandbox.report.Progress;
import io.payrelay.sandbox.report.Report;
import io.payrelay.sandbox.stack.Database;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.Merchant.Account;
import io.payrelay.sandbox.stack.MerchantApi;
import io.payrelay.sandbox.stack.OperatorApi;
import io.payrelay.sandbox.stack.SandboxFile;
import io.payrelay.sandbox.storm.Storm;
import io.payrelay.sandbox.storm.StormPlan;
import io.payrelay.testkit.Stack;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;

/** One whole stack for all test classes of this JVM, and what tests do with it. */
final class RunningStack {

  static final Money AMOUNT = Money.parse("599.00", "CNY");
  static final HmacSimulator CHANNEL = new HmacSimulator();
  static final Clock CLOCK = Clock.systemUTC();
  static final Ids IDS = new Ids(CLOCK);

  private static final Stack STACK = Stack.up();
  private static final SandboxFile FILE = SandboxFile.load(sandboxFile());
  private static final Http HTTP = new Http();

  private RunningStack() {}

  static Stack stack() {
    return STACK;
  }

  static Path sandboxFile() {
    return STACK.home().resolve("sandbox.json");
  }

  static Http http() {
    return HTTP;
  }

  static SandboxFile file() {
    return FILE;
  }

  static Merchant merchant(String name) {
    return FILE.merchant(name);
  }

  static Account accountOf(String merchant) {
    return merchant(merchant).accountAt(CHANNEL.channel());
  }

  static MerchantApi apiOf(String merchant) {
    return new MerchantApi(HTTP, FILE, merchant(merchant));
  }

  static OperatorApi operator() {
    return new OperatorApi(HTTP, FILE);
  }

  static SinkApi sink() {
    return new SinkApi(HTTP, FILE);
  }

  static CallbackSender channelThatGivesUpAfter(Duration giveUp) {
    return new CallbackSender(HTTP, FILE.ingressUrl(), CLOCK, giveUp);
  }

  /** A new order of this merchant that is being paid. */
  static String payingOrder(String merchant) throws InterruptedException {
    var orderNo = apiOf(merchant).create(IDS.withPrefix("it-"), AMOUNT);
    apiOf(merchant).pay(orderNo, accountOf(merchant));
    return orderNo;
  }

  /** A storm at the pace of its callers. */
  static StormPlan storm(int orders, int duplicates, int callers) {
    return plan(orders, duplicates, callers, "hmac", 0);
  }

  /** The same, each order on the next channel. */
  static StormPlan stormOnAllChannels(int orders, int duplicates, int callers) {
    return plan(orders, duplicates, callers, Channels.ALL, 0);
  }

  /** A storm at a pace of its own, whatever the stack manages. */
  static StormPlan stormAtRate(int orders, int duplicates, int rate) {
    return plan(orders, duplicates, 1, "hmac", rate);
  }

  private static StormPlan plan(int orders, int duplicates, int callers, String channel, int rate) {
    return new StormPlan(
        orders, duplicates, callers, channel, AMOUNT, rate, 20_261_201, Duration.ofMinutes(2));
  }

  static Report run(StormPlan plan) throws SQLException, InterruptedException {
    return new Storm(FILE, plan, silent()).run();
  }

  private static Progress silent() {
    return new Progress(
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), false);
  }

  static Database database() throws SQLException {
    return Database.open(FILE);
  }

  /** The number that a query about one order answers with. */
  static long count(String sql, String orderNo) throws SQLException {
    try (var database = database()) {
      return database.number(sql, orderNo);
    }
  }

  /** Every property holds for everything that all tests so far have done. */
  static void assertBooksHold() throws SQLException, InterruptedException {
    try (var database = database()) {
      assertThat(Audit.ofState(database).run(Duration.ofSeconds(30)))
          .filteredOn(finding -> finding.violations() > 0)
          .extracting(Finding::property, Finding::sample)
          .isEmpty();
    }
  }
}
