package io.payrelay.ingress.wechat.wechatv3;

import static io.payrelay.ingress.field.Fields.check;
import static io.payrelay.ingress.field.StrictJson.optionalText;
import static io.payrelay.ingress.field.StrictJson.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.field.BadFieldException;
import io.payrelay.ingress.field.Fields;
import io.payrelay.ingress.field.StrictJson;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Opens the envelope of a verified body. A bad field ends the reading. */
record WechatV3Body(WechatV3Reader account, Instant now) {

  private static final int NONCE_BYTES = 12;

  Verdict read(byte[] body) {
    var event = StrictJson.object(body);
    var type = text(event, "event_type");
    boolean refund = type.startsWith("REFUND.");
    if (!refund && !type.startsWith("TRANSACTION.")) {
      return new Verdict.Ignored("an event that is neither a payment nor a refund");
    }
    var id = Fields.id("id", text(event, "id"));
    // Without the right APIv3 key it may be the next retry that finds it loaded.
    return content(event.path("resource"))
        .map(StrictJson::object)
        .map(
            resource -> {
              var notice = new WechatV3Notice(id, resource, account.options());
              return refund ? notice.refund() : notice.trade();
            })
        .orElseGet(
            () ->
                new Verdict.Refused(
                    Refusal.KEY_UNKNOWN,
                    "the resource does not decrypt with an APIv3 key of this account"));
  }

  private Optional<byte[]> content(JsonNode resource) {
    check(text(resource, "algorithm").equals("AEAD_AES_256_GCM"), "algorithm is not known");
    var nonce = text(resource, "nonce").getBytes(UTF_8);
    check(nonce.length == NONCE_BYTES, "nonce must have 12 bytes");
    var associated = optionalText(resource, "associated_data");
    var bytes = associated == null ? new byte[0] : associated.getBytes(UTF_8);
    var ciphertext = base64(text(resource, "ciphertext"));
    return account.keys().content().stream()
        .filter(key -> key.isValidAt(now))
        .flatMap(key -> key.decrypt(nonce, bytes, ciphertext).stream())
        .findFirst();
  }

  private static byte[] base64(String ciphertext) {
    try {
      return Base64.getDecoder().decode(ciphertext);
    } catch (IllegalArgumentException e) {
      throw new BadFieldException("ciphertext must be Base64");
    }
  }
}
