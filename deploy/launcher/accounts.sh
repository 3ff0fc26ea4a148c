# shellcheck shell=bash disable=SC2034,SC2046,SC2086,SC2154 # one part declares and sets what another one reads
# The sandbox's channel accounts: each merchant has one at every channel, called like the merchant. callback-ingress gets what
# verifies, the sandbox what signs.

CHANNELS=(hmac stripe wechat-v3 wechat-v2 alipay unionpay)
WECHAT_KEY_ID=PUB_KEY_ID_0000000000SANDBOX
UNIONPAY_NAME=SandboxUnionPay # stands where the real certificates name UnionPay

# The same merchant's number at every channel ends in its place in the list.
merchant_number() {
  local i
  for i in "${!MERCHANTS[@]}"; do
    if [[ ${MERCHANTS[i]} == "$1" ]]; then echo "$((i + 1))"; fi
  done
}

make_channel_keys() {
  local merchant
  install_package openssl openssl
  for merchant in "${MERCHANTS[@]}"; do
    make_once "$(merchant_key "$merchant" HMAC_SECRET)" random_text
    make_once "$(merchant_key "$merchant" STRIPE_SECRET)" stripe_secret
    make_once "$(merchant_key "$merchant" WECHAT_V3_KEY)" random_32
    make_once "$(merchant_key "$merchant" WECHAT_V3_PRIVATE)" rsa_key
    make_once "$(merchant_key "$merchant" WECHAT_V2_KEY)" random_32
    make_once "$(merchant_key "$merchant" ALIPAY_PRIVATE)" rsa_key
  done
  if [[ -z ${STATE[UNIONPAY_PRIVATE]:-} ]]; then make_unionpay_certificates; fi
}

# make_once KEY COMMAND: what a stack once had, it keeps
make_once() {
  [[ -n ${STATE[$1]:-} ]] || STATE[$1]=$("$2")
}

stripe_secret() { printf 'whsec_%s' "$(random_text)"; }

random_32() { random_text | cut -c1-32; }

one_line() { base64 -w 0; }

# In PKCS #8, which is what Java reads.
rsa_key() { openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 | openssl pkcs8 -topk8 -nocrypt -outform DER | one_line; }

# public_half BASE64_PRIVATE
public_half() { base64 -d <<<"$1" | openssl pkey -inform DER -pubout -outform DER | one_line; }

# UnionPay signs for all its merchants with one certificate and sends it along; only the root is configured.
make_unionpay_certificates() {
  local at days=3650
  at=$(mktemp -d "$PAYRELAY_HOME/run/unionpay-XXXXXX")
  (
    umask 077
    cd "$at"
    openssl req -x509 -newkey rsa:2048 -noenc -keyout root.key -out root.pem -days "$days" -subj "/CN=PayRelay Sandbox Root" \
      -addext keyUsage=critical,keyCertSign,cRLSign
    openssl req -new -newkey rsa:2048 -noenc -keyout leaf.key -out leaf.csr -subj "/CN=041@Z1@$UNIONPAY_NAME@00000001"
    printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n' >leaf.ext
    openssl x509 -req -in leaf.csr -CA root.pem -CAkey root.key -days "$days" -extfile leaf.ext -out leaf.pem
    openssl pkcs8 -topk8 -nocrypt -in leaf.key -outform DER -out leaf.der
  ) 2>"$PAYRELAY_HOME/logs/certificates.log" || fail "making UnionPay's certificates failed: see $PAYRELAY_HOME/logs/certificates.log"
  STATE[UNIONPAY_ROOT]=$(one_line <"$at/root.pem")
  # Its line ends are part of what is signed.
  STATE[UNIONPAY_CERTIFICATE]=$(sed 's/$/\r/' "$at/leaf.pem" | one_line)
  STATE[UNIONPAY_PRIVATE]=$(one_line <"$at/leaf.der")
  rm -rf "$at"
}

