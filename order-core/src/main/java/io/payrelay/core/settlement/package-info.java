/**
 * Settles each payment exactly once: guard (Redis, advisory), decision (pure), booking (one
 * transaction per pass). Knows nothing of merchants' HTTP or of notifications.
 */
@NullMarked
package io.payrelay.core.settlement;

import org.jspecify.annotations.NullMarked;
