/** The generic channel: a JSON body signed with HMAC-SHA256 in {@code X-Signature}. */
@NullMarked
package io.payrelay.ingress.hmac;

import org.jspecify.annotations.NullMarked;
