package io.payrelay.ingress.alipay;

import static io.payrelay.ingress.alipay.AlipaySender.NOW;
import static io.payrelay.ingress.alipay.AlipaySender.OPTIONS;
import static io.payrelay.ingress.alipay.AlipaySender.PLATFORM;
import static io.payrelay.ingress.alipay.AlipaySender.STRANGER;
import static io.payrelay.ingress.alipay.AlipaySender.body;
import static io.payrelay.ingress.alipay.AlipaySender.key;
import static io.payrelay.ingress.alipay.AlipaySender.paid;
import static io.payrelay.ingress.alipay.AlipaySender.reader;
import static io.payrelay.ingress.alipay.AlipaySender.refusal;
import static io.payrelay.ingress.alipay.AlipaySender.request;
import static io.payrelay.ingress.alipay.TestCertificates.FROM;
import static io.payrelay.ingress.alipay.TestCertificates.UNTIL;
import static io.payrelay.ingress.alipay.TestCertificates.leaf;
import static io.payrelay.ingress.alipay.TestCertificates.pem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.v3.util.AlipaySignature;
import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.ingress.alipay.TestCertificates.Authority;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Set;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts that hold Alipay's certificate instead of its bare key. */
class AlipayCertificatesTest {

  private static final Authority ROOT = TestCertificates.root("CN=Ant Authority R1,O=Ant,C=CN");
  private static final Authority MIDDLE =
      TestCertificates.below(ROOT, "CN=Ant Authority Class 2 R1,O=Ant,C=CN", UNTIL);
  private static final Authority OTHER = TestCertificates.root("CN=Another Authority");

  private static final String FILE =
      pem(leaf(MIDDLE, PLATFORM, 77, FROM, UNTIL), MIDDLE.certificate());

  private static KeySettings certificate(String pem) {
    return new KeySettings("2026", pem, null, null);
  }

  private static KeySettings root(String pem) {
    return new KeySettings("root", pem, null, null);
  }

  private static byte[] signedBy(KeyPair pair, String certificateNumber) {
    return body(paid("alipay_cert_sn", certificateNumber), StandardCharsets.UTF_8, pair);
  }

  @Test
  void alipays_certificate_verifies_with_and_without_a_root() {
    assertGenuine(reader(OPTIONS, certificate(FILE)).read(request(body(paid())), NOW));
    assertGenuine(
        reader(OPTIONS, root(ROOT.pem()), certificate(FILE)).read(request(body(paid())), NOW));
  }

