package io.payrelay.ingress.intake;

import io.payrelay.ingress.channel.Acknowledgement;

/** The answer where there is no channel whose words could be used. */
final class UnknownChannel {

  static final Acknowledgement ANSWER =
      Acknowledgement.of(
          404,
          "application/problem+json",
          """
          {"type":"https://payrelay.io/problems/unknown-channel","title":"Not Found","status":404,\
          "detail":"callbacks go to /callbacks/{channel}/{account}","code":"unknown-channel"}\
          """);

  private UnknownChannel() {}
}
