/** W3C trace context, carried from the channel's callback to the merchant's notification. */
@NullMarked
package io.payrelay.common.trace;

import org.jspecify.annotations.NullMarked;
