/** Alipay's asynchronous trade notices: forms signed with SHA256withRSA ("RSA2"). */
@NullMarked
package io.payrelay.ingress.alipay;

import org.jspecify.annotations.NullMarked;
