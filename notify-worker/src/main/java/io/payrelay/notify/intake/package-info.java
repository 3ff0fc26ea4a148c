/** Takes messages from the two queues, makes rows durable, acknowledges, and starts attempts. */
@NullMarked
package io.payrelay.notify.intake;

import org.jspecify.annotations.NullMarked;
