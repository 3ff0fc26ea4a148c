/** One notification's way: claim, attempt, record, next step. The database row decides. */
@NullMarked
package io.payrelay.notify.delivery;

import org.jspecify.annotations.NullMarked;
