/**
 * Redis as an adviser: short cuts that may be missing at any time without making anything wrong.
 */
@NullMarked
package io.payrelay.common.redis;

import org.jspecify.annotations.NullMarked;
