package io.payrelay.sandbox.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** One run of a load, on the thread that starts it. */
final class LoadRun implements AutoCloseable {

  private static final long GRACE = Duration.ofSeconds(5).toNanos();
  private static final long LONGEST_LATENCY = Duration.ofMinutes(1).toNanos();
  private static final long LONGEST_WAIT_MILLIS = 100;
  private static final int DIGITS = 3;

  private final Selector selector;
  private final Judgement judgement;
  private final List<Caller> callers = new ArrayList<>();
  private final ArrayDeque<Caller> idle = new ArrayDeque<>();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(64 * 1024);
  private final Histogram latency = new Histogram(LONGEST_LATENCY, DIGITS);
  private long start;
  private long end;
  private long started;
  private boolean usedUp;
  private boolean over;
  private long acknowledged;
  private long inTime;
  private long refused;
  private long inTimeRefused;
  private long lost;
  private String loss = "";

  LoadRun(InetSocketAddress server, Judgement judgement, int callers) throws IOException {
    this.selector = Selector.open();
    this.judgement = judgement;
    for (int i = 0; i < callers; i++) {
      this.callers.add(new Caller(server, selector));
    }
    idle.addAll(this.callers);
  }

  LoadResult go(Feed feed, Pace pace, Duration time) throws IOException {
    start = System.nanoTime();
    end = start + time.toNanos();
    long lastAnswer = start;
    while (true) {
      long now = System.nanoTime();
      if (isOver(now)) {
        break;
      }
      long wait = over ? LONGEST_WAIT_MILLIS : sendDue(feed, pace, now);
      if (selector.select(this::proceed, wait) > 0) {
        lastAnswer = System.nanoTime();
      }
    }
    lost += callers.stream().filter(Caller::isBusy).count();
    if (!over) { // so slow that not even all requests could be sent
      lost += Math.max(0, pace.meantToStart(time) - started);
    }
    var took = Duration.ofNanos(Math.min(end, usedUp ? lastAnswer : end) - start);
    var complaint = loss.isEmpty() ? judgement.complaint() : loss;
    return new LoadResult(
        acknowledged, inTime, refused, inTimeRefused, lost, took, latency, complaint);
  }

  private boolean isOver(long now) {
    if (now - end > GRACE) {
      return true;
    }
    return over && idle.size() == callers.size();
  }

  /** Sends what is due as far as callers are free; how long to wait then, in milliseconds. */
  private long sendDue(Feed feed, Pace pace, long now) throws IOException {
    while (!idle.isEmpty()) {
      long meantAt = start + pace.startNanos(started, now - start);
      if (meantAt - end >= 0) { // what was meant to start in time starts, however late it is
        over = true;
        break;
      }
      if (meantAt - now > 0) {
        return Math.clamp((meantAt - now) / 1_000_000, 1, LONGEST_WAIT_MILLIS);
      }
      var request = feed.next();
      if (request == null) {
        usedUp = true;
        over = true;
        break;
      }
      started++;
      var caller = idle.remove();
      try {
        caller.send(request, meantAt);
      } catch (IOException e) {
        broken(caller, e);
      }
    }
    return LONGEST_WAIT_MILLIS;
  }

  private void proceed(SelectionKey key) {
    var caller = (Caller) key.attachment();
    try {
      if (caller.proceed(scratch)) {
        count(caller);
        if (caller.answer().closes()) {
          caller.reconnect();
        }
        idle.add(caller);
      }
    } catch (IOException e) {
      broken(caller, e);
    }
  }

  private void count(Caller caller) {
    long now = System.nanoTime();
    boolean timely = now - end < 0;
    if (judgement.accepts(caller.answer())) {
      acknowledged++;
      inTime += timely ? 1 : 0;
      latency.recordValue(Math.clamp(now - caller.meantAt(), 0, LONGEST_LATENCY));
    } else {
      refused++;
      inTimeRefused += timely ? 1 : 0;
    }
  }

  /** An idle connection may end; a request whose connection ends is lost. */
  private void broken(Caller caller, IOException why) {
    boolean wasBusy = caller.isBusy();
    if (wasBusy) {
      lost++;
      loss = why.toString();
    }
    try {
      caller.reconnect();
      if (wasBusy) {
        idle.add(caller);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the server is gone", e);
    }
  }

  @Override
  public void close() throws IOException {
    for (var caller : callers) {
      caller.close();
    }
    selector.close();
  }
}
