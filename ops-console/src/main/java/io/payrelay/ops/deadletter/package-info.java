/**
 * Moves dead letters from the broker into the store, shows them, and lets an operator discard one.
 */
@NullMarked
package io.payrelay.ops.deadletter;

import org.jspecify.annotations.NullMarked;
