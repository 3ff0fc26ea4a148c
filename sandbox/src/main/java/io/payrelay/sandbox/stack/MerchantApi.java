package io.payrelay.sandbox.stack;

import io.payrelay.common.money.Money;
import io.payrelay.sandbox.stack.Merchant.Account;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The merchant's side of order-core. */
public final class MerchantApi {

  private final JsonApi api;

  public MerchantApi(Http http, SandboxFile stack, Merchant merchant) {
    this.api = new JsonApi(http, stack.orderCoreUrl(), JsonApi.bearer(merchant.apiKey()));
  }

  /** Creates an order, or finds it again; answers our order number. */
  public String create(String merchantOrderNo, Money amount) throws InterruptedException {
    var body =
        Map.of(
            "merchantOrderNo",
            merchantOrderNo,
            "amount",
            amount.minor(),
            "currency",
            amount.currencyCode());
    var order = api.must(api.post("/v1/orders", body), "creating order " + merchantOrderNo);
    return order.path("orderNo").asString();
  }

  /** Binds the order to the account it will be paid through. */
  public void pay(String orderNo, Account account) throws InterruptedException {
    api.must(tryPay(orderNo, account), "starting payment of " + orderNo);
  }

  /** The same, with the answer as it is. */
  public Answer tryPay(String orderNo, Account account) throws InterruptedException {
    return api.post(
        "/v1/orders/" + orderNo + "/pay",
        Map.of("channel", account.channel(), "account", account.account()));
  }

  /** The order as the merchant sees it. */
  public JsonNode read(String orderNo) throws InterruptedException {
    return api.must(api.get("/v1/orders/" + orderNo), "reading order " + orderNo);
  }
}
