package io.payrelay.sandbox.demo;

import io.payrelay.sandbox.report.Check;
import java.sql.SQLException;
import java.util.stream.Stream;

/** Tries to take a paid order back to PAYING: by the API, and by plain SQL. */
final class ReverseAttack {

  private static final String TAKE_BACK =
      "update core.orders set status = 'PAYING' where order_no = ?";

  private final World world;
  private final Tally tally;

  ReverseAttack(World world, Tally tally) {
    this.world = world;
    this.tally = tally;
  }

  void play(String orderNo) throws SQLException, InterruptedException {
    tally.scene("Somebody tries to take the order back: SUCCESS → PAYING");
    long refused = Stream.of(byApi(orderNo), bySql(orderNo)).filter(ok -> ok).count();
    tally.figure("reverse_attack_refused", refused);
    var status = world.api(world.stack().merchant("sandbox")).read(orderNo).path("status");
    tally.check(
        "the order is still " + status.asString(""),
        Check.equal("still SUCCESS", "SUCCESS", status.asString("")));
  }

  private boolean byApi(String orderNo) throws InterruptedException {
    var merchant = world.stack().merchant("sandbox");
    var answer = world.api(merchant).tryPay(orderNo, merchant.accountAt(World.CHANNEL.channel()));
    boolean refused = answer.status() == 409;
    tally.check(
        "the API refuses", Check.that(refused, "refused by the API", "409", answer.summary()));
    tally.note(answer.summary());
    return refused;
  }

  private boolean bySql(String orderNo) throws SQLException {
    try {
      int changed = world.database().update(TAKE_BACK, orderNo);
      tally.check(
          "the database let it happen",
          Check.that(false, "refused by the database", "an error", changed + " row changed"));
      return false;
    } catch (SQLException e) {
      boolean refused = "23514".equals(e.getSQLState());
      var text = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      tally.check(
          "plain SQL is refused by the database itself",
          Check.that(refused, "refused by the database", "order_follows_the_edges", text));
      tally.note(text);
      return refused;
    }
  }
}
