/** Stripe: events signed in {@code Stripe-Signature}, about PaymentIntents and their refunds. */
@NullMarked
package io.payrelay.ingress.stripe;

import org.jspecify.annotations.NullMarked;
