/** Where merchants want to be told: endpoints, single orders' URLs, and the secrets that sign. */
@NullMarked
package io.payrelay.notify.endpoint;

import org.jspecify.annotations.NullMarked;
