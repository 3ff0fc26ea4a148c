/** RSA keys out of settings, and signatures made with them: what several channels share. */
@NullMarked
package io.payrelay.ingress.rsa;

import org.jspecify.annotations.NullMarked;
