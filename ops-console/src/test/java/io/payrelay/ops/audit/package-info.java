/** Tests of this feature. */
@NullMarked
package io.payrelay.ops.audit;

import org.jspecify.annotations.NullMarked;
