package io.payrelay.core.merchant;

import java.util.Optional;
import org.springframework.data.repository.Repository;

interface ApiKeyRepository extends Repository<ApiKey, String> {

  Optional<ApiKey> findById(String keyId);
}
