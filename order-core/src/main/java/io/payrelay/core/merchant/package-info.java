/** Merchants, the API keys they prove themselves with, and the channel accounts that are theirs. */
@NullMarked
package io.payrelay.core.merchant;

import org.jspecify.annotations.NullMarked;
