/** Finds rows that the queues forgot, and reminds the workers of them. */
@NullMarked
package io.payrelay.notify.sweep;

import org.jspecify.annotations.NullMarked;
