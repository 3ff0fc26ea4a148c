package io.payrelay.core.web;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the API's description says beyond the single operations. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

  private static final String API_KEY = "apiKey";
  private static final String PROBLEM = "Problem";

  @Bean
  OpenAPI openApi() {
    return new OpenAPI()
        .info(
            new Info()
                .title("PayRelay merchant API")
                .version("v1")
                .description(
                    "Orders in, signed notifications out. Errors are problem details (RFC 9457);"
                        + " rely on their code."))
        .components(
            new Components()
                .addSchemas(PROBLEM, problem())
                .addSecuritySchemes(
                    API_KEY,
                    new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .bearerFormat("prk_<keyId>_<secret>")))
        .addSecurityItem(new SecurityRequirement().addList(API_KEY));
  }

  /** Every operation may answer 400 and 401, and every error is a problem. */
  @Bean
  OpenApiCustomizer errorsAreProblems() {
    return api ->
        api.getPaths().values().stream()
            .flatMap(path -> path.readOperations().stream())
            .map(Operation::getResponses)
            .forEach(OpenApiConfiguration::describeErrors);
  }

  private static void describeErrors(ApiResponses responses) {
    responses.putIfAbsent("400", new ApiResponse().description("invalid-request, malformed-json"));
    responses.putIfAbsent("401", new ApiResponse().description("unauthenticated"));
    responses.forEach(
        (status, response) -> {
          if (status.startsWith("4") || status.startsWith("5")) {
            response.setContent(
                new Content()
                    .addMediaType(
                        "application/problem+json",
                        new MediaType()
                            .schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM))));
          }
        });
  }

  private static Schema<?> problem() {
    return new ObjectSchema()
        .addProperty("type", new StringSchema().format("uri"))
        .addProperty("title", new StringSchema().example("Conflict"))
        .addProperty("status", new IntegerSchema().example(409))
        .addProperty("detail", new StringSchema().description("For people; may change."))
        .addProperty("code", new StringSchema().example("order-differs"));
  }
}
