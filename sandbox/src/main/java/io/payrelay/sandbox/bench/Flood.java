package io.payrelay.sandbox.bench;

import io.payrelay.sandbox.bench.Measured.What;
import io.payrelay.sandbox.load.Feed;
import io.payrelay.sandbox.load.Load;
import io.payrelay.sandbox.load.LoadResult;
import io.payrelay.sandbox.load.Pace;
import io.payrelay.sandbox.stack.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * What a flood of forged callbacks costs the genuine ones: these come at a modest rate, first
 * alone, then while forgers send as fast as they are answered.
 */
record Flood(IngressPlan plan, Load ingress) {

  private static final int FORGERS = 32;

  // Of what can be acknowledged when nothing else happens.
  private static final double MODEST = 0.1;

  void measure(List<byte[]> genuine, List<byte[]> forged, double most, Measured measured)
      throws IOException {
    var rate = new Pace.AtRate((int) Math.max(1, most * MODEST));
    var calm = ingress.run(Feed.around(genuine), rate, plan.time());
    measured.add(What.CALM_P99_MS, calm.latencyMillis(99));
    measured.count(What.NOT_ACKNOWLEDGED, calm.refused() + calm.lost());

    try (var forger = Executors.newSingleThreadExecutor()) {
      var forging =
          forger.submit(
              () ->
                  new Load(ingress.server(), ingress.isAcknowledged(), FORGERS)
                      .run(Feed.around(forged), new Pace.AsAnswered(), plan.time()));
      var flooded = ingress.run(Feed.around(genuine), rate, plan.time());
      LoadResult flood = forging.get();
      measured.add(What.FLOOD_GOOD_PER_S, flooded.perSecond());
      measured.add(What.FLOOD_P99_MS, flooded.latencyMillis(99));
      measured.count(What.FLOOD_GOOD_LOST, flooded.refused() + flooded.lost());
      measured.add(What.FLOOD_FORGED_PER_S, flood.refusedPerSecond());
      measured.count(What.FLOOD_FORGED_ACCEPTED, flood.acknowledged());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("interrupted");
    } catch (ExecutionException e) {
      throw new RefusedException("the flood of forged callbacks failed: " + e.getCause());
    }
  }
}
