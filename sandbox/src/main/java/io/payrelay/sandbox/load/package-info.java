/**
 * A lean HTTP load generator: one thread, many keep-alive connections, one request at a time on
 * each. It shares the machine with what it loads, so it does as little as it can.
 */
@NullMarked
package io.payrelay.sandbox.load;

import org.jspecify.annotations.NullMarked;
