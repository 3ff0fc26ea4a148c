package io.payrelay.notify.http;

import java.io.IOException;

/** A socket was about to be opened to an address that is not permitted. */
final class BlockedAddressException extends IOException {

  private static final long serialVersionUID = 1L;

  BlockedAddressException(String host) {
    super(host + " leads to an address that is not permitted");
  }
}
