package io.payrelay.ops.deadletter;

import java.util.Map;

/** A dead letter's headers and body, as they came. */
public record LetterContent(Map<String, Object> headers, byte[] body) {}
