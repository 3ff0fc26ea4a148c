package io.payrelay.ingress.wechat.wechatv2;

import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.HMAC;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.KEY;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.NOW;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.paid;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.reader;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.request;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.sign;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.signed;
import static io.payrelay.ingress.wechat.wechatv2.WechatV2Sender.xml;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Against a second reading: DOM as WeChat's own Java sample uses it, and an independent signer.
 * There is no official SDK for v2 to ask.
 */
class WechatV2OracleTest {

  private final CallbackReader reader = reader(HMAC);

  @Test
  void whatever_we_believe_a_second_implementation_reads_and_signs_alike() throws Exception {
    long seed = 20_260_301;
    var random = new Random(seed);
    int believed = 0;
    int strictness = 0;
    for (int i = 0; i < 8_000; i++) {
      var fields = paid();
      fields.put("attach", noise(random));
      var body = xml("xml", signed(fields, KEY, HMAC)).getBytes(StandardCharsets.UTF_8);
      if (random.nextInt(3) > 0) {
        body = XmlMutations.of(body, random);
      }
      var theirs = dom(body);
      boolean signedAlike = theirs != null && sign(theirs, KEY, HMAC).equals(theirs.get("sign"));
      switch (reader.read(request(body), NOW)) {
        case Verdict.Genuine _ -> {
          assertThat(signedAlike).as("seed %d round %d", seed, i).isTrue();
          var ours = new TreeMap<>(FlatXml.read(body, "xml").fields());
          assertThat(ours).as("seed %d round %d", seed, i).isEqualTo(theirs);
          believed++;
        }
        case Verdict.Refused(var why, _) -> {
          if (signedAlike) { // only for what we refuse in XML on purpose
            assertThat(why).as("seed %d round %d", seed, i).isEqualTo(Refusal.BODY_MALFORMED);
            strictness++;
          }
        }
        case Verdict.Ignored _ -> throw new AssertionError("seed %d round %d".formatted(seed, i));
      }
    }
    assertThat(believed).isGreaterThan(2_000);
    assertThat(strictness).isPositive();
  }

  /** What brackets, escapes and line ends can do to a value. */
  private static String noise(Random random) {
    var parts =
        new String[] {
          "]", "]]>", "<![CDATA[", "&amp;", "&", "<", " ", "\n", "中", "😀", "a=1", "%", "+"
        };
    var value = new StringBuilder();
    for (int n = random.nextInt(40); n > 0; n--) {
      value.append(parts[random.nextInt(parts.length)]);
    }
    return value.toString();
  }

  /** The non-empty fields as DOM sees them; null if it refuses, or if a field is repeated. */
  private static @Nullable Map<String, String> dom(byte[] body)
      throws ParserConfigurationException, IOException {
    Element root;
    try {
      root = builder().parse(new ByteArrayInputStream(body)).getDocumentElement();
    } catch (SAXException | IOException e) { // bytes that are no UTF-8 are the latter
      return null;
    }
    var fields = new TreeMap<String, String>();
    for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element
          && !node.getTextContent().isEmpty()
          && fields.put(node.getNodeName(), node.getTextContent()) != null) {
        return null;
      }
    }
    return fields;
  }

  private static DocumentBuilder builder() throws ParserConfigurationException {
    var factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    var builder = factory.newDocumentBuilder();
    builder.setErrorHandler(
        new ErrorHandler() { // the default one prints
          @Override
          public void warning(SAXParseException e) {}

          @Override
          public void error(SAXParseException e) {}

          @Override
          public void fatalError(SAXParseException e) throws SAXParseException {
            throw e;
          }
        });
    return builder;
  }
}
