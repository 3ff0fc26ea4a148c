package io.payrelay.core.merchant;

import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * Tells whose an API key is. Asks the database each time (one look-up by primary key), so that a
 * revoked key is refused at once.
 */
@Service
public class ApiKeys {

  private final ApiKeyRepository keys;

  ApiKeys(ApiKeyRepository keys) {
    this.keys = keys;
  }

  /** The merchant's number, or empty if the key is malformed, unknown, wrong or revoked. */
  public Optional<String> merchantOf(String apiKey) {
    return ApiKeyText.parse(apiKey)
        .flatMap(
            text ->
                keys.findById(text.keyId())
                    .filter(key -> key.accepts(text.hash()))
                    .map(ApiKey::merchantNo));
  }
}
