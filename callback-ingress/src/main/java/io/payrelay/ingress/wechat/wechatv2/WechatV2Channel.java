package io.payrelay.ingress.wechat.wechatv2;

import io.payrelay.ingress.channel.AccountSettings;
import io.payrelay.ingress.channel.Acknowledgement;
import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Channel;
import io.payrelay.ingress.channel.Refusal;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * WeChat Pay v2. Options: {@code mchid}, {@code appid}, {@code sign-type} and {@code
 * unknown-order}. Each key is an API key of 32 characters.
 */
@Component
final class WechatV2Channel implements Channel {

  private static final String CONTENT_TYPE = "text/xml";
  private static final Pattern NO_XML =
      Pattern.compile("[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");
  private static final Acknowledgement ACCEPTED = words(200, "SUCCESS", "OK");

  @Override
  public String name() {
    return "wechat-v2";
  }

  @Override
  public String family() {
    return "wechat";
  }

  @Override
  public CallbackReader open(AccountSettings account) {
    return new WechatV2Reader(WechatV2Account.of(account));
  }

  @Override
  public Acknowledgement accepted() {
    return ACCEPTED;
  }

  @Override
  public Acknowledgement refused(Refusal why, String detail) {
    return words(why.status(), "FAIL", detail);
  }

  private static Acknowledgement words(int status, String code, String message) {
    return Acknowledgement.of(
        status,
        CONTENT_TYPE,
        "<xml><return_code>%s</return_code><return_msg>%s</return_msg></xml>"
            .formatted(cdata(code), cdata(message)));
  }

  /** A CDATA section can't hold its own end: it is split between two. */
  private static String cdata(String text) {
    return "<![CDATA["
        + NO_XML.matcher(text).replaceAll("?").replace("]]>", "]]]]><![CDATA[>")
        + "]]>";
  }
}
