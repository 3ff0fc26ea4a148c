/** Tells merchants what happened to their orders: the worker's start and its lifecycle. */
@NullMarked
package io.payrelay.notify;

import org.jspecify.annotations.NullMarked;
