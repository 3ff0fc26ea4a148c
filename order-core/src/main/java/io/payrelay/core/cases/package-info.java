/** What waits for a person: money in suspense, and refunds the channels tell of. */
@NullMarked
package io.payrelay.core.cases;

import org.jspecify.annotations.NullMarked;
