package io.payrelay.core.receipt;

import io.payrelay.common.event.CallbackReceived;
import org.jspecify.annotations.Nullable;

/**
 * A callback and what became of it.
 *
 * @param outcome as metrics name it
 * @param detail more about the outcome, for a person
 */
public record Receipt(CallbackReceived callback, String outcome, @Nullable String detail) {}
