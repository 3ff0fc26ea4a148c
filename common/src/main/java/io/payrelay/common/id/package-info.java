/** Identifiers that sort by time and fit every channel's limits. */
@NullMarked
package io.payrelay.common.id;

import org.jspecify.annotations.NullMarked;
