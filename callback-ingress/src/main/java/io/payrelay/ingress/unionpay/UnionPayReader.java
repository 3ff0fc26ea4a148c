package io.payrelay.ingress.unionpay;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.CallbackRequest;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.Fields;
import java.time.Instant;

/** Verifies one account's notices, and only then reads them. */
final class UnionPayReader implements CallbackReader {

  private final UnionPaySignature signature;
  private final UnionPayOptions options;

  UnionPayReader(UnionPayKeys keys, UnionPayOptions options) {
    this.signature = new UnionPaySignature(keys);
    this.options = options;
  }

  @Override
  public Verdict read(CallbackRequest request, Instant now) {
    return Fields.verdict(
        () -> {
          var form = SignedForm.of(request.body());
          return signature
              .objection(form, now)
              .<Verdict>map(refused -> refused)
              .orElseGet(() -> new UnionPayNotice(form, options).verdict());
        });
  }
}
