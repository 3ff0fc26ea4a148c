/** Sends one dead letter on its way again, at most one operator at a time. */
@NullMarked
package io.payrelay.ops.replay;

import org.jspecify.annotations.NullMarked;
