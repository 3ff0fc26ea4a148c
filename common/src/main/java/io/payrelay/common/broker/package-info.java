/** The broker as all services see it: the topology, publishing with confirms, dead letters. */
@NullMarked
package io.payrelay.common.broker;

import org.jspecify.annotations.NullMarked;
