/** A merchant's server: verifies notifications, keeps receipts, and fails or hangs when told to. */
@NullMarked
package io.payrelay.sandbox.merchant;

import org.jspecify.annotations.NullMarked;
