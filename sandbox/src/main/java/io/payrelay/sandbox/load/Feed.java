package io.payrelay.sandbox.load;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where requests come from, in order. Asked by one thread. */
@FunctionalInterface
public interface Feed {

  /** The next request as it goes over the wire, or null when there is none left. */
  byte @Nullable [] next();

  /** Each request once. */
  static Feed once(List<byte[]> requests) {
    Iterator<byte[]> rest = requests.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }

  /** The requests over and over. */
  static Feed around(List<byte[]> requests) {
    return new Feed() {
      private int next;

      @Override
      public byte[] next() {
        var request = requests.get(next);
        next = next + 1 == requests.size() ? 0 : next + 1;
        return request;
      }
    };
  }
}
