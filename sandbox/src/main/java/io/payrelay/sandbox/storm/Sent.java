package io.payrelay.sandbox.storm;

import java.time.Duration;

/**
 * What became of all callbacks of a storm.
 *
 * @param attempts requests on the wire, repeats included
 * @param acknowledged sooner or later
 */
record Sent(
    long callbacks, long attempts, long acknowledged, long acknowledgedFirstTry, Duration took) {}
