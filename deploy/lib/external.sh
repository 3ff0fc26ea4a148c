# shellcheck shell=bash disable=SC2154
# PAYRELAY_INFRA=external: the servers are somebody else's. Nothing is started, ended or written.

readonly external_variables=(
  SPRING_RABBITMQ_HOST SPRING_RABBITMQ_PORT SPRING_RABBITMQ_USERNAME SPRING_RABBITMQ_PASSWORD
  SPRING_DATA_REDIS_HOST SPRING_DATA_REDIS_PORT
  SPRING_DATASOURCE_URL SPRING_DATASOURCE_USERNAME SPRING_DATASOURCE_PASSWORD
)

external_check() {
  local name missing=()
  for name in "${external_variables[@]}"; do
    [[ -n ${!name:-} ]] || missing+=("$name")
  done
  [[ ${#missing[@]} -eq 0 ]] || die "PAYRELAY_INFRA is external, but these variables are missing: ${missing[*]}"
  [[ $SPRING_DATASOURCE_URL == jdbc:postgresql://* ]] \
    || die "SPRING_DATASOURCE_URL is '$SPRING_DATASOURCE_URL': it must start with jdbc:postgresql://"
}

# The address of a server as HOST PORT.
external_address() {
  local address
  case $1 in
    postgres)
      address=${SPRING_DATASOURCE_URL#jdbc:postgresql://}
      address=${address%%/*}
      [[ $address == *:* ]] || address+=:5432
      printf '%s %s' "${address%:*}" "${address##*:}"
      ;;
    redis) printf '%s %s' "$SPRING_DATA_REDIS_HOST" "$SPRING_DATA_REDIS_PORT" ;;
    rabbitmq) printf '%s %s' "$SPRING_RABBITMQ_HOST" "$SPRING_RABBITMQ_PORT" ;;
  esac
}

external_answers() {
  local host port
  read -r host port <<<"$(external_address "$1")"
  # shellcheck disable=SC2016
  timeout 5 bash -c ': <>"/dev/tcp/$1/$2"' - "$host" "$port" 2>/dev/null
}

external_up() {
  local server
  external_check
  for server in "$@"; do
    external_answers "$server" || die "$server does not answer at $(external_address "$server"), and PAYRELAY_INFRA is external: start it, or correct its variables"
  done
  say "using the servers named by SPRING_*"
}

external_packages() {
  external_check
}

external_status() {
  local server all_up=0
  external_check
  for server in "$@"; do
    if external_answers "$server"; then
      printf '%-9s up    %s (external)\n' "$server" "$(external_address "$server")"
    else
      printf '%-9s down  %s (external)\n' "$server" "$(external_address "$server")"
      all_up=1
    fi
  done
  return "$all_up"
}

external_shell() {
  local server=$1 host port database
  shift
  external_check
  read -r host port <<<"$(external_address "$server")"
  case $server in
    postgres)
      database=${SPRING_DATASOURCE_URL##*/}
      PGPASSWORD=$SPRING_DATASOURCE_PASSWORD psql -X -h "$host" -p "$port" -U "$SPRING_DATASOURCE_USERNAME" -d "${database%%\?*}" "$@"
      ;;
    redis) REDISCLI_AUTH=${SPRING_DATA_REDIS_PASSWORD:-} redis-cli --no-auth-warning -h "$host" -p "$port" "$@" ;;
    rabbitmq) die "rabbitmqctl speaks to a node of this machine only: run it where the external RabbitMQ runs" ;;
  esac
}

external_not_ours() {
  die "PAYRELAY_INFRA is external: $1 is not ours to $2"
}

external_stop() { external_not_ours "$1" stop; }
external_start() { external_not_ours "$1" start; }
external_kill() { external_not_ours "$1" kill; }
external_pause() { external_not_ours "$1" pause; }
external_resume() { external_not_ours "$1" resume; }
external_down() { say "PAYRELAY_INFRA is external: nothing to end"; }
external_wipe() { external_down; }
