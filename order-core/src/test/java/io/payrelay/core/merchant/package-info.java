@NullMarked
package io.payrelay.core.merchant;

import org.jspecify.annotations.NullMarked;
