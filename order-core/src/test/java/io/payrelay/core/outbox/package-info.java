/** Tests of {@code io.payrelay.core.outbox}. */
@NullMarked
package io.payrelay.core.outbox;

import org.jspecify.annotations.NullMarked;
