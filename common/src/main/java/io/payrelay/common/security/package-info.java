/** How one of our services proves itself to another. */
@NullMarked
package io.payrelay.common.security;

import org.jspecify.annotations.NullMarked;
