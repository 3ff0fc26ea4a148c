package io.payrelay.common.event;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a decoded record lacks. JSON knows nothing of our null annotations: a body without a
 * field that is not {@code @Nullable} would otherwise become a record that lies about its type.
 */
final class RequiredFields {

  private RequiredFields() {}

  /** The name of a component that may not be null but is. */
  static Optional<String> missingIn(Record event) {
    return Arrays.stream(event.getClass().getRecordComponents())
        .filter(component -> !component.getAnnotatedType().isAnnotationPresent(Nullable.class))
        .filter(component -> valueOf(component, event) == null)
        .map(RecordComponent::getName)
        .findFirst();
  }

  private static @Nullable Object valueOf(RecordComponent component, Record event) {
    try {
      return component.getAccessor().invoke(event);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a public record's accessors are public", e);
    }
  }
}
