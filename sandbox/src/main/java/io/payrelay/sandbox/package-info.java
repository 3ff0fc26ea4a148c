/** Plays everything outside PayRelay: channels, merchants, and the eyes that check the books. */
@NullMarked
package io.payrelay.sandbox;

import org.jspecify.annotations.NullMarked;
