/** Tests of this feature. */
@NullMarked
package io.payrelay.ops.operator;

import org.jspecify.annotations.NullMarked;
