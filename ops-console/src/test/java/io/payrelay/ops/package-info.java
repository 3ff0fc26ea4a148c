/** Tests over the real broker and database; notify-worker is played by a small HTTP server. */
@NullMarked
package io.payrelay.ops;

import org.jspecify.annotations.NullMarked;
