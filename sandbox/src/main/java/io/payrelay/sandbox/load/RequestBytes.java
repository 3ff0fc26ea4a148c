package io.payrelay.sandbox.load;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Writes requests before the clock runs. */
public final class RequestBytes {

  private RequestBytes() {}

  /** A POST over HTTP/1.1 that leaves the connection open. */
  public static byte[] post(URI url, Map<String, String> headers, byte[] body) {
    var head = new StringBuilder(256);
    head.append("POST ").append(url.getRawPath()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(url.getRawAuthority()).append("\r\n");
    new TreeMap<>(headers)
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    var bytes = new ByteArrayOutputStream(head.length() + body.length);
    bytes.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  /** What follows the head of such a request. */
  public static byte[] bodyOf(byte[] request) {
    int at = 0;
    while (request[at] != '\r'
        || request[at + 1] != '\n'
        || request[at + 2] != '\r'
        || request[at + 3] != '\n') {
      at++;
    }
    return Arrays.copyOfRange(request, at + 4, request.length);
  }
}
