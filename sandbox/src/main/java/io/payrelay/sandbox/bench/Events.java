package io.payrelay.sandbox.bench;

import io.payrelay.common.broker.Names;
import io.payrelay.common.broker.OutboundMessage;
import io.payrelay.common.event.CallbackReceived;
import io.payrelay.common.event.EventCodec;
import io.payrelay.common.event.NoticeKind;
import io.payrelay.common.trace.TraceParent;
import io.payrelay.sandbox.channel.ChannelSimulator;
import io.payrelay.sandbox.channel.Notice;
import io.payrelay.sandbox.load.RequestBytes;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/** The messages that callback-ingress makes of callbacks, made in advance. */
record Events(ChannelSimulator channel, String account, Clock clock) {

  private static final EventCodec CODEC = new EventCodec();
  private static final String SHA_256 = "0123456789abcdef".repeat(4);

  /** One for each notice, which keeps the body of the request that tells it. */
  List<OutboundMessage> of(List<Notice> notices, List<byte[]> requests) {
    return IntStream.range(0, notices.size())
        .mapToObj(i -> message(notices.get(i), RequestBytes.bodyOf(requests.get(i))))
        .toList();
  }

  private OutboundMessage message(Notice notice, byte[] body) {
    var callback =
        new CallbackReceived(
            "cb_" + notice.orderNo(),
            channel.channel(),
            channel.family(),
            account,
            true,
            NoticeKind.PAID,
            notice.orderNo(),
            notice.transactionId(),
            notice.amount(),
            notice.paidAt(),
            null,
            SHA_256,
            clock.instant(),
            Base64.getEncoder().encodeToString(body));
    return OutboundMessage.of(
        Names.CALLBACKS,
        channel.channel(),
        callback.deliveryId(),
        callback,
        CODEC,
        TraceParent.continueOrBegin(null));
  }
}
