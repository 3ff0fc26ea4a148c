/**
 * What a payment channel has to tell the ingress. A channel is one package that implements {@link
 * io.payrelay.ingress.channel.Channel} as a bean; nothing else changes.
 */
@NullMarked
package io.payrelay.ingress.channel;

import org.jspecify.annotations.NullMarked;
