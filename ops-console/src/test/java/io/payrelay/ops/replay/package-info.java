/** Tests of this feature. */
@NullMarked
package io.payrelay.ops.replay;

import org.jspecify.annotations.NullMarked;
