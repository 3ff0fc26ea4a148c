package io.payrelay.ingress.unionpay;

import io.payrelay.common.config.InvalidSettingException;
import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import java.util.ArrayList;
import java.util.List;

/** What one account verifies with. */
record UnionPayKeys(Certificates certificates, List<SecureKey> secureKeys) {

  UnionPayKeys {
    secureKeys = List.copyOf(secureKeys);
  }

  /**
   * Sorts the keys by what their ids start with.
   *
   * @param cn whom a signing certificate has to name
   * @throws InvalidSettingException naming the key that is wrong
   */
  static UnionPayKeys of(List<KeySettings> keys, String cn) {
    var roots = new ArrayList<Authority>();
    var middles = new ArrayList<Authority>();
    var secure = new ArrayList<SecureKey>();
    for (int i = 0; i < keys.size(); i++) {
      var key = keys.get(i);
      var where = "keys[%d]".formatted(i);
      switch (key.id()) {
        case String id when id.startsWith("root") ->
            roots.add(Authority.of(key, where + ".secret"));
        case String id when id.startsWith("middle") ->
            middles.add(Authority.of(key, where + ".secret"));
        case String id when id.startsWith("secure") ->
            secure.add(SecureKey.of(key, where + ".secret"));
        default ->
            throw new InvalidSettingException(where + ".id must start with root, middle or secure");
      }
    }
    Setting.check(
        !roots.isEmpty() || !secure.isEmpty(),
        "keys",
        "needs a root certificate (signMethod 01) or a secure key (signMethod 11)");
    Setting.check(middles.isEmpty() || !roots.isEmpty(), "keys", "needs the root above its middle");
    return new UnionPayKeys(new Certificates(roots, middles, cn), secure);
  }
}
