# shellcheck shell=bash
# The JVM's start-up caches: with one, a service needs about 6 instead of 10 seconds of CPU to start. Making one costs 25,
# so it is done once per jar, after the stack is up, in the background and at the lowest priority.

# A cache fits one jar and one JDK.
cache_of() {
  local jdk
  jdk=$(jdk_version)
  printf '%s/aot/%s-jdk%s.aot' "$WORKSHOP" "$(basename "$(state_of "$1" APP)")" "${jdk//[^A-Za-z0-9.]/_}"
}

train_later() {
  local service missing=()
  for service in "${SERVICES[@]:0:4}"; do
    [[ -f $(cache_of "$service") ]] || missing+=("$service")
  done
  if ((${#missing[@]} == 0)) || [[ -n $(training_pid) ]]; then return 0; fi
  say "preparing quicker starts in the background (at the lowest priority, a minute or two)"
  setsid nohup nice -n 19 "$ROOT/payrelay" train-caches "$PAYRELAY_HOME" "${missing[@]}" </dev/null >"$PAYRELAY_HOME/logs/training.log" 2>&1 9>&- &
  echo "$!" >"$PAYRELAY_HOME/run/training.pid"
  disown "$!"
}

# Each service goes as far as it can without serving anybody, and leaves what the JVM has learned.
train_caches() {
  local service cache
  shift
  recall
  find_jdk
  exec 7>"$WORKSHOP/aot/lock"
  flock -n 7 || return 0 # another stack of this checkout is at it
  rm -f "$WORKSHOP"/aot/*.new* # of a training that was broken off
  for service in "$@"; do
    cache=$(cache_of "$service")
    (in_service_environment "$service" java "${JVM_OPTIONS[@]}" "-XX:AOTCacheOutput=$cache.new" -Dspring.context.exit=onRefresh \
      -jar "$(state_of "$service" APP)/$service.jar") || true
    if [[ -f $cache.new ]]; then
      mv "$cache.new" "$cache"
      keep_newest 1 "$WORKSHOP/aot/$service-*"
    fi
  done
}

# The training has a process group of its own: its JVMs end with it.
stop_training() {
  local pid
  pid=$(training_pid)
  if [[ -n $pid ]]; then kill -KILL -- "-$pid" 2>/dev/null || true; fi
  rm -f "$PAYRELAY_HOME/run/training.pid"
}

training_pid() {
  local file=$PAYRELAY_HOME/run/training.pid pid
  [[ -f $file ]] || return 0
  pid=$(<"$file")
  if is_ours "$pid" train-caches && is_ours "$pid" "$PAYRELAY_HOME"; then echo "$pid"; fi
}
