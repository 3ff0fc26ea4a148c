package io.payrelay.core.settlement;

/** An account at a channel, as it is configured. */
record ChannelAccount(String channel, String account) {}
