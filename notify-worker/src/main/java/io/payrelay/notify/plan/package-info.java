/** Named retry plans: when a failed attempt is tried again. Pure. */
@NullMarked
package io.payrelay.notify.plan;

import org.jspecify.annotations.NullMarked;
