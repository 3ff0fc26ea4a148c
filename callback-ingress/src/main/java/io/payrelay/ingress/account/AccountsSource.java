package io.payrelay.ingress.account;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.AccountSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reads {@code payrelay.accounts} as Spring would, with the present content of the files that they
 * came from. No message repeats anything of a file but the names of its settings.
 */
final class AccountsSource {

  private static final String ACCOUNTS = "payrelay.accounts";
  private static final Pattern SETTING =
      Pattern.compile(
          """
          payrelay\\.accounts(\\[\\d+](\\.(channel|account|options([.\\[].*)?|\
          keys(\\[\\d+](\\.(id|secret|valid-?from|valid-?until))?)?))?)?\
          """,
          Pattern.CASE_INSENSITIVE);

  private final ConfigurableEnvironment environment;
  private final Optional<Path> own;
  private final Set<Path> files;

  /**
   * A source over the environment.
   *
   * @param own a file of the accounts alone, if there is one
   */
  AccountsSource(ConfigurableEnvironment environment, Optional<Path> own) {
    this.environment = environment;
    this.own = own;
    this.files =
        own.map(Set::of)
            .orElseGet(
                () ->
                    environment.getPropertySources().stream()
                        .flatMap(source -> fileOf(source).stream())
                        .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /** The files that are worth watching. */
  Set<Path> files() {
    return Set.copyOf(files);
  }

  /** What the files hold right now. */
  AccountsFiles look() {
    var contents = new LinkedHashMap<Path, Optional<byte[]>>();
    for (var file : files) {
      contents.put(file, bytes(file));
    }
    return new AccountsFiles(contents);
  }

  private static Optional<byte[]> bytes(Path file) {
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The accounts, not yet checked by their channels.
   *
   * @throws InvalidSettingException naming the file, or the setting that can't be read
   */
  List<AccountSettings> read(AccountsFiles contents) {
    var sources = sources(contents);
    var forPlaceholders =
        Stream.concat(sources.stream(), environment.getPropertySources().stream()).toList();
    var binder =
        new Binder(
            ConfigurationPropertySources.from(sources),
            new PropertySourcesPlaceholdersResolver(forPlaceholders),
            ApplicationConversionService.getSharedInstance());
    try {
      return binder.bind(ACCOUNTS, Bindable.listOf(AccountSettings.class)).orElse(List.of());
    } catch (BindException e) {
      throw new InvalidSettingException(e.getName() + " can't be read as what it should be");
    }
  }

  private List<PropertySource<?>> sources(AccountsFiles contents) {
    if (own.isPresent()) {
      return parsed(own.get(), contents);
    }
    var sources = new ArrayList<PropertySource<?>>();
    var replaced = new LinkedHashSet<Path>();
    for (var source : environment.getPropertySources()) {
      var file = fileOf(source).filter(files::contains);
      if (file.isPresent()) {
        if (replaced.add(file.get())) {
          sources.addAll(parsed(file.get(), contents));
        }
      } else if (!ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)) {
        sources.add(source);
      }
    }
    return sources;
  }

  private static List<PropertySource<?>> parsed(Path file, AccountsFiles contents) {
    var bytes =
        contents
            .of(file)
            .orElseThrow(() -> new InvalidSettingException(file + " can't be read: is it there?"));
    PropertySourceLoader loader =
        file.toString().endsWith(".properties")
            ? new PropertiesPropertySourceLoader()
            : new YamlPropertySourceLoader();
    try {
      var documents = loader.load(file.toString(), new ByteArrayResource(bytes)).reversed();
      documents.stream().flatMap(AccountsSource::names).forEach(name -> checkName(file, name));
      return List.copyOf(documents);
    } catch (MarkedYAMLException e) {
      var mark = e.getProblemMark();
      throw new InvalidSettingException(
          file + " is not valid YAML" + (mark == null ? "" : ", line " + (mark.getLine() + 1)));
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidSettingException(file + " can't be read as settings");
    }
  }

  private static void checkName(Path file, String name) {
    Setting.check(
        !name.startsWith("spring.config."),
        file.toString(),
        "holds spring.config settings, which a reload can't follow: keep the accounts in a file of"
            + " their own");
    // A mistyped name would be a key that is silently not there.
    Setting.check(
        !name.startsWith(ACCOUNTS) || SETTING.matcher(name).matches(), name, "is no such setting");
  }

  /** The file that a property source took accounts from. */
  private static Optional<Path> fileOf(PropertySource<?> source) {
    return names(source)
        .filter(name -> name.startsWith(ACCOUNTS))
        .flatMap(name -> file(OriginLookup.getOrigin(source, name)).stream())
        .findFirst();
  }

  private static Optional<Path> file(@Nullable Origin origin) {
    var resource = origin instanceof TextResourceOrigin text ? text.getResource() : null;
    try {
      return resource != null && resource.isFile()
          ? Optional.of(resource.getFile().toPath())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Stream<String> names(PropertySource<?> source) {
    return source instanceof EnumerablePropertySource<?> enumerable
        ? Stream.of(enumerable.getPropertyNames())
        : Stream.empty();
  }
}
