/** Standard Webhooks signatures: signing what we send, verifying what we receive. */
@NullMarked
package io.payrelay.common.signing;

import org.jspecify.annotations.NullMarked;
