/**
 * The signature scheme of Stripe, which our generic channel shares: a header {@code t=<unix
 * s>,v1=<hex HMAC-SHA256(secret, t + "." + body)>}. Knows nothing of what is signed.
 */
@NullMarked
package io.payrelay.ingress.timestamped;

import org.jspecify.annotations.NullMarked;
