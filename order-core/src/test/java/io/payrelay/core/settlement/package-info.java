/** Tests of {@code io.payrelay.core.settlement}. */
@NullMarked
package io.payrelay.core.settlement;

import org.jspecify.annotations.NullMarked;
