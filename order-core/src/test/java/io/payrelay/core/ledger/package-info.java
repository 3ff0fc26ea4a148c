/** Tests of {@code io.payrelay.core.ledger}. */
@NullMarked
package io.payrelay.core.ledger;

import org.jspecify.annotations.NullMarked;
