/** Events committed with what they tell of, published afterwards with confirms. */
@NullMarked
package io.payrelay.core.outbox;

import org.jspecify.annotations.NullMarked;
