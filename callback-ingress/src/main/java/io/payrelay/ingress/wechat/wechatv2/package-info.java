/** WeChat Pay v2: flat XML, signed in a field of its own; refunds are encrypted instead. */
@NullMarked
package io.payrelay.ingress.wechat.wechatv2;

import org.jspecify.annotations.NullMarked;
