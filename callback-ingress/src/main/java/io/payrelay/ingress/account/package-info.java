/** The configured accounts of all channels, checked as a whole and exchanged as a whole. */
@NullMarked
package io.payrelay.ingress.account;

import org.jspecify.annotations.NullMarked;
