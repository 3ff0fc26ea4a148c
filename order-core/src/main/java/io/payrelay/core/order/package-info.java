/** A merchant's orders: created once, bound to a channel account, read back; never paid here. */
@NullMarked
package io.payrelay.core.order;

import org.jspecify.annotations.NullMarked;
