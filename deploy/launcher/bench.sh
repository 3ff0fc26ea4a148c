# shellcheck shell=bash disable=SC2034,SC2154 # one part declares and sets what another one reads
# Measures speed, on servers and a callback-ingress of its own: a stack that is up keeps its orders and queues.

bench() {
  if [[ " $* " == *" --help "* || " $* " == *" -h "* ]]; then bench_help && return; fi
  [[ ${1:-} == ingress ]] || usage_error "bench measures: ingress (./payrelay bench ingress --help)"
  if is_external; then usage_error "bench fills and empties its servers: it brings its own, so unset PAYRELAY_INFRA"; fi
  # The second compiler first, so that PAYRELAY_JVM can still say otherwise.
  PAYRELAY_HOME=$PAYRELAY_HOME/bench PAYRELAY_JVM="-XX:TieredStopAtLevel=4 ${PAYRELAY_JVM:-}" exec "$ROOT/payrelay" bench-at-home "$@"
}

bench_help() {
  cat <<END
./payrelay bench ingress [OPTIONS]: how many callbacks are taken in, compared to the bare HTTP server and the bare broker

  --channel X     whose callbacks (hmac)
  --callers C     how many send at once (256)
  --rounds N      how often everything is measured; medians count (5)
  --seconds S     how long each measurement takes (3)
  --json FILE     also write figures and checks as JSON
  --no-build      use the jars as they are

Brings its own servers and takes them down again. Compare figures of one run only, on a machine that does nothing else.
END
}

# bench_at_home [--no-build] ingress …: in a home of its own, which it leaves as empty as it was.
bench_at_home() {
  local build=yes status=0 argument arguments=()
  for argument in "$@"; do
    if [[ $argument == --no-build ]]; then build=no; else arguments+=("$argument"); fi
  done
  # Of the services only these two: nobody consumes what is published.
  SERVICES=(callback-ingress sandbox)
  MERCHANTS=(bench)

  lock_home
  find_jdk
  install_package wrk wrk
  if [[ $build == yes ]]; then build; fi
  trap take_bench_down EXIT
  trap 'exit 130' INT TERM
  start_watching "$$" # should we be killed, it cleans up in our place
  recall
  unpack callback-ingress
  unpack sandbox
  servers up rabbitmq redis --dir "$PAYRELAY_HOME" >&2 || fail "the servers did not start, see above"
  adopt_servers
  make_secrets
  STATE[PAYRELAY_ORDER_CORE_URL]='' STATE[PAYRELAY_NOTIFY_WORKER_URL]='' STATE[PAYRELAY_OPS_CONSOLE_URL]=''
  STATE[PAYRELAY_SANDBOX_URL]='' STATE[PAYRELAY_OPERATOR_LOGIN]='' STATE[PAYRELAY_OPERATOR_TOKEN]='' STATE[SPRING_DATASOURCE_URL]=''
  settle_port callback-ingress
  remember
  write_ingress_config
  write_sandbox_file
  ensure_services callback-ingress
  run_bench "${arguments[@]}" || status=$?
  exit "$status"
}

run_bench() (
  for key in "${!STATE[@]}"; do
    if [[ $key == SPRING_* ]]; then export "$key=${STATE[$key]}"; fi
  done
  export PAYRELAY_SANDBOX_FILE=$SANDBOX_FILE PAYRELAY_BENCH_JVM="${JVM_OPTIONS[*]}"
  exec java -XX:+UseSerialGC -Xmx2g -cp "$(state_of sandbox APP)/sandbox.jar" io.payrelay.sandbox.Sandbox bench "$@" 9>&-
)

take_bench_down() {
  stop_watching
  stop_services callback-ingress
  servers wipe --dir "$PAYRELAY_HOME" >&2
  wipe_home
}
