package io.payrelay.sandbox.demo;

import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.sandbox.channel.CallbackSender;
import io.payrelay.sandbox.channel.ChannelSimulator;
import io.payrelay.sandbox.channel.HmacSimulator;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.merchant.SinkApi;
import io.payrelay.sandbox.stack.Database;
import io.payrelay.sandbox.stack.Http;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.MerchantApi;
import io.payrelay.sandbox.stack.OperatorApi;
import io.payrelay.sandbox.stack.SandboxFile;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;

/** Everybody who takes part in the tour. */
record World(
    SandboxFile stack,
    Http http,
    Database database,
    SinkApi sink,
    OperatorApi operator,
    CallbackSender sender,
    Clock clock)
    implements AutoCloseable {

  static final Money AMOUNT = Money.parse("599.00", "CNY");
  static final ChannelSimulator CHANNEL = new HmacSimulator();

  private static final Duration GIVE_UP = Duration.ofSeconds(20);

  static World of(SandboxFile stack) throws SQLException {
    var http = new Http();
    var clock = Clock.systemUTC();
    return new World(
        stack,
        http,
        Database.open(stack),
        new SinkApi(http, stack),
        new OperatorApi(http, stack),
        new CallbackSender(http, stack.ingressUrl(), clock, GIVE_UP),
        clock);
  }

  MerchantApi api(Merchant merchant) {
    return new MerchantApi(http, stack, merchant);
  }

  /** A new order of this merchant, ready to be paid. */
  String order(Merchant merchant) throws InterruptedException {
    var api = api(merchant);
    var orderNo = api.create(new Ids(clock).withPrefix("demo-"), AMOUNT);
    api.pay(orderNo, merchant.accountAt(CHANNEL.channel()));
    return orderNo;
  }

  Notice paid(String orderNo) {
    return Notice.paid(orderNo, "T" + orderNo, AMOUNT, clock.instant());
  }

  @Override
  public void close() throws SQLException {
    database.close();
    http.close();
  }
}
