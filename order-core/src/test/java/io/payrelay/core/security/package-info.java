@NullMarked
package io.payrelay.core.security;

import org.jspecify.annotations.NullMarked;
