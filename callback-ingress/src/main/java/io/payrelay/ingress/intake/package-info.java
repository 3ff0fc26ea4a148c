/** The way of one callback: bounded reading, verdict, Redis short cut, publishing, answer. */
@NullMarked
package io.payrelay.ingress.intake;

import org.jspecify.annotations.NullMarked;
