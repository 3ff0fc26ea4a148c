/** The internal HTTP API on notifications: look, replay, resend. */
@NullMarked
package io.payrelay.notify.api;

import org.jspecify.annotations.NullMarked;
