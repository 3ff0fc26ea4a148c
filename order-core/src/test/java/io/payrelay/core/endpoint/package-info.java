@NullMarked
package io.payrelay.core.endpoint;

import org.jspecify.annotations.NullMarked;
