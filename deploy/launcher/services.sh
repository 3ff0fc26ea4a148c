# shellcheck shell=bash disable=SC2034 # one part sets what another one reads
# Starts, watches and ends the four services and the sandbox. Each is one JVM whose command line names its home, so that
# a process id that now belongs to somebody else is never touched.

SERVICES=(callback-ingress order-core notify-worker ops-console sandbox)
declare -gA DEFAULT_PORT=([callback-ingress]=8080 [order-core]=8081 [notify-worker]=8082 [ops-console]=8083 [sandbox]=8090)
MANAGEMENT_OFFSET=1000
READY_WITHIN=90
STOP_WITHIN=20
# Four services start at once on a small machine: without the second compiler each needs 10 instead of 22 seconds of CPU.
JVM_OPTIONS=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx384m -XX:+ExitOnOutOfMemoryError
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "-XX:ErrorFile=$PAYRELAY_HOME/logs/jvm-crash-%p.log")
read -ra more_jvm_options <<<"${PAYRELAY_JVM:-}"
JVM_OPTIONS+=("${more_jvm_options[@]}")

is_service() { [[ -n ${1:-} && -n ${DEFAULT_PORT[$1]:-} ]]; }

# key_of order-core URL → PAYRELAY_ORDER_CORE_URL, the name under which stack.env keeps it
key_of() {
  local name=${1^^}
  printf 'PAYRELAY_%s_%s' "${name//-/_}" "$2"
}

state_of() { printf '%s' "${STATE[$(key_of "$1" "$2")]:-}"; }

log_of() { printf '%s/logs/%s.log' "$PAYRELAY_HOME" "$1"; }

# ── Ports ────────────────────────────────────────────────────────────────────────────────────────────────────────────

port_is_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

pair_is_free() { port_is_free "$1" && port_is_free $(($1 + MANAGEMENT_OFFSET)); }

# Gives a service its port: the one it runs on, else the one it had, else the usual one, else the next that is free.
settle_port() {
  local service=$1 usual=${DEFAULT_PORT[$1]} had wanted port
  had=$(state_of "$service" PORT)
  wanted=${had:-$usual} port=
  if [[ -n $(pid_of "$service") && -n $had ]] || pair_is_free "$wanted"; then
    port=$wanted
  elif [[ $service == sandbox && -n ${STATE[PAYRELAY_OPERATOR_TOKEN]:-} ]]; then
    fail "port $wanted is taken, and the sandbox's merchants are registered with it: free it, or start over with ./payrelay down --wipe"
  else
    for port in "$usual" $(seq $((usual + 100)) 100 $((usual + 900))); do
      pair_is_free "$port" && break
      port=
    done
    [[ -n $port ]] || fail "no free port for $service between $usual and $((usual + 900)): stop something that listens there"
    say "port $wanted is taken by somebody else: $service moves to $port"
  fi
  STATE[$(key_of "$service" PORT)]=$port
  STATE[$(key_of "$service" MANAGEMENT_PORT)]=$((port + MANAGEMENT_OFFSET))
  STATE[$(key_of "$service" URL)]=http://127.0.0.1:$port
}

# ── What a service is started with ───────────────────────────────────────────────────────────────────────────────────

# The environment of a service, a KEY=VALUE a line.
environment_of() {
  local service=$1 key
  echo "SERVER_PORT=$(state_of "$service" PORT)"
  echo "PAYRELAY_MANAGEMENT_PORT=$(state_of "$service" MANAGEMENT_PORT)"
  if [[ $service == sandbox ]]; then
    echo "PAYRELAY_SANDBOX_FILE=$SANDBOX_FILE"
    return
  fi
  for key in "${!STATE[@]}"; do
    if [[ $key == SPRING_* ]]; then echo "$key=${STATE[$key]}"; fi
  done | sort
  echo "PAYRELAY_SERVICE_KEY=${STATE[PAYRELAY_SERVICE_KEY]}"
  case $service in
    callback-ingress) echo "SPRING_CONFIG_ADDITIONAL_LOCATION=file:$INGRESS_CONFIG" ;;
    order-core) echo "PAYRELAY_NOTIFY_WORKER_URL=${STATE[PAYRELAY_NOTIFY_WORKER_URL]}" ;;
    notify-worker)
      echo "PAYRELAY_NOTIFY_SECRET_KEY=${STATE[PAYRELAY_NOTIFY_SECRET_KEY]}"
      # The sandbox's merchants listen on this machine, without TLS: nothing a real deployment would allow.
      echo "PAYRELAY_NOTIFY_ALLOWED_NETWORKS=127.0.0.0/8"
      echo "PAYRELAY_NOTIFY_HTTPS_ONLY=false"
      ;;
    ops-console)
      echo "PAYRELAY_NOTIFY_WORKER_URL=${STATE[PAYRELAY_NOTIFY_WORKER_URL]}"
      ;;
  esac
}

# A hash of everything a running service depends on: when it differs, the service is restarted.
revision_of() {
  local files=()
  case $1 in
    callback-ingress) files=("$INGRESS_CONFIG") ;;
    sandbox) files=("$SANDBOX_FILE") ;;
  esac
  { environment_of "$1" && echo "$(state_of "$1" APP) ${JVM_OPTIONS[*]} $JAVA_HOME" && cat "${files[@]}" /dev/null; } | sha256sum | cut -c1-16
}

