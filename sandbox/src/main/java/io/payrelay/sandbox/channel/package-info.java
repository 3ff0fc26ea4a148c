/** Payment channels: how each writes, signs and repeats a callback. Knows nothing of merchants. */
@NullMarked
package io.payrelay.sandbox.channel;

import org.jspecify.annotations.NullMarked;
