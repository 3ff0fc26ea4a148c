/** Who may call what: merchants by API key, our own services by token, everybody else nothing. */
@NullMarked
package io.payrelay.core.security;

import org.jspecify.annotations.NullMarked;
