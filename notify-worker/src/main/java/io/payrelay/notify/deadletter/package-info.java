/** Hands given-up notifications and poison messages to the dead-letter queues, confirmed. */
@NullMarked
package io.payrelay.notify.deadletter;

import org.jspecify.annotations.NullMarked;
