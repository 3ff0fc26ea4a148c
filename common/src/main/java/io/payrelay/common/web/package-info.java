/** Errors of our HTTP APIs as problem details with stable codes. */
@NullMarked
package io.payrelay.common.web;

import org.jspecify.annotations.NullMarked;
