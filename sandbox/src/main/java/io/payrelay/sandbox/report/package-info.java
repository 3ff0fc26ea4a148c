/** What a command found: figures and checks, for people and as JSON. */
@NullMarked
package io.payrelay.sandbox.report;

import org.jspecify.annotations.NullMarked;
