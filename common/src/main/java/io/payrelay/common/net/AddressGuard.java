package io.payrelay.common.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Judges whether an address is one that a stranger may make us call. Only globally routable unicast
 * addresses are, and what an allow-list opens. Source: IANA's special-purpose registries for IPv4
 * and IPv6. Thread-safe.
 */
public final class AddressGuard {

  private static final List<NetworkRange> SPECIAL =
      Stream.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "169.254.0.0/16",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.0.2.0/24",
              "192.88.99.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "198.51.100.0/24",
              "203.0.113.0/24",
              "224.0.0.0/4",
              "240.0.0.0/4",
              "::/96",
              "64:ff9b:1::/48",
              "100::/64",
              "2001::/23",
              "2001:db8::/32",
              "3fff::/20",
              "5f00::/16",
              "fc00::/7",
              "fe80::/10",
              "fec0::/10",
              "ff00::/8")
          .map(NetworkRange::parse)
          .toList();

  private static final NetworkRange NAT64 = NetworkRange.parse("64:ff9b::/96");
  private static final NetworkRange SIX_TO_FOUR = NetworkRange.parse("2002::/16");

  private final List<NetworkRange> allowed;

  /**
   * A guard with exceptions.
   *
   * @param allowed networks that are open although they are special (tests, demo, intranets)
   */
  public AddressGuard(List<NetworkRange> allowed) {
    this.allowed = List.copyOf(allowed);
  }

  public boolean permits(InetAddress address) {
    if (allowed.stream().anyMatch(range -> range.contains(address))) {
      return true;
    }
    if (SPECIAL.stream().anyMatch(range -> range.contains(address))) {
      return false;
    }
    // An IPv4 address in IPv6 clothes is judged as what it leads to.
    if (NAT64.contains(address)) {
      return permits(embedded(address, 12));
    }
    return !SIX_TO_FOUR.contains(address) || permits(embedded(address, 2));
  }

  private static InetAddress embedded(InetAddress address, int from) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(address.getAddress(), from, from + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are always an address", e);
    }
  }
}
