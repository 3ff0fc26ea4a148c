/** The messages that cross a service boundary, and the codec that reads and writes them. */
@NullMarked
package io.payrelay.common.event;

import org.jspecify.annotations.NullMarked;
