/** Keeps what came in and what became of it, for people; no decision reads it. */
@NullMarked
package io.payrelay.core.receipt;

import org.jspecify.annotations.NullMarked;
