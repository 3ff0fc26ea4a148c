/** The guided tour: one payment told ten times, and a merchant that is down. */
@NullMarked
package io.payrelay.sandbox.demo;

import org.jspecify.annotations.NullMarked;
