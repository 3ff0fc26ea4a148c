# shellcheck shell=bash
# The commands that act on a whole stack: servers (by deploy/stack), services, sandbox.

SERVERS=(postgres redis rabbitmq)

is_server() { [[ -n ${1:-} && " ${SERVERS[*]} " == *" $1 "* ]]; }

is_external() { [[ ${PAYRELAY_INFRA:-} == external ]]; }

# deploy/stack on this home's servers. It starts daemons: our lock must not leak into them.
servers() { "$ROOT/deploy/stack" "$@" 9>&-; }

up() {
  bring_up "$@"
  # A stack with an owner is a test's: nothing may run beside it.
  [[ " $* " == *" --owner "* ]] || train_later
}

bring_up() {
  local build=yes owner='' service starting
  while (($#)); do
    case $1 in
      --no-build) build=no ;;
      --owner)
        owner=${2:-}
        [[ $owner =~ ^[0-9]+$ ]] || usage_error "--owner needs a process id"
        shift
        ;;
      *) usage_error "up knows --no-build and --owner PID, not \"$1\"" ;;
    esac
    shift
  done

  lock_home
  find_jdk
  say "JDK $(jdk_version) from $JAVA_HOME"
  if [[ -n $owner ]]; then start_watching "$owner"; fi

  # The servers start (and are installed, the first time) while Maven builds.
  if [[ $build == yes ]]; then need_maven; fi
  servers up --dir "$PAYRELAY_HOME" >&2 &
  starting=$!
  trap 'wait "$starting" || true' EXIT
  if [[ $build == yes ]]; then build; fi
  recall
  for service in "${SERVICES[@]}"; do unpack "$service"; done
  trap - EXIT
  wait "$starting" || fail "the servers did not start, see above"

  adopt_servers
  make_secrets
  for service in "${SERVICES[@]}"; do settle_port "$service"; done
  remember
  write_ingress_config
  ensure_services "${SERVICES[@]:0:4}"
  onboard_sandbox
  ensure_services sandbox
  say "the stack is up"
  exec 9>&-
}

# Takes over where the servers are, from deploy/stack or (PAYRELAY_INFRA=external) from Spring's own variables.
adopt_servers() {
  local line
  forget 'SPRING_*'
  if is_external; then
    while IFS= read -r line; do STATE[${line%%=*}]=${line#*=}; done < <(env | grep -E '^SPRING_(RABBITMQ|DATA_REDIS|DATASOURCE)_')
  else
    while IFS= read -r line; do
      if [[ $line == SPRING_*=* ]]; then STATE[${line%%=*}]=${line#*=}; fi
    done <"$PAYRELAY_HOME/servers.env"
  fi
}

down() {
  local wipe=no
  case ${1:-} in
    '') ;;
    --wipe) wipe=yes ;;
    *) usage_error "down knows --wipe, not \"$1\"" ;;
  esac
  [[ -d $PAYRELAY_HOME/run ]] || {
    say "nothing was started in $PAYRELAY_HOME"
    return
  }
  lock_home
  recall
  stop_watching
  stop_training
  say "stopping the services"
  stop_services sandbox "${SERVICES[@]:0:4}"
  if [[ $wipe == no ]]; then
    is_external || servers down --dir "$PAYRELAY_HOME" >&2
    say "the stack is down; its data stay in $PAYRELAY_HOME (./payrelay down --wipe forgets them)"
  elif is_external; then
    say "the stack is down; servers that are not ours are left as they are, and so are the keys that fit their data ($STACK_ENV)"
  else
    servers wipe --dir "$PAYRELAY_HOME" >&2
    wipe_home
    say "the stack is down and its data are forgotten"
  fi
}

# Removes what a stack keeps, and the home itself unless something else lives there (the checkout's builds and caches do).
wipe_home() {
  rm -rf "$PAYRELAY_HOME"/{config,data,logs,run} "$PAYRELAY_HOME"/{stack.env,servers.env,sandbox.json,receipts.jsonl}*
  rmdir "$PAYRELAY_HOME" 2>/dev/null || true
}

# ── One service or server ────────────────────────────────────────────────────────────────────────────────────────────

one() {
  local act=$1 name=${2:-}
  need_stack
  if is_server "$name"; then
    servers "$act" "$name" --dir "$PAYRELAY_HOME" >&2
  elif is_service "$name"; then
    lock_home
    case $act in
      start)
        find_jdk
        ensure_services "$name"
        ;;
      stop) stop_services "$name" ;;
      kill) kill_service "$name" ;;
    esac
  else
    usage_error "$act needs a service (${SERVICES[*]}) or a server (${SERVERS[*]})"
  fi
}

restart() {
  is_service "${1:-}" || usage_error "restart needs a service: ${SERVICES[*]}"
  need_stack
  lock_home
  find_jdk
  stop_services "$1"
  ensure_services "$1"
}

