/**
 * Calls a merchant once: vetted address, one deadline, capped answer. Knows nothing of plans and
 * queues.
 */
@NullMarked
package io.payrelay.notify.http;

import org.jspecify.annotations.NullMarked;
