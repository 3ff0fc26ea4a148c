package io.payrelay.core.onboard;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Creates a merchant with an API key, its notification endpoint, and its channel accounts, in this
 * order: if the endpoint is refused, no account is bound yet, and the command can just be repeated.
 */
@Command(
    name = "merchant",
    description = "Creates a merchant; prints its API key and signing secret, this once only.",
    mixinStandardHelpOptions = true)
final class OnboardMerchant implements Callable<Integer> {

  enum AckRule {
    BODY_SUCCESS,
    STATUS_2XX
  }

  @Spec private CommandSpec spec;

  @Option(names = "--name", required = true, description = "The merchant's name.")
  private String name;

  @Option(names = "--notify-url", required = true, description = "Where it is notified.")
  private String notifyUrl;

  @Option(
      names = "--plan",
      defaultValue = "default",
      description = "The retry plan (default: ${DEFAULT-VALUE}).")
  private String plan;

  @Option(
      names = "--ack-rule",
      defaultValue = "BODY_SUCCESS",
      description =
          "What counts as received: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private AckRule ackRule;

  @Option(
      names = "--account",
      required = true,
      paramLabel = "CHANNEL/ACCOUNT",
      description = "A channel account that is the merchant's; repeat for more.")
  private List<String> accounts;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private final Services services;

  OnboardMerchant(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    var parsed = accounts.stream().map(this::parse).toList();
    var merchant = services.postToOrderCore("/internal/merchants", Map.of("name", name));
    var merchantNo = merchant.path("merchantNo").asString();
    var endpoint =
        services.postToNotifyWorker(
            "/internal/endpoints",
            Map.of("merchantNo", merchantNo, "url", notifyUrl, "plan", plan, "ackRule", ackRule));
    for (var account : parsed) {
      services.postToOrderCore(
          "/internal/channel-accounts",
          Map.of(
              "channel", account.channel(), "account", account.name(), "merchantNo", merchantNo));
    }
    var result = new LinkedHashMap<String, String>();
    result.put("merchantNo", merchantNo);
    result.put("apiKey", merchant.path("apiKey").asString());
    result.put("endpointId", endpoint.path("endpointId").asString());
    result.put("endpointSecret", endpoint.path("secret").asString());
    Result.print(spec.commandLine(), result, json);
    return CommandLine.ExitCode.OK;
  }

  private record Account(String channel, String name) {}

  private Account parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 1 || slash == text.length() - 1) {
      throw new ParameterException(
          spec.commandLine(), "--account " + text + ": must be CHANNEL/ACCOUNT, such as hmac/shop");
    }
    return new Account(text.substring(0, slash), text.substring(slash + 1));
  }
}
