package io.payrelay.ingress.wechat.wechatv3;

import io.payrelay.common.config.Setting;
import io.payrelay.ingress.channel.KeySettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One account's keys: those that sign, by their normal id, and those that encrypt. */
record WechatV3Keys(Map<String, PlatformKey> platform, List<ContentKey> content) {

  private static final String APIV3 = "apiv3";

  static WechatV3Keys of(List<KeySettings> keys) {
    var platform = new HashMap<String, PlatformKey>();
    var content = new ArrayList<ContentKey>();
    for (int i = 0; i < keys.size(); i++) {
      var settings = keys.get(i);
      var where = "keys[%d]".formatted(i);
      if (isContentKey(settings.id())) {
        content.add(ContentKey.of(settings, where));
      } else {
        var key = PlatformKey.of(settings, where);
        Setting.check(
            platform.put(key.normalId(), key) == null,
            where + ".id",
            "is the same serial as another key's");
      }
    }
    Setting.check(!content.isEmpty(), "keys", "needs one with the id apiv3: the APIv3 key");
    Setting.check(!platform.isEmpty(), "keys", "needs a platform certificate or public key");
    return new WechatV3Keys(Map.copyOf(platform), List.copyOf(content));
  }

  /** While the APIv3 key is changed there are two: {@code apiv3} and, say, {@code apiv3-old}. */
  private static boolean isContentKey(String id) {
    return id.equals(APIV3) || id.startsWith(APIV3 + "-");
  }

  /** The key with this id, valid or not. */
  Optional<PlatformKey> find(String id) {
    return Optional.ofNullable(platform.get(PlatformKey.normal(id)));
  }
}