logs() {
  local name='' follow=()
  while (($#)); do
    case $1 in
      -f) follow=(-F) ;;
      *) name=$1 ;;
    esac
    shift
  done
  if [[ -z $name ]] || ! { is_service "$name" || is_server "$name"; }; then
    usage_error "logs needs a service (${SERVICES[*]}) or a server (${SERVERS[*]})"
  fi
  [[ -f $(log_of "$name") ]] || fail "$name has no log yet in $PAYRELAY_HOME/logs"
  exec tail -n 200 "${follow[@]}" "$(log_of "$name")"
}

server_shell() {
  is_server "${1:-}" || usage_error "shell needs a server: ${SERVERS[*]}"
  exec "$ROOT/deploy/stack" --dir "$PAYRELAY_HOME" shell "$@"
}

# The sandbox's own commands (storm, audit, demo), in the caller's directory.
sandbox() {
  need_stack
  find_jdk
  PAYRELAY_SANDBOX_FILE=$SANDBOX_FILE java -XX:+UseSerialGC -cp "$(state_of sandbox APP)/sandbox.jar" io.payrelay.sandbox.Sandbox "$@"
}

# ── Status ───────────────────────────────────────────────────────────────────────────────────────────────────────────

status() {
  case ${1:-} in
    '') status_table ;;
    --json) status_json ;;
    *) usage_error "status knows --json, not \"$1\"" ;;
  esac
}

condition_of() {
  if [[ -z $(pid_of "$1") ]]; then echo down; elif is_ready "$1"; then echo ready; else echo "not ready"; fi
}

status_table() {
  local service
  recall
  printf '%-18s %-10s %-8s %s\n' SERVICE STATE PID URL
  for service in "${SERVICES[@]}"; do
    printf '%-18s %-10s %-8s %s\n' "$service" "$(condition_of "$service")" "$(pid_of "$service")" "$(state_of "$service" URL)"
  done
  echo
  servers status --dir "$PAYRELAY_HOME" 2>&1 || true
}

status_json() {
  local service comma=
  need_stack
  printf '{"home":%s,\n "services":{' "$(json_string "$PAYRELAY_HOME")"
  for service in "${SERVICES[@]}"; do
    printf '%s\n  "%s":{"state":"%s","pid":%s,"url":"%s","port":%s,"managementUrl":"http://127.0.0.1:%s","log":%s}' \
      "$comma" "$service" "$(condition_of "$service")" "$(pid_of "$service" | grep . || echo null)" "$(state_of "$service" URL)" \
      "$(state_of "$service" PORT)" "$(state_of "$service" MANAGEMENT_PORT)" "$(json_string "$(log_of "$service")")"
    comma=,
  done
  printf '},\n "servers":{'
  local kind
  comma=
  for kind in rabbitmq:SPRING_RABBITMQ_ redis:SPRING_DATA_REDIS_ postgres:SPRING_DATASOURCE_; do
    printf '%s\n  "%s":{' "$comma" "${kind%%:*}"
    server_fields "${kind#*:}"
    printf '}'
    comma=,
  done
  printf '},\n "serviceKey":%s,\n "sandbox":' "$(json_string "${STATE[PAYRELAY_SERVICE_KEY]}")"
  if [[ -f $SANDBOX_FILE ]]; then cat "$SANDBOX_FILE"; else echo null; fi
  echo '}'
}

# The remembered variables of one server as JSON fields: SPRING_DATA_REDIS_PORT=1 → "port":"1"
server_fields() {
  local name comma=
  for name in $(printf '%s\n' "${!STATE[@]}" | sort); do
    if [[ $name == "$1"* ]]; then
      printf '%s"%s":%s' "$comma" "$(tr 'A-Z_' 'a-z-' <<<"${name#"$1"}")" "$(json_string "${STATE[$name]}")"
      comma=,
    fi
  done
}

# ── A stack that ends with its owner ─────────────────────────────────────────────────────────────────────────────────

started_at() { { sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20; } 2>/dev/null; }

start_watching() {
  local owner=$1 since
  since=$(started_at "$owner") || fail "--owner $owner: there is no such process"
  stop_watching
  setsid nohup "$ROOT/payrelay" watch-owner "$owner" "$since" "$PAYRELAY_HOME" </dev/null >>"$PAYRELAY_HOME/logs/watch-owner.log" 2>&1 9>&- &
  echo "$!" >"$PAYRELAY_HOME/run/watch-owner.pid"
  disown "$!"
}

stop_watching() {
  local file=$PAYRELAY_HOME/run/watch-owner.pid pid
  [[ -f $file ]] || return 0
  pid=$(<"$file")
  rm -f "$file"
  if [[ $pid != "$PPID" ]] && is_ours "$pid" watch-owner && is_ours "$pid" "$PAYRELAY_HOME"; then kill "$pid" 2>/dev/null || true; fi
}

# Waits for the end of the owner (a process id may be used again, its start time tells), then leaves nothing behind.
watch_owner() {
  while [[ $(started_at "$1") == "$2" ]]; do sleep 1; done
  "$ROOT/payrelay" down --wipe
}