  @Test
  void only_the_first_certificate_of_the_file_signs_notices() {
    var reader = reader(OPTIONS, certificate(FILE));
    assertThat(
            refusal(reader.read(request(body(paid(), StandardCharsets.UTF_8, MIDDLE.keys())), NOW)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void the_certificates_own_validity_counts() {
    var reader = reader(OPTIONS, certificate(FILE));
    var request = request(body(paid()));

    assertGenuine(reader.read(request, UNTIL));
    assertGenuine(reader.read(request, FROM));
    assertThat(refusal(reader.read(request, UNTIL.plusSeconds(1)))).isEqualTo(Refusal.KEY_UNKNOWN);
    assertThat(refusal(reader.read(request, FROM.minusSeconds(1)))).isEqualTo(Refusal.KEY_UNKNOWN);
  }

  @Test
  void the_validity_of_those_above_it_counts_too() {
    var until = NOW.minusSeconds(60);
    var expired = TestCertificates.below(ROOT, "CN=Class 1", until);
    var file = pem(leaf(expired, PLATFORM, 77, FROM, UNTIL), expired.certificate());
    var reader = reader(OPTIONS, root(ROOT.pem()), certificate(file));

    assertGenuine(reader.read(request(body(paid())), until));
    assertThat(refusal(reader.read(request(body(paid())), NOW))).isEqualTo(Refusal.KEY_UNKNOWN);
  }

  @Test
  void the_settings_may_end_a_certificate_earlier() {
    var ended = new KeySettings("2026", FILE, null, NOW);
    assertThat(refusal(reader(OPTIONS, ended).read(request(body(paid())), NOW)))
        .isEqualTo(Refusal.KEY_UNKNOWN);
  }

  @Test
  void a_certificate_that_does_not_lead_to_the_root_is_refused_by_name() {
    var forged =
        TestCertificates.issue(
            MIDDLE.name(),
            OTHER.keys(),
            ROOT.name(),
            OTHER.keys(),
            "SHA256withRSA",
            2,
            true,
            FROM,
            UNTIL);
    var byForged =
        leaf(new Authority(MIDDLE.name(), OTHER.keys(), forged), PLATFORM, 77, FROM, UNTIL);
    var byLeaf =
        TestCertificates.issue(
            "CN=x",
            PLATFORM,
            "CN=Alipay-2088731909746398",
            PLATFORM,
            "SHA256withRSA",
            9,
            false,
            FROM,
            UNTIL);
    for (var file :
        new String[] {
          pem(leaf(OTHER, PLATFORM, 77, FROM, UNTIL)),
          pem(leaf(OTHER, PLATFORM, 77, FROM, UNTIL), OTHER.certificate()),
          pem(leaf(MIDDLE, PLATFORM, 77, FROM, UNTIL)),
          pem(byForged, forged),
          pem(byLeaf, leaf(MIDDLE, PLATFORM, 77, FROM, UNTIL), MIDDLE.certificate()),
        }) {
      assertThatThrownBy(() -> reader(OPTIONS, root(ROOT.pem()), certificate(file)))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessage("keys[1].secret must be a certificate that leads to the root");
    }
  }

  @Test
  void certificates_that_are_never_valid_together_are_refused() {
    var file =
        pem(
            leaf(MIDDLE, PLATFORM, 77, UNTIL.plusSeconds(1), UNTIL.plusSeconds(9)),
            MIDDLE.certificate());
    assertThatThrownBy(() -> reader(OPTIONS, certificate(file)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("keys[0].secret has certificates that are never valid together");
  }

  @Test
  void a_root_without_a_certificate_below_it_is_a_mistake() {
    assertThatThrownBy(() -> reader(OPTIONS, root(ROOT.pem()), key("platform", PLATFORM)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("keys has a root, but no certificate that it could vouch for");
    assertThatThrownBy(() -> reader(OPTIONS, root(ROOT.pem())))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("keys needs Alipay's public key, or its certificate");
  }

  @Test
  void a_root_that_is_none_is_refused_by_name() {
    for (var pem : new String[] {"", "nonsense", AlipaySender.base64(PLATFORM), pem(new byte[9])}) {
      assertThatThrownBy(() -> reader(OPTIONS, certificate(FILE), root(pem)))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageStartingWith("keys[1].secret must be root certificates");
    }
  }

  /** Alipay's root file has SM2 certificates, too, which the JDK can't read. */
  @Test
  void a_root_file_with_certificates_that_the_jdk_cannot_read_is_fine() throws Exception {
    var roots = pem(sm2()) + OTHER.pem() + ROOT.pem();
    assertGenuine(reader(OPTIONS, root(roots), certificate(FILE)).read(request(body(paid())), NOW));
  }

  @Test
  void a_notice_that_names_a_certificate_is_verified_with_that_one_only() {
    var next = leaf(MIDDLE, STRANGER, 78, FROM, UNTIL);
    var reader = reader(OPTIONS, certificate(FILE), new KeySettings("2027", pem(next), null, null));
    var now = number(FILE);
    var then = number(pem(next));

    assertGenuine(reader.read(request(signedBy(PLATFORM, now)), NOW));
    assertGenuine(reader.read(request(signedBy(STRANGER, then)), NOW));
    assertGenuine(reader.read(request(signedBy(STRANGER, then.toUpperCase(Locale.ROOT))), NOW));
    assertThat(refusal(reader.read(request(signedBy(STRANGER, now)), NOW)))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void a_notice_that_names_none_is_verified_with_any_valid_one() {
    var next = certificate(pem(leaf(MIDDLE, STRANGER, 78, FROM, UNTIL)));
    var reader = reader(OPTIONS, certificate(FILE), next);
    for (var pair : new KeyPair[] {PLATFORM, STRANGER}) {
      assertGenuine(reader.read(request(signedBy(pair, "")), NOW));
    }
  }

  @Test
  void an_unknown_certificate_asks_for_a_repeat() {
    var unknown = request(signedBy(PLATFORM, "0123456789abcdef0123456789abcdef"));
    assertThat(refusal(reader(OPTIONS, certificate(FILE)).read(unknown, NOW)))
        .isEqualTo(Refusal.KEY_UNKNOWN);
    assertGenuine(reader(OPTIONS, key("platform", PLATFORM)).read(unknown, NOW));
  }

  @Test
  void the_number_of_a_certificate_is_the_one_that_the_sdk_computes(@TempDir Path folder)
      throws Exception {
    var file = Files.writeString(folder.resolve("alipay.crt"), FILE);

    assertThat(number(FILE)).isEqualTo(AlipaySignature.getCertSN(file.toString()));
  }

  /** The SDK takes the key out of whatever file it gets. */
  @Test
  void the_sdk_believes_an_expired_certificate_and_we_do_not(@TempDir Path folder)
      throws Exception {
    var expired = pem(leaf(MIDDLE, PLATFORM, 77, FROM, NOW.minus(Duration.ofDays(1))));
    var file = Files.writeString(folder.resolve("alipay.crt"), expired);
    var parameters = new LinkedHashMap<>(paid());
    parameters.put("sign", AlipaySender.sign(paid(), StandardCharsets.UTF_8, PLATFORM));
    parameters.put("sign_type", "RSA2");

    assertThat(AlipaySignature.certVerifyV1(parameters, file.toString(), "utf-8", "RSA2")).isTrue();
    assertThat(refusal(reader(OPTIONS, certificate(expired)).read(request(body(paid())), NOW)))
        .isEqualTo(Refusal.KEY_UNKNOWN);
  }

  @Test
  void certificates_and_bare_keys_verify_side_by_side() {
    var both = reader(OPTIONS, key("platform", STRANGER), certificate(FILE));
    for (var pair : new KeyPair[] {PLATFORM, STRANGER}) {
      assertGenuine(both.read(request(body(paid(), StandardCharsets.UTF_8, pair)), NOW));
    }
    assertThatCode(() -> both.read(request(""), NOW)).doesNotThrowAnyException();
  }

  private static String number(String pem) {
    return AlipayCertificate.of(pem, "here", Set.of()).number();
  }

  private static byte[] sm2() throws Exception {
    var provider = new BouncyCastleProvider();
    var generator = KeyPairGenerator.getInstance("EC", provider);
    generator.initialize(new ECGenParameterSpec("sm2p256v1"));
    var keys = generator.generateKeyPair();
    var name = new X500Name("CN=SM2 Root");
    return new JcaX509v3CertificateBuilder(
            name, BigInteger.ONE, Date.from(FROM), Date.from(UNTIL), name, keys.getPublic())
        .build(
            new JcaContentSignerBuilder("SM3withSM2")
                .setProvider(provider)
                .build(keys.getPrivate()))
        .getEncoded();
  }

  private static void assertGenuine(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
  }
}
