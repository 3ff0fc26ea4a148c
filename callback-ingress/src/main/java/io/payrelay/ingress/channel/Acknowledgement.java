package io.payrelay.ingress.channel;

import java.nio.charset.StandardCharsets;

/** An answer in a channel's own words. */
public record Acknowledgement(int status, String contentType, byte[] body) {

  public static Acknowledgement of(int status, String contentType, String body) {
    return new Acknowledgement(status, contentType, body.getBytes(StandardCharsets.UTF_8));
  }
}
