/** A channel that only tests have: what {@code docs/channels.md} shows, as it is compiled. */
@NullMarked
package io.payrelay.ingress.pigeon;

import org.jspecify.annotations.NullMarked;
