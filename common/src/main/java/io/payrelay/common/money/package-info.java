/** Amounts as minor units with a currency; nothing here ever touches a floating-point number. */
@NullMarked
package io.payrelay.common.money;

import org.jspecify.annotations.NullMarked;
