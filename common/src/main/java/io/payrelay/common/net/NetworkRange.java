package io.payrelay.common.net;

import io.payrelay.common.config.InvalidSettingException;
import java.net.InetAddress;

/** A block of addresses such as {@code 10.0.0.0/8} or {@code fd00::/8}. */
public record NetworkRange(InetAddress base, int prefix) {

  /**
   * Reads CIDR notation; a bare address is a block of one.
   *
   * @throws InvalidSettingException if the text is no literal address with a prefix length
   */
  public static NetworkRange parse(String cidr) {
    int slash = cidr.indexOf('/');
    try {
      var base = InetAddress.ofLiteral(slash < 0 ? cidr : cidr.substring(0, slash));
      int bits = base.getAddress().length * 8;
      int prefix = slash < 0 ? bits : Integer.parseInt(cidr.substring(slash + 1));
      if (prefix >= 0 && prefix <= bits) {
        return new NetworkRange(base, prefix);
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new InvalidSettingException(
        "a network looks like 10.0.0.0/8 or fd00::/8, not '" + cidr + "'");
  }

  public boolean contains(InetAddress address) {
    var mine = base.getAddress();
    var theirs = address.getAddress();
    if (mine.length != theirs.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((mine[bit / 8] & mask) != (theirs[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
