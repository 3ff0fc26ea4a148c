package io.payrelay.sandbox.storm;

import io.payrelay.sandbox.channel.ChannelSimulator;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.stack.Merchant.Account;

/** An order of the storm, and the one payment that is told many times. */
record StormOrder(Notice notice, ChannelSimulator channel, Account account) {

  String orderNo() {
    return notice.orderNo();
  }
}
