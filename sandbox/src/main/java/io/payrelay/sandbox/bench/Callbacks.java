package io.payrelay.sandbox.bench;

import io.payrelay.common.id.Ids;
import io.payrelay.common.money.Money;
import io.payrelay.sandbox.channel.ChannelSimulator;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.channel.SignedCallback;
import io.payrelay.sandbox.load.RequestBytes;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.net.URI;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Makes callbacks about payments that nobody has heard of yet, signed before any clock runs. */
record Callbacks(ChannelSimulator channel, Account account, URI url, Clock clock, Ids ids) {

  private static final Money AMOUNT = Money.parse("599.00", "CNY");

  List<Notice> fresh(int count) {
    return Stream.generate(this::fresh).limit(count).toList();
  }

  private Notice fresh() {
    var orderNo = ids.orderNo();
    return Notice.paid(orderNo, "T" + orderNo, AMOUNT, clock.instant());
  }

  SignedCallback sign(Notice notice) {
    return channel.sign(notice, account, clock.instant());
  }

  /** Each as a whole request. */
  List<byte[]> signed(List<Notice> notices) {
    return notices.parallelStream().map(this::sign).map(this::request).toList();
  }

  /** The same with a byte more than was signed. */
  List<byte[]> forged(List<Notice> notices) {
    return notices.parallelStream()
        .map(this::sign)
        .map(signed -> new SignedCallback(signed.headers(), longer(signed.body())))
        .map(this::request)
        .toList();
  }

  private static byte[] longer(byte[] body) {
    var more = Arrays.copyOf(body, body.length + 1);
    more[body.length] = ' ';
    return more;
  }

  private byte[] request(SignedCallback callback) {
    return RequestBytes.post(url, callback.headers(), callback.body());
  }
}
