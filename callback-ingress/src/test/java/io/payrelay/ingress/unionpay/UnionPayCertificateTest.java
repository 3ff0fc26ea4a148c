package io.payrelay.ingress.unionpay;

import static io.payrelay.ingress.unionpay.UnionPaySender.NOW;
import static io.payrelay.ingress.unionpay.UnionPaySender.key;
import static io.payrelay.ingress.unionpay.UnionPaySender.purchase;
import static io.payrelay.ingress.unionpay.UnionPaySender.reader;
import static io.payrelay.ingress.unionpay.UnionPaySender.refusal;
import static io.payrelay.ingress.unionpay.UnionPaySender.request;
import static io.payrelay.ingress.unionpay.UnionPaySender.root;
import static io.payrelay.ingress.unionpay.UnionPaySender.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.payrelay.ingress.channel.CallbackReader;
import io.payrelay.ingress.channel.KeySettings;
import io.payrelay.ingress.channel.Refusal;
import io.payrelay.ingress.channel.Verdict;
import io.payrelay.ingress.unionpay.Certificates.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.DERBMPString;
import org.bouncycastle.asn1.DERT61String;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The certificate travels in the message: it proves nothing until each of these holds. */
class UnionPayCertificateTest {

  private static final Instant JUST_NOW = NOW.minusSeconds(1);
  private static final Instant SOON = NOW.plusSeconds(1);

  private final CallbackReader reader = reader(root());

  @Test
  void a_certificate_of_unionpays_under_the_root_is_trusted() {
    assertGenuine(read(reader, Pki.UNIONPAY));
  }

  @Test
  void an_expired_certificate_is_refused() {
    assertWrong(unionPay().valid(Pki.FROM, JUST_NOW).by(Pki.ROOT));
  }

  @Test
  void a_certificate_that_is_not_valid_yet_is_refused() {
    assertWrong(unionPay().valid(SOON, Pki.UNTIL).by(Pki.ROOT));
  }

