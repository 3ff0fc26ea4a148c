package io.payrelay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ScriptedReceiverTest {

  private final ScriptedReceiver receiver = new ScriptedReceiver();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @AfterEach
  void stop() {
    client.shutdownNow();
    receiver.close();
  }

  @Test
  void the_script_is_followed_and_then_the_usual_reply_comes() throws Exception {
    receiver.then(Reply.answer(503, "busy")).then(Reply.redirect(302, "http://example.test/"));
    assertThat(post("a").statusCode()).isEqualTo(503);
    assertThat(post("b").headers().firstValue("Location")).contains("http://example.test/");
    assertThat(post("c").body()).isEqualTo("SUCCESS");
    assertThat(receiver.requests())
        .extracting(ReceivedRequest::text)
        .containsExactly("a", "b", "c");
    assertThat(receiver.requests().getFirst().header("x-test")).contains("yes");
    assertThat(receiver.requests().getFirst().target()).isEqualTo("/hook?x=1");
  }

  @Test
  void connections_are_kept_and_counted() throws Exception {
    post("a");
    post("b");
    assertThat(receiver.connections()).isEqualTo(1);
  }

  @Test
  void a_hang_is_ended_by_the_client_alone() {
    receiver.always(new Reply.Hang());
    assertThatThrownBy(() -> post("a")).isInstanceOf(HttpTimeoutException.class);
    assertThat(receiver.awaitRequests(1, Duration.ofSeconds(1))).hasSize(1);
  }

  @Test
  void resets_hangups_truncation_and_nonsense_are_errors_of_the_client() {
    for (var reply :
        new Reply[] {
          new Reply.Reset(),
          new Reply.Hangup(),
          new Reply.Truncated(Reply.answer(200, "SUCCESS")),
          new Reply.Raw(new byte[] {1, 2, 3})
        }) {
      receiver.always(reply);
      assertThatThrownBy(() -> post("a")).as(reply.toString()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_drip_takes_its_time_from_the_first_byte_on() throws Exception {
    receiver.then(new Reply.Drip(Reply.success(), Duration.ofMillis(2)));
    long before = System.nanoTime();
    assertThat(post("a").body()).isEqualTo("SUCCESS");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(150));
  }

  @Test
  void a_flood_is_as_long_as_it_says() throws Exception {
    receiver.then(new Reply.Flood(200, 1_000_001));
    assertThat(post("a").body()).hasSize(1_000_001);
  }

  private HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(receiver.url("/hook?x=1")))
            .header("X-Test", "yes")
            .timeout(Duration.ofSeconds(3))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
