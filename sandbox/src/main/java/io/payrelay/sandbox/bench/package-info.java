/**
 * Speed, as a ratio to limits measured in the same run: the bare HTTP server and the bare broker.
 * The only part of the sandbox that knows what the services are made of.
 */
@NullMarked
package io.payrelay.sandbox.bench;

import org.jspecify.annotations.NullMarked;
