package io.payrelay.sandbox.stack;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What {@code onboard} wrote about the running stack: addresses, merchants, and their secrets. */
public record SandboxFile(
    URI ingressUrl,
    URI orderCoreUrl,
    URI notifyWorkerUrl,
    URI opsConsoleUrl,
    URI sandboxUrl,
    Operator operator,
    List<Merchant> merchants,
    DatabaseLogin database) {

  /** The picocli default of each command's option. */
  public static final String DEFAULT = "${env:PAYRELAY_SANDBOX_FILE:-.payrelay/sandbox.json}";

  public SandboxFile {
    merchants = List.copyOf(merchants);
  }

  /** An operator of ops-console. */
  public record Operator(String login, String token) {
    @Override
    public String toString() {
      return "Operator[" + login + "]";
    }
  }

  /** A login to the one database. */
  public record DatabaseLogin(String url, String username, String password) {
    @Override
    public String toString() {
      return "DatabaseLogin[" + url + ", " + username + "]";
    }
  }

  /**
   * Reads the file.
   *
   * @throws UsageException if it is missing or not what {@code onboard} writes
   */
  public static SandboxFile load(Path file) {
    if (!Files.isReadable(file)) {
      throw new UsageException(
          "no stack found (%s): start it with ./payrelay up, or set PAYRELAY_SANDBOX_FILE"
              .formatted(file));
    }
    try {
      return JsonMapper.shared().readValue(file, SandboxFile.class);
    } catch (JacksonException | NullPointerException e) {
      throw new UsageException(
          "%s is not a sandbox file (%s): run ./payrelay up again".formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * The merchant of this name.
   *
   * @throws UsageException if there is none
   */
  public Merchant merchant(String name) {
    return merchants.stream()
        .filter(merchant -> merchant.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new UsageException("no merchant '%s' in the sandbox".formatted(name)));
  }
}