# Whose account it is at the channel, as NAME VALUE NAME VALUE …: CHANNEL MERCHANT
identity() {
  local n
  n=$(merchant_number "$2")
  case $1 in
    stripe) echo "livemode false" ;;
    wechat-v3) echo "mchid 190000000$n appid wx000000000000000$n" ;;
    wechat-v2) echo "mchid 190000000$n appid wx000000000000000$n sign-type HMAC-SHA256" ;;
    alipay) echo "app-id 202100000000000$n seller-id 208800000000000$n" ;;
    unionpay) echo "mer-id 77729005811000$n" ;;
  esac
}

# The entry of payrelay.accounts for an account of this merchant: CHANNEL MERCHANT
ingress_account() {
  local merchant=$2 options
  options=$(identity "$@")
  printf '    - channel: %s\n      account: %s\n      keys:\n' "$1" "$merchant"
  case $1 in
    hmac) yaml_key k1 "$(merchant_state "$merchant" HMAC_SECRET)" ;;
    stripe) yaml_key we1 "$(merchant_state "$merchant" STRIPE_SECRET)" ;;
    wechat-v3)
      yaml_key apiv3 "$(merchant_state "$merchant" WECHAT_V3_KEY)"
      yaml_key "$WECHAT_KEY_ID" "$(public_half "$(merchant_state "$merchant" WECHAT_V3_PRIVATE)")"
      ;;
    wechat-v2) yaml_key k1 "$(merchant_state "$merchant" WECHAT_V2_KEY)" ;;
    alipay) yaml_key platform "$(public_half "$(merchant_state "$merchant" ALIPAY_PRIVATE)")" ;;
    unionpay)
      printf '        - id: root\n          secret: |\n'
      base64 -d <<<"${STATE[UNIONPAY_ROOT]}" | sed 's/^/            /'
      # Nobody can be asked in the sandbox, so the notice has to be enough.
      options+=" cn $UNIONPAY_NAME trust-notice true"
      ;;
  esac
  yaml_options $options
}

yaml_key() { printf '        - id: %s\n          secret: "%s"\n' "$1" "$2"; }

yaml_options() {
  printf '      options:%s\n' "$([[ $# -gt 0 ]] || echo ' {}')"
  while (($#)); do
    printf '        %s: "%s"\n' "$1" "$2"
    shift 2
  done
}

# The same account as the sandbox's channel knows it: CHANNEL MERCHANT
sandbox_account() {
  local merchant=$2
  printf '{"channel":"%s","account":"%s","keys":[' "$1" "$merchant"
  case $1 in
    hmac) json_keys k1 "$(merchant_state "$merchant" HMAC_SECRET)" ;;
    stripe) json_keys we1 "$(merchant_state "$merchant" STRIPE_SECRET)" ;;
    wechat-v3)
      json_keys apiv3 "$(merchant_state "$merchant" WECHAT_V3_KEY)" "$WECHAT_KEY_ID" "$(merchant_state "$merchant" WECHAT_V3_PRIVATE)"
      ;;
    wechat-v2) json_keys k1 "$(merchant_state "$merchant" WECHAT_V2_KEY)" ;;
    alipay) json_keys platform "$(merchant_state "$merchant" ALIPAY_PRIVATE)" ;;
    unionpay) json_keys certificate "${STATE[UNIONPAY_CERTIFICATE]}" private "${STATE[UNIONPAY_PRIVATE]}" ;;
  esac
  printf '],"options":{'
  json_options $(identity "$@")
  printf '}}'
}

json_keys() {
  local comma=
  while (($#)); do
    printf '%s{"id":"%s","secret":"%s"}' "$comma" "$1" "$2"
    comma=,
    shift 2
  done
}

json_options() {
  local comma=
  while (($#)); do
    printf '%s"%s":"%s"' "$comma" "$1" "$2"
    comma=,
    shift 2
  done
}
