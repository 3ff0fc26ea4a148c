/** Form-urlencoded bodies, read from their raw bytes exactly once. Knows nothing of channels. */
@NullMarked
package io.payrelay.ingress.form;

import org.jspecify.annotations.NullMarked;
