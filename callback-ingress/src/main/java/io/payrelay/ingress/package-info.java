/** Takes the channels' callbacks: verifies, publishes, and acknowledges what the broker has. */
@NullMarked
package io.payrelay.ingress;

import org.jspecify.annotations.NullMarked;
