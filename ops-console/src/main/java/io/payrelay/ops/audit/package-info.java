/** What operators did, when and why. Append-only. */
@NullMarked
package io.payrelay.ops.audit;

import org.jspecify.annotations.NullMarked;
