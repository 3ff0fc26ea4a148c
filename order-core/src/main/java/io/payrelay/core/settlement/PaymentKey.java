package io.payrelay.core.settlement;

import java.util.Comparator;

/** What makes a payment the same payment: the channel's own transaction id, never a request's. */
record PaymentKey(String channelFamily, String account, String transactionId)
    implements Comparable<PaymentKey> {

  private static final Comparator<PaymentKey> ORDER =
      Comparator.comparing(PaymentKey::channelFamily)
          .thenComparing(PaymentKey::account)
          .thenComparing(PaymentKey::transactionId);

  @Override
  public int compareTo(PaymentKey other) {
    return ORDER.compare(this, other);
  }
}
