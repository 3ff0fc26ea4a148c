/** Refusing settings that can't be right, by name, at start-up. */
@NullMarked
package io.payrelay.common.config;

import org.jspecify.annotations.NullMarked;
