package io.payrelay.ingress.alipay;

import java.util.Locale;

/** The signed parameters that we read. Each of them must have one meaning only. */
enum AlipayField {
  ALIPAY_CERT_SN,
  APP_ID,
  CHARSET,
  GMT_PAYMENT,
  GMT_REFUND,
  NOTIFY_ID,
  NOTIFY_TYPE,
  OUT_BIZ_NO,
  OUT_TRADE_NO,
  REFUND_FEE,
  SELLER_ID,
  TOTAL_AMOUNT,
  TRADE_NO,
  TRADE_STATUS;

  private final String parameter = name().toLowerCase(Locale.ROOT);

  /** Its name in the form. */
  String parameter() {
    return parameter;
  }
}
