@NullMarked
package io.payrelay.core.onboard;

import org.jspecify.annotations.NullMarked;
