package io.payrelay.notify;

import io.payrelay.notify.http.NameResolver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Lets tests decide where names lead; other names lead where they do. */
@TestConfiguration(proxyBeanMethods = false)
public class ScriptedNames {

  private static final Map<String, String> NAMES = new ConcurrentHashMap<>();

  public static void lead(String host, String address) {
    NAMES.put(host, address);
  }

  @Bean
  @Primary
  NameResolver scriptedResolver() {
    return ScriptedNames::lookUp;
  }

  private static InetAddress[] lookUp(String host) throws UnknownHostException {
    var address = NAMES.get(host);
    return address == null
        ? InetAddress.getAllByName(host)
        : new InetAddress[] {InetAddress.ofLiteral(address)};
  }
}
