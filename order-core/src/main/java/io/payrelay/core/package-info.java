/** The service that keeps the books: starts it and holds what all its rooms share. */
@NullMarked
package io.payrelay.core;

import org.jspecify.annotations.NullMarked;
