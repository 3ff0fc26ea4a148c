package io.payrelay.core.merchant;

/** What the operator who opened a merchant hands on to it. */
record NewMerchant(String merchantNo, String apiKey) {

  /** Without the key: it must not slip into a log. */
  @Override
  public String toString() {
    return "NewMerchant[merchantNo=" + merchantNo + "]";
  }
}
