package io.payrelay.sandbox.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The encrypted part of WeChat Pay's notices: AES-256-GCM with the merchant's APIv3 key. */
final class WechatV3Resource {

  private static final String ORIGINAL_TYPE = "transaction";
  private static final int TAG_BITS = 128;

  private WechatV3Resource() {}

  /** The resource object of an event. */
  static Map<String, String> of(byte[] content, String apiv3, String nonce) {
    var resource = new LinkedHashMap<String, String>();
    resource.put("original_type", ORIGINAL_TYPE);
    resource.put("algorithm", "AEAD_AES_256_GCM");
    resource.put("ciphertext", encrypted(content, apiv3, nonce));
    resource.put("associated_data", ORIGINAL_TYPE);
    resource.put("nonce", nonce);
    return resource;
  }

  private static String encrypted(byte[] content, String apiv3, String nonce) {
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(apiv3.getBytes(UTF_8), "AES"),
          new GCMParameterSpec(TAG_BITS, nonce.getBytes(UTF_8)));
      cipher.updateAAD(ORIGINAL_TYPE.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(cipher.doFinal(content));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the sandbox's APIv3 key is not one of 32 bytes", e);
    }
  }
}
