/** Double entry: append-only entries, and balances that always equal their fold. */
@NullMarked
package io.payrelay.core.ledger;

import org.jspecify.annotations.NullMarked;
