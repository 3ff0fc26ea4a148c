/** The operators' service: what is stuck, why, and safe ways to set it going again. */
@NullMarked
package io.payrelay.ops;

import org.jspecify.annotations.NullMarked;
