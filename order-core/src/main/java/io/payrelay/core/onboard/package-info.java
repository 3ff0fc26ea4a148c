/** The command behind {@code payrelay onboard}: a plain JVM program that calls the services. */
@NullMarked
package io.payrelay.core.onboard;

import org.jspecify.annotations.NullMarked;
