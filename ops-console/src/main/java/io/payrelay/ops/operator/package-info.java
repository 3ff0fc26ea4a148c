/** Who may use this console, and by which token they prove it. */
@NullMarked
package io.payrelay.ops.operator;

import org.jspecify.annotations.NullMarked;
