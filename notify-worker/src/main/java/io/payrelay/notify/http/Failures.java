package io.payrelay.notify.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;

/** Sorts what a call can throw. */
final class Failures {

  private Failures() {}

  static Answer of(Exception e, Phases phases) {
    var text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new Answer.Failed(classOf(e), null, Excerpt.of(text), null, phases);
  }

  private static ErrorClass classOf(Exception e) {
    return switch (e) {
      case BlockedAddressException _ -> ErrorClass.BLOCKED_ADDRESS;
      case UnknownHostException _ -> ErrorClass.DNS;
      case SSLException _ -> ErrorClass.TLS;
      case SocketTimeoutException _ -> ErrorClass.TIMEOUT;
      case ConnectException _ -> ErrorClass.REFUSED;
      case NoRouteToHostException _ -> ErrorClass.REFUSED;
      case SocketException _ -> ErrorClass.RESET;
      case NoHttpResponseException _ -> ErrorClass.RESET;
      case TruncatedChunkException _ -> ErrorClass.RESET;
      case ConnectionClosedException _ -> ErrorClass.RESET;
      case MalformedChunkCodingException _ -> ErrorClass.PROTOCOL;
      case MessageConstraintException _ -> ErrorClass.PROTOCOL;
      case ClientProtocolException _ -> ErrorClass.PROTOCOL;
      case IOException _ -> ErrorClass.RESET;
      default -> ErrorClass.INTERNAL;
    };
  }
}
