package io.payrelay.notify.endpoint;

import io.payrelay.common.id.Ids;
import io.payrelay.notify.http.AckRule;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The stored endpoints and single orders' URLs. */
@Component
public class Endpoints {

  private final JdbcClient jdbc;
  private final Ids ids;

  Endpoints(JdbcClient jdbc, Ids ids) {
    this.jdbc = jdbc;
    this.ids = ids;
  }

  public Optional<Endpoint> ofMerchant(String merchantNo) {
    return jdbc.sql(
            """
            select endpoint_id, merchant_no, url, plan, ack_rule, secret_encrypted
            from endpoint
            where merchant_no = :merchant
            """)
        .param("merchant", merchantNo)
        .query(
            (row, _) ->
                new Endpoint(
                    row.getString("endpoint_id"),
                    row.getString("merchant_no"),
                    row.getString("url"),
                    row.getString("plan"),
                    AckRule.valueOf(row.getString("ack_rule")),
                    row.getString("secret_encrypted")))
        .optional();
  }

  /** Stores a new endpoint; false if the merchant has one already. */
  boolean add(Endpoint endpoint) {
    return jdbc.sql(
                """
                insert into endpoint (endpoint_id, merchant_no, url, plan, ack_rule, secret_encrypted)
                values (:id, :merchant, :url, :plan, :rule, :secret)
                on conflict (merchant_no) do nothing
                """)
            .param("id", endpoint.endpointId())
            .param("merchant", endpoint.merchantNo())
            .param("url", endpoint.url())
            .param("plan", endpoint.plan())
            .param("rule", endpoint.ackRule().name())
            .param("secret", endpoint.secretEncrypted())
            .update()
        == 1;
  }

  /** The URL stored under this id, if it is that merchant's. */
  public Optional<String> notifyUrl(String notifyUrlId, String merchantNo) {
    return jdbc.sql(
            "select url from notify_url where notify_url_id = :id and merchant_no = :merchant")
        .param("id", notifyUrlId)
        .param("merchant", merchantNo)
        .query(String.class)
        .optional();
  }

  /** Stores a URL of single orders; the same URL of the same merchant keeps its id. */
  String addNotifyUrl(String merchantNo, String url) {
    // The pointless update makes the existing row's id come back.
    return jdbc.sql(
            """
            insert into notify_url (notify_url_id, merchant_no, url)
            values (:id, :merchant, :url)
            on conflict (merchant_no, url) do update set url = excluded.url
            returning notify_url_id
            """)
        .param("id", ids.withPrefix("nu_"))
        .param("merchant", merchantNo)
        .param("url", url)
        .query(String.class)
        .single();
  }
}
