package io.payrelay.core.settlement;

import com.rabbitmq.client.Channel;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.payrelay.core.receipt.Receipt;
import io.payrelay.core.receipt.Receipts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareBatchMessageListener;

/**
 * Takes batches of callbacks from the broker. While the database is away the batch stays in hand:
 * handing it back would count as a delivery each time, and nothing is to be counted.
 */
final class CallbackListener implements ChannelAwareBatchMessageListener {

  private static final Logger log = LoggerFactory.getLogger(CallbackListener.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration STEP = Duration.ofMillis(50);

  private final CallbackReader reader;
  private final Settlement settlement;
  private final Receipts receipts;
  private final Acknowledger acknowledger;
  private final SettlementSettings settings;
  private final BooleanSupplier active;
  private final DistributionSummary batchSize;
  private final Timer passTime;

  CallbackListener(
      CallbackReader reader,
      Settlement settlement,
      Receipts receipts,
      Acknowledger acknowledger,
      SettlementSettings settings,
      MeterRegistry meters,
      BooleanSupplier active) {
    this.reader = reader;
    this.settlement = settlement;
    this.receipts = receipts;
    this.acknowledger = acknowledger;
    this.settings = settings;
    this.active = active;
    this.batchSize = meters.summary("payrelay.settlement.batch.size");
    this.passTime = meters.timer("payrelay.settlement.pass");
  }

  @Override
  public void onMessageBatch(List<Message> messages, @Nullable Channel channel) {
    Objects.requireNonNull(channel, "acknowledgements need the channel");
    batchSize.record(messages.size());
    for (var pass : Passes.of(read(messages, channel), Incoming::arrival)) {
      // Once we are stopping, what is left goes back at once: no outcome means handed back.
      var outcomes = settlePatiently(pass).orElse(Map.of());
      receipts.keep(receipts(pass, outcomes));
      acknowledger.conclude(pass, outcomes, active);
    }
  }

  private static List<Receipt> receipts(List<Incoming> pass, Map<String, Outcome> outcomes) {
    var receipts = new ArrayList<Receipt>();
    for (var one : pass) {
      var outcome = outcomes.get(one.arrival().orderNo());
      if (outcome != null) {
        receipts.add(outcome.receiptOf(one.arrival().callback()));
      }
    }
    return receipts;
  }

  private List<Incoming> read(List<Message> messages, Channel channel) {
    var readable = new ArrayList<Incoming>();
    for (var message : messages) {
      var delivery = new Delivery(message, channel);
      switch (reader.read(delivery)) {
        case CallbackReader.Read.Callback(var arrival) ->
            readable.add(new Incoming(arrival, delivery));
        case CallbackReader.Read.Poison(var cause, var detail) ->
            acknowledger.bury(delivery, cause, detail, active);
      }
    }
    return readable;
  }

  /** Empty if the container stops, or something unforeseen happens, before it is settled. */
  private Optional<Map<String, Outcome>> settlePatiently(List<Incoming> pass) {
    var arrivals = pass.stream().map(Incoming::arrival).toList();
    for (var pause = FIRST_PAUSE; active.getAsBoolean(); pause = longer(pause)) {
      try {
        return Optional.of(passTime.record(() -> settlement.settle(arrivals)));
      } catch (RuntimeException e) {
        if (DatabaseFault.of(e) != DatabaseFault.AWAY) {
          log.error("settlement.failed size={}", arrivals.size(), e);
          return Optional.empty();
        }
        log.warn("settlement.database_away pause={} error={}", pause, DatabaseFault.describe(e));
        pauseWhileActive(pause);
      }
    }
    return Optional.empty();
  }

  private Duration longer(Duration pause) {
    var twice = pause.multipliedBy(2);
    return twice.compareTo(settings.databasePause()) < 0 ? twice : settings.databasePause();
  }

  private void pauseWhileActive(Duration pause) {
    long until = System.nanoTime() + pause.toNanos();
    try {
      while (active.getAsBoolean() && System.nanoTime() < until) {
        Thread.sleep(STEP);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