  @Test
  void a_certificate_that_expires_while_it_is_remembered_is_refused() {
    var certified = unionPay().valid(Pki.FROM, SOON).by(Pki.ROOT);
    assertGenuine(read(reader, certified));
    assertGenuine(reader.read(request(signed(purchase(), certified)), SOON));
    assertThat(refusal(reader.read(request(signed(purchase(), certified)), SOON.plusSeconds(1))))
        .isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void a_certificate_of_another_root_is_not_trusted() {
    assertUnknown(reader, unionPay().by(Pki.OTHER_ROOT));
  }

  @Test
  void a_self_signed_certificate_with_unionpays_name_is_not_trusted() {
    assertUnknown(reader, unionPay().selfSigned());
    assertUnknown(reader, unionPay().authority().usage(KeyUsage.digitalSignature).selfSigned());
  }

  @Test
  void a_certificate_that_only_names_the_root_as_its_issuer_is_not_trusted() {
    var liar =
        new Pki.Certified(Pki.ROOT.certificate(), Pki.ROOT.subject(), Pki.LEAF_KEY.getPrivate());
    assertUnknown(reader, unionPay().by(liar));
  }

  @Test
  void a_certificate_issued_by_a_merchant_under_the_same_root_is_not_trusted() {
    var merchant =
        new Pki.Request("041@N9132@merchant@1", Pki.MIDDLE_KEY)
            .usage(KeyUsage.digitalSignature | KeyUsage.keyCertSign)
            .by(Pki.ROOT);
    assertUnknown(reader, unionPay().by(merchant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "041@N91340881674230088U@安徽某公司@00000001", // a merchant's, under the very same root
        "041@8310000000083040@中国银联股份有限公司 @00016495",
        "041@8310000000083040@中国银联@00016495",
        "中国银联股份有限公司@041@x@00016495",
        "041@x@y@中国银联股份有限公司",
        "041@Z12@00040000:SIGN@00000062", // UnionPay's test environment: by configuration only
        "041@8310000000083040",
        "中国银联股份有限公司",
        "@@",
        "@"
      })
  void a_certificate_in_somebody_elses_name_is_refused(String cn) {
    assertWrong(new Pki.Request(cn, Pki.LEAF_KEY).by(Pki.ROOT));
  }

  @Test
  void the_name_is_looked_for_in_the_cn_alone() {
    var unit = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.OU, "CN=" + Pki.UNIONPAY_CN);
    assertWrong(new Pki.Request(unit.build(), Pki.LEAF_KEY).by(Pki.ROOT));
    unit.addRDN(BCStyle.CN, "041@N9132@merchant@1");
    assertWrong(new Pki.Request(unit.build(), Pki.LEAF_KEY).by(Pki.ROOT));
  }

  @Test
  void two_cns_are_none() {
    var merchant = new DERUTF8String("041@N9132@merchant@1");
    var unionPay = new DERUTF8String(Pki.UNIONPAY_CN);
    var apart =
        new X500NameBuilder(BCStyle.INSTANCE)
            .addRDN(BCStyle.CN, unionPay)
            .addRDN(BCStyle.CN, merchant)
            .build();
    var together =
        new X500NameBuilder(BCStyle.INSTANCE)
            .addMultiValuedRDN(
                new org.bouncycastle.asn1.ASN1ObjectIdentifier[] {BCStyle.CN, BCStyle.OU},
                new org.bouncycastle.asn1.ASN1Encodable[] {unionPay, merchant})
            .build();
    for (X500Name name : List.of(apart, together)) {
      assertWrong(new Pki.Request(name, Pki.LEAF_KEY).by(Pki.ROOT));
    }
  }

  @Test
  void the_name_may_be_written_in_any_of_the_string_types() {
    assertGenuine(
        read(
            reader,
            new Pki.Request(Pki.name(new DERBMPString(Pki.UNIONPAY_CN)), Pki.LEAF_KEY)
                .by(Pki.ROOT)));
    var test = reader(Map.of("mer-id", UnionPaySender.MER_ID, "cn", "00040000:SIGN"), root());
    var cn = new DERT61String("041@Z12@00040000:SIGN@00000062"); // as the test environment does
    assertGenuine(read(test, new Pki.Request(Pki.name(cn), Pki.LEAF_KEY).by(Pki.ROOT)));
  }

  @Test
  void an_account_of_the_test_environment_names_another_owner() {
    var test = reader(Map.of("mer-id", UnionPaySender.MER_ID, "cn", "00040000:SIGN"), root());
    assertGenuine(
        read(test, new Pki.Request("041@Z12@00040000:SIGN@00000062", Pki.LEAF_KEY).by(Pki.ROOT)));
    assertThat(refusal(read(test, Pki.UNIONPAY))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @Test
  void a_certificate_that_is_not_one_to_sign_with_is_refused() {
    assertWrong(unionPay().usage(KeyUsage.keyEncipherment).by(Pki.ROOT));
    assertGenuine(read(reader, unionPay().usage(0).by(Pki.ROOT)));
    assertGenuine(read(reader, unionPay().usage(KeyUsage.nonRepudiation).by(Pki.ROOT)));
  }

  @Test
  void a_certificate_with_a_short_key_is_refused() {
    assertWrong(new Pki.Request(Pki.UNIONPAY_CN, Pki.newKey(1024)).by(Pki.ROOT));
  }

  @Test
  void a_certificate_that_is_certified_with_sha_1_is_trusted_like_unionpays_own_test_one() {
    assertGenuine(read(reader, unionPay().algorithm("SHA1withRSA").by(Pki.ROOT)));
  }

  @Test
  void a_certificate_that_is_certified_with_md5_is_not_trusted() {
    assertUnknown(reader, unionPay().algorithm("MD5withRSA").by(Pki.ROOT));
  }

  @Test
  void an_authority_in_the_middle_has_to_be_known() {
    var underMiddle = unionPay().by(Pki.MIDDLE);
    assertUnknown(reader, underMiddle);
    assertGenuine(read(reader(root(), key("middle", Pki.MIDDLE.pem())), underMiddle));
  }

  @Test
  void an_authority_in_the_middle_has_to_be_under_the_root() {
    var stranger = new Pki.Request("Test OCA1", Pki.MIDDLE_KEY).authority().by(Pki.OTHER_ROOT);
    var misled = reader(root(), key("middle", stranger.pem()));
    assertUnknown(misled, unionPay().by(stranger));
  }

  @Test
  void an_expired_authority_vouches_for_nobody() {
    var oldRoot =
        new Pki.Request("Test Root", Pki.ROOT_KEY)
            .authority()
            .valid(Pki.FROM, JUST_NOW)
            .selfSigned();
    assertUnknown(reader(key("root", oldRoot.pem())), Pki.UNIONPAY);
    var oldMiddle =
        new Pki.Request("Test OCA1", Pki.MIDDLE_KEY)
            .authority()
            .valid(Pki.FROM, JUST_NOW)
            .by(Pki.ROOT);
    assertUnknown(reader(root(), key("middle", oldMiddle.pem())), unionPay().by(Pki.MIDDLE));
  }

  @Test
  void an_authority_that_was_renewed_vouches_beside_the_old_one() {
    var renewed = new Pki.Request("Test OCA1", Pki.OTHER_ROOT_KEY).authority().by(Pki.ROOT);
    var both = reader(root(), key("middle1", Pki.MIDDLE.pem()), key("middle2", renewed.pem()));
    assertGenuine(read(both, unionPay().by(Pki.MIDDLE)));
    assertGenuine(read(both, unionPay().by(renewed)));
  }

  @Test
  void old_and_new_roots_stand_side_by_side() {
    var both = reader(key("root2012", Pki.ROOT.pem()), key("root2026", Pki.OTHER_ROOT.pem()));
    assertGenuine(read(both, Pki.UNIONPAY));
    assertGenuine(read(both, unionPay().by(Pki.OTHER_ROOT)));
  }

  @Test
  void a_root_counts_within_its_window_even_for_a_certificate_that_is_remembered() {
    var until = new KeySettings("root", Pki.ROOT.pem(), NOW, NOW.plusSeconds(60));
    var windowed = reader(until);
    var sent = request(signed(purchase(), Pki.UNIONPAY));
    assertThat(refusal(windowed.read(sent, NOW.minusNanos(1)))).isEqualTo(Refusal.KEY_UNKNOWN);
    assertGenuine(windowed.read(sent, NOW));
    assertGenuine(windowed.read(sent, NOW.plusSeconds(59)));
    assertThat(refusal(windowed.read(sent, NOW.plusSeconds(60)))).isEqualTo(Refusal.KEY_UNKNOWN);
  }

  @Test
  void a_middle_counts_within_its_window() {
    var middle = new KeySettings("middle", Pki.MIDDLE.pem(), null, NOW.plusSeconds(60));
    var windowed = reader(root(), middle);
    var sent = request(signed(purchase(), unionPay().by(Pki.MIDDLE)));
    assertGenuine(windowed.read(sent, NOW));
    assertThat(refusal(windowed.read(sent, NOW.plusSeconds(60)))).isEqualTo(Refusal.KEY_UNKNOWN);
  }

  @Test
  void another_root_takes_over_where_the_remembered_one_ends() {
    var ends = new KeySettings("root1", Pki.ROOT.pem(), null, NOW.plusSeconds(60));
    var crossSigned =
        new Pki.Request(Pki.ROOT.subject(), Pki.ROOT_KEY).authority().by(Pki.OTHER_ROOT);
    var both = reader(ends, key("root2", Pki.OTHER_ROOT.pem()), key("middle", crossSigned.pem()));
    var sent = request(signed(purchase(), Pki.UNIONPAY));
    assertGenuine(both.read(sent, NOW));
    assertGenuine(both.read(sent, NOW.plusSeconds(60)));
  }

  @Test
  void only_so_many_certificates_are_remembered_and_only_trusted_ones() {
    var certificates =
        new Certificates(
            List.of(Authority.of(root(), "keys[0].secret")), List.of(), UnionPayOptions.UNIONPAY);
    for (int i = 0; i < 10; i++) {
      certificates.judge(unionPay().by(Pki.OTHER_ROOT).pem(), NOW);
    }
    assertThat(certificates.remembered()).isZero();
    for (int i = 0; i < 3 * Certificates.MOST_REMEMBERED; i++) {
      assertThat(certificates.judge(unionPay().by(Pki.ROOT).pem(), NOW))
          .isInstanceOf(Judgement.Trusted.class);
      assertThat(certificates.remembered()).isBetween(1, Certificates.MOST_REMEMBERED);
    }
  }

  @Test
  void a_signature_by_another_key_than_the_certificates_is_refused() {
    var thief =
        new Pki.Certified(
            Pki.UNIONPAY.certificate(), Pki.UNIONPAY.subject(), Pki.MIDDLE_KEY.getPrivate());
    assertThat(refusal(read(reader, thief))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "-----BEGIN CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\r\nAAAA\r\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\r\n!\r\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\r\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\r\nAAAA\r\n-----END PUBLIC KEY-----"
      })
  void what_is_no_certificate_is_refused_by_its_form(String pem) {
    var sent = signed(purchase(), Pki.UNIONPAY, pem);
    assertThat(refusal(reader.read(request(sent), NOW))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  @Test
  void an_oversized_certificate_is_refused_by_its_form() {
    var pem = Pki.UNIONPAY.pem() + "\r\n".repeat(4_096);
    var sent = signed(purchase(), Pki.UNIONPAY, pem);
    assertThat(refusal(reader.read(request(sent), NOW))).isEqualTo(Refusal.SIGNATURE_MALFORMED);
  }

  private static Pki.Request unionPay() {
    return new Pki.Request(Pki.UNIONPAY_CN, Pki.LEAF_KEY);
  }

  private void assertWrong(Pki.Certified by) {
    assertThat(refusal(read(reader, by))).isEqualTo(Refusal.SIGNATURE_WRONG);
  }

  private static void assertUnknown(CallbackReader reader, Pki.Certified by) {
    assertThat(refusal(read(reader, by))).isEqualTo(Refusal.KEY_UNKNOWN);
  }

  private static Verdict read(CallbackReader reader, Pki.Certified by) {
    return reader.read(request(signed(purchase(), by)), NOW);
  }

  private static void assertGenuine(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Genuine.class);
  }
}
