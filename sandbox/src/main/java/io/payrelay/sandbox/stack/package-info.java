/**
 * Where the running stack is, and how the outside world talks to it: its public APIs and its
 * database.
 */
@NullMarked
package io.payrelay.sandbox.stack;

import org.jspecify.annotations.NullMarked;
