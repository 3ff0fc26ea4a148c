/** Test support for every room: real servers, faults, clocks, and the rules the rooms keep. */
@NullMarked
package io.payrelay.testkit;

import org.jspecify.annotations.NullMarked;
