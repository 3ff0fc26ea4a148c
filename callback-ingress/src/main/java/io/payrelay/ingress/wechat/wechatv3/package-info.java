/** WeChat Pay v3: JSON signed with SHA256withRSA, its resource encrypted with the APIv3 key. */
@NullMarked
package io.payrelay.ingress.wechat.wechatv3;

import org.jspecify.annotations.NullMarked;
