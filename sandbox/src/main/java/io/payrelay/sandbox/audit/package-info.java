/**
 * The properties that hold whatever happened, checked against the databases and the records
 * outside.
 */
@NullMarked
package io.payrelay.sandbox.audit;

import org.jspecify.annotations.NullMarked;
