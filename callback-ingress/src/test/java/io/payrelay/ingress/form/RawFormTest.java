package io.payrelay.ingress.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawFormTest {

  private static Map<String, String> decode(String body, Charset charset) throws Exception {
    return RawForm.split(body.getBytes(StandardCharsets.ISO_8859_1)).decode(charset);
  }

  @Test
  void a_plus_is_a_space_and_an_escaped_plus_stays_a_plus() throws Exception {
    assertThat(decode("a=1+2&b=1%2B2&c=1%252B2", StandardCharsets.UTF_8))
        .isEqualTo(Map.of("a", "1 2", "b", "1+2", "c", "1%2B2"));
  }

  @Test
  void the_charset_may_come_from_the_form_itself() throws Exception {
    var gbk = Charset.forName("GBK");
    var body = "charset=GBK&subject=" + URLEncoder.encode("订单", gbk);
    var raw = RawForm.split(body.getBytes(StandardCharsets.US_ASCII));

    assertThat(raw.ascii("charset", "UTF-8")).isEqualTo("GBK");
    assertThat(raw.ascii("absent", "UTF-8")).isEqualTo("UTF-8");
    assertThat(raw.decode(gbk)).containsEntry("subject", "订单");
  }

  @Test
  void spaces_and_line_breaks_at_the_ends_are_kept() throws Exception {
    assertThat(decode("cert=+x%0D%0A", StandardCharsets.UTF_8)).containsEntry("cert", " x\r\n");
  }

  @Test
  void empty_values_and_stray_ampersands_are_no_fault() throws Exception {
    assertThat(decode("&a=&b&&c=x=y&", StandardCharsets.UTF_8))
        .isEqualTo(Map.of("a", "", "b", "", "c", "x=y"));
    assertThat(decode("", StandardCharsets.UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=1&a=2", "a=1&a=1", "a=1&%61=2", "a=%", "a=%4", "a=%4&b=1", "a=%zz"})
  void repeated_fields_and_broken_escapes_are_refused(String body) {
    assertThatThrownBy(() -> decode(body, StandardCharsets.UTF_8))
        .isInstanceOf(MalformedFormException.class);
  }

  @Test
  void bytes_that_are_not_in_the_charset_are_refused_instead_of_replaced() {
    assertThatThrownBy(() -> decode("a=%B6%A9", StandardCharsets.UTF_8))
        .isInstanceOf(MalformedFormException.class)
        .hasMessage("the form is not in its charset");
  }

  @Test
  void reads_what_the_jdk_encodes() throws Exception {
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      var value =
          random
              .ints(20, 1, 0xd7ff)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      var encoded = URLEncoder.encode(value, StandardCharsets.UTF_8);

      assertThat(decode("a=" + encoded, StandardCharsets.UTF_8))
          .containsEntry("a", value)
          .containsEntry("a", URLDecoder.decode(encoded, StandardCharsets.UTF_8));
    }
  }

  @Test
  void no_bytes_make_it_throw_anything_else() {
    var random = new Random(11);
    for (int i = 0; i < 2_000; i++) {
      var body = "charset=GBK&a=1%2B2&b=%E8%AE%A2&c=".getBytes(StandardCharsets.US_ASCII);
      for (int n = random.nextInt(4); n >= 0; n--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      try {
        RawForm.split(body).decode(StandardCharsets.UTF_8);
      } catch (MalformedFormException e) {
        assertThat(e).hasMessageStartingWith("the form ");
      }
    }
  }
}
