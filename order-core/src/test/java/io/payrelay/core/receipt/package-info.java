/** Tests of what is kept about callbacks. */
@NullMarked
package io.payrelay.core.receipt;

import org.jspecify.annotations.NullMarked;
