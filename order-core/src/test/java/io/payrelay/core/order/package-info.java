@NullMarked
package io.payrelay.core.order;

import org.jspecify.annotations.NullMarked;
