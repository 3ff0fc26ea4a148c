/** Tests of the whole service, running, over real servers. */
@NullMarked
package io.payrelay.core;

import org.jspecify.annotations.NullMarked;
