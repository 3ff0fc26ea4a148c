package io.payrelay.core.merchant;

import io.payrelay.common.id.Ids;
import jakarta.persistence.EntityManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Opens merchants. */
@Service
class Merchants {

  private static final Logger log = LoggerFactory.getLogger(Merchants.class);

  private final EntityManager entities;
  private final Ids ids;

  Merchants(EntityManager entities, Ids ids) {
    this.entities = entities;
    this.ids = ids;
  }

  /** A new merchant with a first API key, which is shown this once only. */
  @Transactional
  NewMerchant open(String name) {
    var merchant = new Merchant(ids.merchantNo(), name);
    var key = ApiKeyText.generate(ids.withPrefix(""));
    entities.persist(merchant);
    entities.flush(); // the key refers to it
    entities.persist(new ApiKey(key.keyId(), merchant.merchantNo(), key.hash()));
    log.info("merchant.opened merchant={} key={}", merchant.merchantNo(), key.keyId());
    return new NewMerchant(merchant.merchantNo(), key.reveal());
  }

  boolean exists(String merchantNo) {
    return entities.find(Merchant.class, merchantNo) != null;
  }
}
