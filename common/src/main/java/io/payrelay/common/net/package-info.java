/** Which network addresses a merchant's URL may lead to. */
@NullMarked
package io.payrelay.common.net;

import org.jspecify.annotations.NullMarked;
