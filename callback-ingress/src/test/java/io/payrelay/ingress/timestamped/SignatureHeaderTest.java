package io.payrelay.ingress.timestamped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureHeaderTest {

  private static final String HEX = "0123456789abcdef".repeat(4);

  @Test
  void a_timestamp_and_a_signature_are_found_in_any_order() {
    assertThat(wellformed("t=1700000000,v1=" + HEX).seconds()).isEqualTo(1_700_000_000L);
    assertThat(wellformed("v1=" + HEX + ",t=1700000000").signatures()).hasSize(1);
  }

  @Test
  void several_signatures_are_kept_for_a_rotation() {
    assertThat(wellformed("t=1,v1=" + HEX + ",v1=" + HEX).signatures()).hasSize(2);
  }

  @Test
  void a_scheme_of_later_days_is_skipped() {
    assertThat(wellformed("t=1,v2=whatever,v1=" + HEX + ",v0=").signatures()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "t",
        "=1",
        "t=1",
        "v1=HEX",
        "t=,v1=HEX",
        "t=-1,v1=HEX",
        "t=+1,v1=HEX",
        "t=1.5,v1=HEX",
        "t=1e9,v1=HEX",
        "t= 1,v1=HEX",
        "t=1700000000000,v1=HEX",
        "t=99999999999999999999,v1=HEX",
        "t=１７,v1=HEX",
        "t=1,t=1,v1=HEX",
        "t=1,v1=",
        "t=1,v1=HE",
        "t=1,v1=HEX0",
        "t=1,v1=UPPER",
        "t=1,v1=NOTHEX",
        "t=1,v1=HEX,",
        "t=1,,v1=HEX",
        "t=1, v1=HEX",
        "t=1;v1=HEX",
        "T=1,v1=HEX",
        "t=1,V1=HEX"
      })
  void a_malformed_header_is_one_typed_answer(String header) {
    var text =
        header
            .replace("NOTHEX", "g".repeat(64))
            .replace("UPPER", HEX.toUpperCase(java.util.Locale.ROOT))
            .replace("HEX", HEX);
    assertThat(SignatureHeader.parse(text)).isInstanceOf(SignatureHeader.Malformed.class);
  }

  @Test
  void a_very_long_header_is_not_even_split() {
    assertThat(SignatureHeader.parse("t=1" + (",v1=" + HEX).repeat(40)))
        .isInstanceOf(SignatureHeader.Malformed.class);
  }

  @Test
  void no_text_makes_the_parser_throw() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var alphabet = "tv1=,0af-+ .%\u0000\u4e00" + HEX;
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      for (int n = random.nextInt(90); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertThatCode(() -> SignatureHeader.parse(text.toString()))
          .as("seed %d text %s", seed, text)
          .doesNotThrowAnyException();
    }
  }

  private static SignatureHeader wellformed(String text) {
    return switch (SignatureHeader.parse(text)) {
      case SignatureHeader.Wellformed(var header) -> header;
      case SignatureHeader.Malformed(var why) -> throw new AssertionError(why);
    };
  }
}
