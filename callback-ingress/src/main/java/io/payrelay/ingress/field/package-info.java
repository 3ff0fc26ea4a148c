/** Reads the fields of verified notices strictly; a complaint names the field, never its value. */
@NullMarked
package io.payrelay.ingress.field;

import org.jspecify.annotations.NullMarked;
