/** The broker's part of the shared room, on a real RabbitMQ. */
@NullMarked
package io.payrelay.testkit.broker;

import org.jspecify.annotations.NullMarked;
