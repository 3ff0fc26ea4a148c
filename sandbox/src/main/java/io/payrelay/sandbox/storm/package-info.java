/** Signed callbacks in quantity, and the proof that each payment was settled and told once. */
@NullMarked
package io.payrelay.sandbox.storm;

import org.jspecify.annotations.NullMarked;
