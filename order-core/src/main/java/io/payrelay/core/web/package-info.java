/** What every HTTP answer has in common: traces, and problems instead of stack traces. */
@NullMarked
package io.payrelay.core.web;

import org.jspecify.annotations.NullMarked;
