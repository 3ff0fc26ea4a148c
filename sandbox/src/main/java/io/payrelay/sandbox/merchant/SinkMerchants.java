package io.payrelay.sandbox.merchant;

import io.payrelay.common.signing.WebhookSecret;
import io.payrelay.sandbox.stack.Merchant;
import io.payrelay.sandbox.stack.SandboxFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The merchants that the sink plays: their secrets, read again when the sandbox file changes, and
 * their moods. Thread-safe.
 */
final class SinkMerchants {

  private static final FileTime NEVER = FileTime.fromMillis(0);

  private final Path file;
  private final Map<String, Mood> moods = new ConcurrentHashMap<>();
  private volatile Known known = new Known(NEVER, Map.of());

  private record Known(FileTime asOf, Map<String, WebhookSecret> secrets) {}

  SinkMerchants(Path file) {
    this.file = file;
  }

  Optional<WebhookSecret> secret(String merchant) throws IOException {
    // The sink may be up before the first merchant is onboarded.
    var changed = Files.exists(file) ? Files.getLastModifiedTime(file) : NEVER;
    var current = known;
    if (!changed.equals(current.asOf())) {
      current =
          new Known(
              changed,
              SandboxFile.load(file).merchants().stream()
                  .collect(Collectors.toMap(Merchant::name, Merchant::webhookSecret)));
      known = current;
    }
    return Optional.ofNullable(current.secrets().get(merchant));
  }

  Mood mood(String merchant) {
    return moods.computeIfAbsent(merchant, _ -> Mood.of(Mood.Mode.OK, 200));
  }

  void change(String merchant, Mood mood) {
    var before = moods.put(merchant, mood);
    if (before != null) {
      before.over().complete(null);
    }
  }
}
