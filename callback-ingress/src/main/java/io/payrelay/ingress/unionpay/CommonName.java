package io.payrelay.ingress.unionpay;

import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.security.auth.x500.X500Principal;

/**
 * The subject's CN, {@code 041@8310000000083040@中国银联股份有限公司@00016495}. It is taken out of the parsed
 * name: looking for {@code CN=} in its text would find it inside another attribute.
 */
final class CommonName {

  private static final int OWNER = 2;

  private CommonName() {}

  /** Who owns the certificate; empty unless there is exactly one CN, and it has that part. */
  static Optional<String> thirdPart(X509Certificate certificate) {
    try {
      var name = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
      var rdns = new LdapName(name).getRdns();
      var cns = rdns.stream().filter(rdn -> rdn.toAttributes().get("CN") != null).toList();
      if (cns.size() != 1
          || cns.getFirst().size() != 1
          || !(cns.getFirst().getValue() instanceof String cn)) {
        return Optional.empty();
      }
      var parts = cn.split("@", -1);
      return parts.length > OWNER ? Optional.of(parts[OWNER]) : Optional.empty();
    } catch (InvalidNameException | RuntimeException e) {
      return Optional.empty(); // not only the declared exception: this name is anybody's
    }
  }
}
