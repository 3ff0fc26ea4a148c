package io.payrelay.sandbox.bench;

import java.util.ArrayList;
import java.util.List;

/** What the rounds measured of one thing. */
final class Series {

  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
  }

  List<Double> values() {
    return List.copyOf(values);
  }

  /** The value in the middle, or the mean of the two there; what one disturbed round can't move. */
  double median() {
    if (values.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    var sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double sum() {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }
}
