/** The test support, tested. */
@NullMarked
package io.payrelay.testkit;

import org.jspecify.annotations.NullMarked;
