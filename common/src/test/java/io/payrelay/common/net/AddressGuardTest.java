package io.payrelay.common.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payrelay.common.config.InvalidSettingException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {

  private final AddressGuard guard = new AddressGuard(List.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "239.1.1.1",
        "255.255.255.255",
        "::",
        "::1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "2001:db8::1",
        "2001::1",
        "100::1"
      })
  void what_is_not_globally_routable_is_refused(String address) {
    assertThat(guard.permits(InetAddress.ofLiteral(address))).as(address).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "1.1.1.1",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "2606:4700::1111",
        "64:ff9b::808:808",
        "2002:808:808::1"
      })
  void what_is_globally_routable_is_permitted(String address) {
    assertThat(guard.permits(InetAddress.ofLiteral(address))).as(address).isTrue();
  }

  @Test
  void an_allow_list_opens_single_networks_only() {
    var opened = new AddressGuard(List.of(NetworkRange.parse("127.0.0.0/8")));

    assertThat(opened.permits(InetAddress.ofLiteral("127.0.0.1"))).isTrue();
    assertThat(opened.permits(InetAddress.ofLiteral("10.0.0.1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::/129"})
  void what_is_no_network_is_refused_as_a_setting(String cidr) {
    assertThatThrownBy(() -> NetworkRange.parse(cidr)).isInstanceOf(InvalidSettingException.class);
  }
}
