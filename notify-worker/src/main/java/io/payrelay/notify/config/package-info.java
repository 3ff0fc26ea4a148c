/** The worker's settings, checked at start-up. */
@NullMarked
package io.payrelay.notify.config;

import org.jspecify.annotations.NullMarked;
