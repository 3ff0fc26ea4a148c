/** Tests of the dead-letter store. */
@NullMarked
package io.payrelay.ops.deadletter;

import org.jspecify.annotations.NullMarked;
