/** Tests of {@code io.payrelay.core.cases}. */
@NullMarked
package io.payrelay.core.cases;

import org.jspecify.annotations.NullMarked;
