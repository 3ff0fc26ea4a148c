package io.payrelay.core.merchant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Somebody who is paid through us. */
@Entity
class Merchant {

  @Id private String merchantNo;
  private String name;

  protected Merchant() {}

  Merchant(String merchantNo, String name) {
    this.merchantNo = merchantNo;
    this.name = name;
  }

  String merchantNo() {
    return merchantNo;
  }

  String name() {
    return name;
  }
}
