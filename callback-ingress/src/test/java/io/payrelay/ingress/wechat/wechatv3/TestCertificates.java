package io.payrelay.ingress.wechat.wechatv3;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes platform certificates. */
final class TestCertificates {

  private TestCertificates() {}

  static String pem(KeyPair pair, String serial, Instant from, Instant until) {
    var name = new X500Name("CN=Tenpay.com");
    try {
      var certificate =
          new JcaX509v3CertificateBuilder(
                  name,
                  new BigInteger(serial, 16),
                  Date.from(from),
                  Date.from(until),
                  name,
                  pair.getPublic())
              .build(new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate()));
      var base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII));
      return "-----BEGIN CERTIFICATE-----\n"
          + base64.encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
