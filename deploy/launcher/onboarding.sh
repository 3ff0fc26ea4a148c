# shellcheck shell=bash disable=SC2034,SC2004 # one part declares and sets what another one reads
# Keys, accounts, merchants and the operator: made once per stack, kept until `down --wipe`.

# The accounts and merchants of the sandbox. `down` is the merchant whose receiver the demo switches off: a short retry plan.
MERCHANTS=(sandbox down)
declare -gA RETRY_PLAN=([sandbox]=default [down]=sandbox)

make_secrets() {
  make_once PAYRELAY_SERVICE_KEY random_base64
  make_once PAYRELAY_NOTIFY_SECRET_KEY random_base64
  make_channel_keys
}

merchant_key() { key_of "merchant-$1" "$2"; }

merchant_state() { printf '%s' "${STATE[$(merchant_key "$1" "$2")]:-}"; }

# The channel accounts callback-ingress answers for.
write_ingress_config() {
  local merchant channel
  {
    echo "# Written by ./payrelay for the sandbox's accounts."
    echo "payrelay:"
    echo "  accounts:"
    for merchant in "${MERCHANTS[@]}"; do
      for channel in "${CHANNELS[@]}"; do ingress_account "$channel" "$merchant"; done
    done
  } | write_private "$INGRESS_CONFIG"
}

# Runs the onboarding program of order-core against the stack, as the launcher's own identity.
run_onboard() {
  local name
  for name in PAYRELAY_ORDER_CORE_URL PAYRELAY_NOTIFY_WORKER_URL PAYRELAY_OPS_CONSOLE_URL PAYRELAY_SERVICE_KEY; do
    export "$name=${STATE[$name]}"
  done
  java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$(state_of order-core APP)/order-core.jar" io.payrelay.core.onboard.Onboard "$@"
}

onboard() {
  need_stack
  find_jdk
  run_onboard "$@"
}

onboard_sandbox() {
  local merchant
  for merchant in "${MERCHANTS[@]}"; do
    if [[ -z $(merchant_state "$merchant" ENDPOINT_SECRET) ]]; then
      say "onboarding the merchant \"$merchant\""
      onboard_merchant "$merchant"
    fi
  done
  if [[ -z ${STATE[PAYRELAY_OPERATOR_TOKEN]:-} ]]; then
    say "onboarding the operator"
    onboard_operator
  fi
  write_sandbox_file
}

onboard_merchant() {
  local merchant=$1 answer channel accounts=()
  for channel in "${CHANNELS[@]}"; do accounts+=(--account "$channel/$merchant"); done
  answer=$(run_onboard merchant --name "$merchant" --notify-url "${STATE[PAYRELAY_SANDBOX_URL]}/notify/$merchant" \
    --plan "${RETRY_PLAN[$merchant]}" "${accounts[@]}" --json) || onboarding_failed "$merchant"
  remember \
    "$(merchant_key "$merchant" NO)" "$(json_field merchantNo <<<"$answer")" \
    "$(merchant_key "$merchant" API_KEY)" "$(json_field apiKey <<<"$answer")" \
    "$(merchant_key "$merchant" ENDPOINT_SECRET)" "$(json_field endpointSecret <<<"$answer")"
}

onboard_operator() {
  local answer
  answer=$(run_onboard operator --login operator --json) || onboarding_failed operator
  remember PAYRELAY_OPERATOR_LOGIN "$(json_field login <<<"$answer")" PAYRELAY_OPERATOR_TOKEN "$(json_field token <<<"$answer")"
}

onboarding_failed() {
  fail "onboarding \"$1\" failed, see above. If an earlier attempt was broken off half-way, start over with ./payrelay down --wipe"
}

# What the sandbox has to know of the stack to play the channels, the merchants and the operator.
write_sandbox_file() {
  local merchant channel between comma=
  {
    printf '{"ingressUrl":"%s","orderCoreUrl":"%s","notifyWorkerUrl":"%s","opsConsoleUrl":"%s","sandboxUrl":"%s",\n' \
      "${STATE[PAYRELAY_CALLBACK_INGRESS_URL]}" "${STATE[PAYRELAY_ORDER_CORE_URL]}" "${STATE[PAYRELAY_NOTIFY_WORKER_URL]}" \
      "${STATE[PAYRELAY_OPS_CONSOLE_URL]}" "${STATE[PAYRELAY_SANDBOX_URL]}"
    printf ' "operator":{"login":%s,"token":%s},\n "merchants":[' \
      "$(json_string "${STATE[PAYRELAY_OPERATOR_LOGIN]}")" "$(json_string "${STATE[PAYRELAY_OPERATOR_TOKEN]}")"
    for merchant in "${MERCHANTS[@]}"; do
      printf '%s\n  {"name":"%s","merchantNo":"%s","apiKey":"%s","endpointSecret":"%s","notifyUrl":"%s/notify/%s",\n' \
        "$comma" "$merchant" "$(merchant_state "$merchant" NO)" "$(merchant_state "$merchant" API_KEY)" \
        "$(merchant_state "$merchant" ENDPOINT_SECRET)" "${STATE[PAYRELAY_SANDBOX_URL]}" "$merchant"
      printf '   "accounts":['
      between=
      for channel in "${CHANNELS[@]}"; do
        printf '%s
     ' "$between"
        sandbox_account "$channel" "$merchant"
        between=,
      done
      printf ']}'
      comma=,
    done
    printf '],\n "database":{"url":%s,"username":%s,"password":%s}}\n' "$(json_string "${STATE[SPRING_DATASOURCE_URL]}")" \
      "$(json_string "${STATE[SPRING_DATASOURCE_USERNAME]:-}")" "$(json_string "${STATE[SPRING_DATASOURCE_PASSWORD]:-}")"
  } | write_private "$SANDBOX_FILE"
}
