package io.payrelay.ingress.unionpay;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds who vouches for a certificate, by the JDK's PKIX rules. It asks nobody: revocation is not
 * looked up, since a notice must not make us call out; an account drops its root instead.
 */
record TrustPaths(List<Authority> roots, List<Authority> middles) {

  TrustPaths {
    roots = List.copyOf(roots);
    middles = List.copyOf(middles);
  }

  boolean isEmpty() {
    return roots.isEmpty();
  }

  /** All authorities above the certificate, the root included; empty if there is no valid path. */
  Optional<List<Authority>> find(X509Certificate certificate, Instant now) {
    var anchors = roots.stream().filter(root -> root.isValidAt(now)).toList();
    var between = middles.stream().filter(middle -> middle.isValidAt(now)).toList();
    if (anchors.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(path(certificate, anchors, between, now));
    } catch (CertPathBuilderException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK builds PKIX paths", e);
    }
  }

  private static List<Authority> path(
      X509Certificate certificate, List<Authority> anchors, List<Authority> between, Instant now)
      throws GeneralSecurityException {
    var target = new X509CertSelector();
    target.setCertificate(certificate);
    var parameters =
        new PKIXBuilderParameters(
            anchors.stream()
                .map(root -> new TrustAnchor(root.certificate(), null))
                .collect(Collectors.toSet()),
            target);
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(now));
    var given = new ArrayList<X509Certificate>();
    given.add(certificate);
    between.forEach(middle -> given.add(middle.certificate()));
    parameters.addCertStore(
        CertStore.getInstance("Collection", new CollectionCertStoreParameters(given)));
    var built = (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(parameters);
    var path = new ArrayList<Authority>();
    between.stream()
        .filter(middle -> built.getCertPath().getCertificates().contains(middle.certificate()))
        .forEach(path::add);
    anchors.stream()
        .filter(root -> root.certificate().equals(built.getTrustAnchor().getTrustedCert()))
        .findFirst()
        .ifPresent(path::add);
    return List.copyOf(path);
  }
}
