/**
 * What every user of the broker here shares: nudges, patience through trouble, the will to stop.
 */
@NullMarked
package io.payrelay.notify.messaging;

import org.jspecify.annotations.NullMarked;
