package io.payrelay.ingress.wechat.wechatv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.ingress.field.BadFieldException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What XML can do to a reader that lets it. */
class FlatXmlTest {

  private static final int LIMIT = 64 * 1024;

  @Test
  void reads_text_and_cdata() {
    assertThat(fields("<xml><a>1</a>\n <b><![CDATA[<2>]]></b><c/></xml>"))
        .isEqualTo(Map.of("a", "1", "b", "<2>"));
    assertThat(fields("<xml/>")).isEmpty();
    assertThat(fields("\n<xml></xml>\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE xml><xml/>",
        "<!DOCTYPE xml []><xml/>",
        "<!DOCTYPE xml SYSTEM 'file:///etc/passwd'><xml/>",
        "<!DOCTYPE xml PUBLIC '-//x' 'http://127.0.0.1:1/'><xml/>",
        "<!DOCTYPE xml [<!ENTITY e 'v'>]><xml><a>&e;</a></xml>",
        "<!DOCTYPE xml [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><xml><a>&e;</a></xml>",
        "<!DOCTYPE xml [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/'> %p;]><xml/>",
        "<!DOCTYPE xml [<!ATTLIST a x CDATA 'v'>]><xml><a>1</a></xml>",
        "<!doctype xml><xml/>",
        "<xml><!DOCTYPE xml></xml>",
        "<xml/><!DOCTYPE xml>"
      })
  void no_doctype_is_accepted(String body) {
    assertRefused(body);
  }

  @Test
  void a_doctype_inside_cdata_is_only_text() {
    var text = "<!DOCTYPE xml [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;";
    assertThat(fields("<xml><a><![CDATA[" + text + "]]></a></xml>")).isEqualTo(Map.of("a", text));
  }

  @Test
  @Timeout(5)
  void a_billion_laughs_are_not_even_counted() {
    var dtd = new StringBuilder("<!DOCTYPE xml [<!ENTITY l0 'lol'>");
    for (int i = 1; i < 30; i++) {
      dtd.append("<!ENTITY l").append(i).append(" '").append(("&l" + (i - 1) + ";").repeat(10));
      dtd.append("'>");
    }
    assertRefused(dtd + "]><xml><a>&l29;</a></xml>");
    assertRefused(
        "<!DOCTYPE xml [<!ENTITY a '"
            + "x".repeat(30_000)
            + "'>]><xml><b>"
            + "&a;".repeat(9_000)
            + "</b></xml>");
  }

  @Test
  void nothing_outside_is_fetched(@TempDir Path dir) throws IOException {
    var secret = Files.writeString(dir.resolve("secret.txt"), "s3cret");
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout((int) Duration.ofMillis(200).toMillis());
      var http = "http://127.0.0.1:" + server.getLocalPort() + "/x";
      for (var uri : new String[] {secret.toUri().toString(), http}) {
        for (var body :
            new String[] {
              "<!DOCTYPE xml SYSTEM '%s'><xml/>",
              "<!DOCTYPE xml [<!ENTITY %% p SYSTEM '%s'> %%p;]><xml/>",
              "<!DOCTYPE xml [<!ENTITY e SYSTEM '%s'>]><xml><a>&e;</a></xml>",
              "<?xml-stylesheet href='%s'?><xml/>",
              "<xml xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='%s'/></xml>",
              "<xml xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                  + " xsi:noNamespaceSchemaLocation='%s'/>"
            }) {
          assertRefused(body.formatted(uri));
        }
      }
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "&e;",
        "&nbsp;",
        "&amp",
        "&",
        "&#0;",
        "&#1;",
        "&#xD800;",
        "&#xFFFE;",
        "&#x110000;",
        "&#99999999999;",
        "&#;",
        "&#xZZ;",
        "]]>",
        "\u0000",
        "\u0001",
        "\uffff",
        "<",
        "<![CDATA[",
        "<![CDATA[\u0000]]>",
        "<![cdata[x]]>",
        "<![INCLUDE[x]]>",
        "<!-- c -->",
        "1<!-- -->2",
        "<!---->",
        "<?p?>",
        "1<?p x?>2",
        "<?xml version='1.0'?>",
        "<b/>",
        "<b>1</b>",
        "1<b/>2",
        "<a>1</a>",
        "</a><a>2"
      })
  void a_field_holds_text_and_nothing_else(String content) {
    assertRefused("<xml><a>" + content + "</a></xml>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "<",
        "{}",
        "a=1&b=2",
        "<xml>",
        "</xml>",
        "<XML/>",
        "<root/>",
        "<xml><a>1</a></root>",
        "<xml/><xml/>",
        "<xml/>x",
        "x<xml/>",
        "<xml>x</xml>",
        "<xml><a/>x</xml>",
        "<xml>&#65;</xml>",
        "<xml><![CDATA[x]]></xml>",
        "<xml/><!-- -->",
        "<!-- --><xml/>",
        "<xml><!-- --></xml>",
        "<xml><?p?></xml>",
        "<?p?><xml/>",
        "<xml/><?p?>",
        "<xml/>\u0000",
        "<xml/><![CDATA[]]>",
        " <?xml version='1.0'?><xml/>",
        "<?xml version='1.1'?><xml/>",
        "<?xml version='2.0'?><xml/>",
        "<?xml encoding='UTF-8'?><xml/>",
        "<?xml?><xml/>"
      })
  void a_message_is_one_root_element_and_nothing_else(String body) {
    assertRefused(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<xml a='1'/>",
        "<xml xmlns='u'/>",
        "<xml xmlns=''/>",
        "<xml xml:lang='zh'/>",
        "<xml><a b='1'>1</a></xml>",
        "<xml><a xmlns='u'>1</a></xml>",
        "<xml><p:a xmlns:p='u'>1</p:a></xml>",
        "<p:xml xmlns:p='u'/>",
        "<xml><p:a>1</p:a></xml>",
        "<xml><:a>1</:a></xml>",
        "<xml><a b='1' b='2'>1</a></xml>"
      })
  void neither_attributes_nor_namespaces_are_accepted(String body) {
    assertRefused(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"支付", "é", "a=b", "a&b", "a b", "a\u0000", "１"})
  void a_name_is_plain_ascii(String name) {
    assertRefused("<xml><%1$s>1</%1$s></xml>".formatted(name));
    assertRefused("<xml><%1$s>1</%1$s></xml>".formatted("a".repeat(129)));
    assertRefused("<xml><%1$s>1</%1$s></xml>".formatted("a".repeat(5_000)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GBK", "UTF-16", "UTF-32", "ISO-8859-1", "US-ASCII", "UTF-7", "x"})
  void no_other_encoding_is_read_even_if_the_bytes_would_do(String encoding) {
    var body = "<?xml version='1.0' encoding='%s'?><xml><a>1</a></xml>".formatted(encoding);
    assertRefused(body);
    if (Charset.isSupported(encoding)) {
      assertRefused(body.getBytes(Charset.forName(encoding)));
    }
  }

  @Test
  void neither_a_byte_order_mark_nor_another_encoding_of_the_bytes_is_read() {
    var body = "<xml><a>1</a></xml>";
    assertRefused("\ufeff" + body);
    for (var charset :
        new Charset[] {
          StandardCharsets.UTF_16,
          StandardCharsets.UTF_16LE,
          StandardCharsets.UTF_16BE,
          StandardCharsets.UTF_32,
          Charset.forName("IBM037")
        }) {
      assertRefused(body.getBytes(charset));
      assertRefused(("\ufeff" + body).getBytes(charset));
    }
    assertRefused("<xml><a>支付</a></xml>".getBytes(Charset.forName("GBK")));
  }

  @Test
  void bytes_that_are_no_utf_8_are_refused_and_not_replaced() {
    for (int[] bytes :
        new int[][] {
          {0xff},
          {0x80},
          {0xc0, 0x80},
          {0xe0, 0x80, 0xbc},
          {0xed, 0xa0, 0x80},
          {0xf4, 0x90, 0x80, 0x80},
          {0xe4, 0xb8}
        }) {
      var prefix = "<xml><a>".getBytes(StandardCharsets.UTF_8);
      var suffix = "</a></xml>".getBytes(StandardCharsets.UTF_8);
      var body = new byte[prefix.length + bytes.length + suffix.length];
      System.arraycopy(prefix, 0, body, 0, prefix.length);
      for (int i = 0; i < bytes.length; i++) {
        body[prefix.length + i] = (byte) bytes[i];
      }
      System.arraycopy(suffix, 0, body, prefix.length + bytes.length, suffix.length);
      assertThatThrownBy(() -> FlatXml.read(body, "xml"))
          .isInstanceOf(BadFieldException.class)
          .hasMessage("the body is not UTF-8");
    }
  }

  @Test
  void line_ends_are_what_xml_makes_of_them() {
    assertThat(fields("<xml><a>1\r\n2\r3&#13;4</a></xml>")).isEqualTo(Map.of("a", "1\n2\n3\r4"));
  }

  @Test
  @Timeout(20)
  void the_longest_bodies_cost_little() {
    assertRefused("<xml>" + "<a>".repeat(21_000)); // as deep as it gets
    assertRefused("<xml>" + "<a/>".repeat(16_000) + "</xml>");
    assertRefused("<xml><a " + "b='' ".repeat(12_000) + "/></xml>");
    assertRefused("<".repeat(LIMIT));
    assertRefused("<xml><a>" + "<![CDATA[".repeat(7_000));
    assertRefused("<xml><" + "a".repeat(65_000) + "/></xml>");

    var many = new StringBuilder("<xml>");
    for (int i = 0; many.length() < LIMIT - 32; i++) {
      many.append("<f").append(i).append(">1</f").append(i).append(">");
    }
    assertThat(fields(many + "</xml>")).hasSizeGreaterThan(3_000);
    assertThat(fields("<xml><a>" + "&amp;".repeat(13_000) + "</a></xml>"))
        .isEqualTo(Map.of("a", "&".repeat(13_000)));
    assertThat(fields("<xml><a>" + "<![CDATA[]]>".repeat(5_000) + "</a></xml>")).isEmpty();
  }

  @Test
  @Timeout(20)
  void names_with_one_hash_code_cost_little() {
    var body = new StringBuilder("<xml>");
    int count = 0;
    for (; body.length() < LIMIT - 64; count++) {
      var name = new StringBuilder();
      for (int bit = 0; bit < 11; bit++) {
        name.append((count >> bit & 1) == 0 ? "Aa" : "BB"); // "Aa" and "BB" hash alike
      }
      body.append("<").append(name).append(">1</").append(name).append(">");
    }
    assertThat(fields(body + "</xml>")).hasSize(count);
  }

  private static Map<String, String> fields(String body) {
    return FlatXml.read(body.getBytes(StandardCharsets.UTF_8), "xml").fields();
  }

  private static void assertRefused(String body) {
    assertRefused(body.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(byte[] body) {
    assertThatThrownBy(() -> FlatXml.read(body, "xml")).isInstanceOf(BadFieldException.class);
  }
}
