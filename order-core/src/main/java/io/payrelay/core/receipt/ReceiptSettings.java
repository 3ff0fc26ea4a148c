package io.payrelay.core.receipt;

import io.payrelay.common.config.Setting;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long receipts are kept. Bound from {@code payrelay.receipts}.
 *
 * @param keep a receipt without its body
 * @param keepBody the raw body, which may hold personal data
 * @param purgeInterval between two looks for what is old enough
 * @param purgeBatch rows that one statement touches at most
 */
@ConfigurationProperties("payrelay.receipts")
record ReceiptSettings(
    @DefaultValue("180d") Duration keep,
    @DefaultValue("14d") Duration keepBody,
    @DefaultValue("10m") Duration purgeInterval,
    @DefaultValue("1000") int purgeBatch) {

  ReceiptSettings {
    Setting.within(keep, Duration.ofDays(1), Duration.ofDays(3_650), "payrelay.receipts.keep");
    Setting.within(keepBody, Duration.ZERO, Duration.ofDays(3_650), "payrelay.receipts.keep-body");
    Setting.check(
        keepBody.compareTo(keep) <= 0,
        "payrelay.receipts.keep-body",
        "(" + keepBody + ") must not exceed payrelay.receipts.keep (" + keep + ")");
    Setting.within(
        purgeInterval,
        Duration.ofSeconds(1),
        Duration.ofDays(1),
        "payrelay.receipts.purge-interval");
    Setting.within(purgeBatch, 1, 10_000, "payrelay.receipts.purge-batch");
  }
}