# in_service_environment SERVICE COMMAND…: runs a command as the service would run: its environment, and nothing of ours
# (a daemon that inherited a lock or somebody's pipe would hold it for as long as it lives).
in_service_environment() {
  local service=$1 fd
  shift
  while IFS= read -r line; do export "${line?}"; done < <(environment_of "$service")
  for fd in /proc/"$BASHPID"/fd/*; do
    fd=${fd##*/}
    if ((fd > 2)); then exec {fd}>&-; fi
  done
  cd "$PAYRELAY_HOME" || exit
  exec "$@"
}

# ── Starting ─────────────────────────────────────────────────────────────────────────────────────────────────────────

launch() {
  local service=$1 app cache command
  pair_is_free "$(state_of "$service" PORT)" ||
    fail "$service can't start: somebody else listens on port $(state_of "$service" PORT) or on its management port; ./payrelay up moves it"
  app=$(state_of "$service" APP)
  cache=$(cache_of "$service")
  command=(java "${JVM_OPTIONS[@]}" "-Dpayrelay.home=$PAYRELAY_HOME" "-Dpayrelay.service=$service" "-Dpayrelay.revision=$(revision_of "$service")")
  if [[ -f $cache ]]; then command+=("-XX:AOTCache=$cache"); fi
  command+=(-jar "$app/$service.jar")
  if [[ $service == sandbox ]]; then command+=(serve); fi
  in_service_environment "$service" setsid nohup "${command[@]}" </dev/null >>"$(log_of "$service")" 2>&1 &
  local pid=$!
  echo "$pid" >"$PAYRELAY_HOME/run/$service.pid"
  disown "$pid"
  # Until it has become the JVM it doesn't look like ours yet.
  while kill -0 "$pid" 2>/dev/null && [[ -z $(pid_of "$service") ]]; do sleep 0.02; done
}

# The process of a service, if it runs and is ours.
pid_of() {
  local file=$PAYRELAY_HOME/run/$1.pid pid
  [[ -f $file ]] || return 0
  pid=$(<"$file")
  if is_ours "$pid" "-Dpayrelay.home=$PAYRELAY_HOME" && is_ours "$pid" "-Dpayrelay.service=$1"; then echo "$pid"; fi
}

# is_ours PID ARGUMENT: does this process have that argument on its command line?
is_ours() { { tr '\0' '\n' <"/proc/$1/cmdline" | grep -Fxq -e "$2"; } 2>/dev/null; }

is_current() {
  local pid
  pid=$(pid_of "$1")
  [[ -n $pid ]] && is_ours "$pid" "-Dpayrelay.revision=$(revision_of "$1")"
}

is_ready() {
  if [[ $1 == sandbox ]]; then
    [[ $(http_status "$(state_of sandbox PORT)" /health) == 200 ]]
  else
    [[ $(http_status "$(state_of "$1" MANAGEMENT_PORT)" /actuator/health/readiness) == 200 ]]
  fi
}

# http_status PORT PATH → the status code, or nothing
http_status() (
  exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 0
  printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "$2" >&3
  if read -r -t 3 _ code _ <&3; then echo "$code"; fi
) 2>/dev/null

# Starts those that don't run yet or run with something that has changed since.
ensure_services() {
  local service stop=()
  for service in "$@"; do
    if [[ -n $(pid_of "$service") ]] && ! { is_current "$service" && is_ready "$service"; }; then stop+=("$service"); fi
  done
  if ((${#stop[@]} > 0)); then
    say "ending ${stop[*]}: changed since, or not healthy"
    stop_training
    stop_services "${stop[@]}"
  fi
  for service in "$@"; do
    if [[ -z $(pid_of "$service") ]]; then
      say "starting $service"
      launch "$service"
    fi
  done
  await_services "$@"
}

await_services() {
  local service waiting=("$@") still began=$SECONDS
  while true; do
    still=()
    for service in "${waiting[@]}"; do
      if [[ -z $(pid_of "$service") ]]; then
        fail_with_log "$service" "ended while starting"
      elif is_ready "$service"; then
        say "  $service is ready at $(state_of "$service" URL)"
      else
        still+=("$service")
      fi
    done
    ((${#still[@]} > 0)) || return 0
    if ((SECONDS - began > READY_WITHIN)); then fail_with_log "${still[0]}" "was not ready after $READY_WITHIN s"; fi
    waiting=("${still[@]}")
    sleep 0.3
  done
}

fail_with_log() {
  { echo && tail -n 30 "$(log_of "$1")" && echo; } >&2
  fail "$1 $2; above are the last lines of its log. All of it: ./payrelay logs $1. Once mended, run the same command again (or ./payrelay down)."
}

# ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────────────────

stop_services() {
  local service pid began=$SECONDS waiting=("$@") still
  for service in "$@"; do
    pid=$(pid_of "$service")
    if [[ -n $pid ]]; then kill -TERM "$pid" 2>/dev/null || true; fi
  done
  while ((${#waiting[@]} > 0)); do
    still=()
    for service in "${waiting[@]}"; do
      if [[ -n $(pid_of "$service") ]]; then still+=("$service"); else rm -f "$PAYRELAY_HOME/run/$service.pid"; fi
    done
    if ((${#still[@]} > 0)); then
      if ((SECONDS - began > STOP_WITHIN)); then
        say "${still[*]} did not end within $STOP_WITHIN s: killed"
        for service in "${still[@]}"; do kill_service "$service"; done
        return
      fi
      sleep 0.2
    fi
    waiting=("${still[@]}")
  done
}

kill_service() {
  local pid
  pid=$(pid_of "$1")
  if [[ -n $pid ]]; then
    kill -KILL "$pid" 2>/dev/null || true
    while [[ -n $(pid_of "$1") ]]; do sleep 0.05; done
  fi
  rm -f "$PAYRELAY_HOME/run/$1.pid"
}
