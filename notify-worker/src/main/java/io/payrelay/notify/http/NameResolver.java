package io.payrelay.notify.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Looks a host's addresses up. The answer may differ each time: that is what rebinding abuses. */
@FunctionalInterface
public interface NameResolver {

  InetAddress[] lookUp(String host) throws UnknownHostException;
}
