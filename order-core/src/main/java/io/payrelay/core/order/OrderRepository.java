package io.payrelay.core.order;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/** Reads orders, and changes them by statements whose row count decides. */
interface OrderRepository extends Repository<PaymentOrder, String> {

  Optional<PaymentOrder> findByMerchantNoAndOrderNo(String merchantNo, String orderNo);

  Optional<PaymentOrder> findByMerchantNoAndMerchantOrderNo(
      String merchantNo, String merchantOrderNo);

  /** Returns 1 if this call created the order, 0 if its number was there. Waits for a rival. */
  @Modifying(clearAutomatically = true)
  @Query(
      nativeQuery = true,
      value =
          """
          insert into orders (order_no, merchant_no, merchant_order_no, amount, currency, notify_url_id)
          values (:orderNo, :merchantNo, :merchantOrderNo, :amount, :currency, :notifyUrlId)
          on conflict (merchant_no, merchant_order_no) do nothing
          """)
  int createIfAbsent(
      String orderNo,
      String merchantNo,
      String merchantOrderNo,
      long amount,
      String currency,
      @Nullable String notifyUrlId);

  /** Returns 1 if this call walked INIT → PAYING, 0 if the order is no longer as it was read. */
  @Modifying(clearAutomatically = true)
  @Query(
      nativeQuery = true,
      value =
          """
          update orders
          set status = 'PAYING', version = version + 1, updated_at = now(),
              channel = :channel, channel_account = :account
          where order_no = :orderNo and status = 'INIT' and version = :version
          """)
  int startPaying(String orderNo, String channel, String account, long version);

  @Modifying
  @Query(
      nativeQuery = true,
      value =
          """
          insert into order_transition (order_no, from_status, to_status, cause)
          values (:orderNo, 'INIT', 'PAYING', 'start-pay')
          """)
  void recordStartOfPaying(String orderNo);
}
