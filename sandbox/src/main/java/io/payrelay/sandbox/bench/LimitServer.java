package io.payrelay.sandbox.bench;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * The HTTP server of callback-ingress with nothing behind it: reads a body, answers fixed bytes.
 * Ends when its input does.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration(TomcatServletWebServerAutoConfiguration.class)
public class LimitServer {

  static final String READY = "listening on ";

  // As in callback-ingress' application.yaml.
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "server.address", "127.0.0.1",
          "server.port", "0",
          "server.tomcat.connection-timeout", "5s",
          "server.tomcat.accept-count", "512",
          "spring.threads.virtual.enabled", "true",
          "spring.main.banner-mode", "off",
          "logging.level.root", "warn");

  /**
   * Starts it.
   *
   * @param args the answer in Base64
   */
  public static void main(String[] args) throws IOException {
    var application = new SpringApplication(LimitServer.class);
    application.setDefaultProperties(SETTINGS);
    try (var context =
        (ServletWebServerApplicationContext) application.run("--answer=" + args[0])) {
      var server = context.getWebServer();
      if (server == null) {
        throw new IllegalStateException("no server was started");
      }
      System.out.println(READY + server.getPort());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }

  @Bean
  ServletRegistrationBean<DoNothing> doNothing(Environment environment) {
    var answer = Base64.getDecoder().decode(environment.getRequiredProperty("answer"));
    return new ServletRegistrationBean<>(new DoNothing(answer), "/callbacks/*");
  }

  static final class DoNothing extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final byte[] answer;

    DoNothing(byte[] answer) {
      this.answer = answer;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      try (InputStream body = request.getInputStream()) {
        body.readAllBytes();
      }
      response.setContentType("application/json");
      response.setContentLength(answer.length);
      response.getOutputStream().write(answer);
    }
  }
}
