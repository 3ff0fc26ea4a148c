# shellcheck shell=bash disable=SC2154
# What every part of the stack stands on: words, the state directory, settings, ports.

say() {
  printf 'stack: %s\n' "$*" >&2
}

die() {
  say "$*"
  exit 1
}

# What the stack remembers: mode, ports, passwords, places. Kept in DIR/run/stack.settings.
declare -A setting=()

open_dir() {
  local command=$1
  [[ ${PAYRELAY_INFRA:-} != external ]] || return 0
  if [[ ! -d $dir ]]; then
    case $command in
      up | packages) mkdir -p "$dir" && chmod 0700 "$dir" ;;
      down | wipe) exit 0 ;;
      *) die "nothing was started in $dir yet: deploy/stack up" ;;
    esac
  fi
  dir=$(cd "$dir" && pwd -P)
  mkdir -p "$dir/data" "$dir/logs" "$dir/run"
  load_settings
}

load_settings() {
  local key value
  [[ -f $dir/run/stack.settings ]] || return 0
  while IFS='=' read -r key value; do
    [[ -z $key ]] || setting[$key]=$value
  done <"$dir/run/stack.settings"
}

save_settings() {
  local key
  for key in "${!setting[@]}"; do
    printf '%s=%s\n' "$key" "${setting[$key]}"
  done | sort >"$dir/run/stack.settings.new"
  mv "$dir/run/stack.settings.new" "$dir/run/stack.settings"
}

# One command at a time per directory. Descriptor 9 must not leak into the servers: they would keep the lock.
lock() {
  [[ $mode != external ]] || return 0
  exec 9>>"$dir/run/lock"
  if ! flock -n 9; then
    say "waiting for another deploy/stack that works on $dir"
    flock -w 300 9 || die "another deploy/stack has been working on $dir for 5 minutes: end it, or look into $dir/logs"
  fi
  load_settings
}

choose_mode() {
  case ${PAYRELAY_INFRA:-} in
    external | native | docker) mode=$PAYRELAY_INFRA ;;
    '')
      # A stack stays what it was: its data would be missing otherwise.
      mode=${setting[mode]:-}
      if [[ -z $mode ]]; then
        if docker_answers; then mode=docker; else mode=native; fi
      fi
      ;;
    *) die "PAYRELAY_INFRA is '$PAYRELAY_INFRA': external, docker, native, or not set at all" ;;
  esac
  if [[ $mode != external && -n ${setting[mode]:-} && ${setting[mode]} != "$mode" ]]; then
    die "the stack in $dir is made of ${setting[mode]} servers: deploy/stack wipe first, or use another --dir"
  fi
}

secret() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

# Whether anything listens on this TCP port. From /proc, since a bare machine may lack ss.
is_taken() {
  local hex
  printf -v hex ':%04X' "$1"
  { cat /proc/net/tcp /proc/net/tcp6 2>/dev/null || true; } \
    | awk -v port="$hex" '$4 == "0A" && substr($2, length($2) - 4) == port { found = 1 } END { exit !found }'
}

# Below the range from which the kernel takes ports for outgoing connections.
free_port() {
  local port
  while :; do
    port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
    [[ " ${setting[*]} " == *" $port "* ]] || is_taken "$port" || break
  done
  printf '%s' "$port"
}

# Keeps the remembered port of a server that is about to start, or finds a new one.
choose_port() {
  local key=$1 port=${setting[$1]:-}
  if [[ -n $port ]] && is_taken "$port"; then
    say "port $port ($key) is taken by another program now: a new one is used"
    port=
  fi
  setting[$key]=${port:-$(free_port)}
}

choose_secret() {
  setting[$1]=${setting[$1]:-$(secret)}
}

# Spring's own variables: what PAYRELAY_INFRA=external expects from outside.
write_servers_env() {
  {
    if [[ -n ${setting[rabbitmq.port]:-} ]]; then
      printf 'SPRING_RABBITMQ_HOST=127.0.0.1\nSPRING_RABBITMQ_PORT=%s\n' "${setting[rabbitmq.port]}"
      printf 'SPRING_RABBITMQ_USERNAME=payrelay\nSPRING_RABBITMQ_PASSWORD=%s\n' "${setting[rabbitmq.password]}"
    fi
    if [[ -n ${setting[redis.port]:-} ]]; then
      printf 'SPRING_DATA_REDIS_HOST=127.0.0.1\nSPRING_DATA_REDIS_PORT=%s\n' "${setting[redis.port]}"
      printf 'SPRING_DATA_REDIS_PASSWORD=%s\n' "${setting[redis.password]}"
    fi
    if [[ -n ${setting[postgres.port]:-} ]]; then
      printf 'SPRING_DATASOURCE_URL=jdbc:postgresql://127.0.0.1:%s/payrelay\n' "${setting[postgres.port]}"
      printf 'SPRING_DATASOURCE_USERNAME=payrelay\nSPRING_DATASOURCE_PASSWORD=%s\n' "${setting[postgres.password]}"
    fi
  } >"$dir/servers.env.new"
  mv "$dir/servers.env.new" "$dir/servers.env"
}
