/** UnionPay ACP 5.1.0: a signed form, with the certificate that signed it inside. */
@NullMarked
package io.payrelay.ingress.unionpay;

import org.jspecify.annotations.NullMarked;
