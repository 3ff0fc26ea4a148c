/** Asks notify-worker, which alone knows where merchants want to be notified. */
@NullMarked
package io.payrelay.core.endpoint;

import org.jspecify.annotations.NullMarked;
