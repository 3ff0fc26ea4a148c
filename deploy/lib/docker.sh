# shellcheck shell=bash disable=SC2154
# The servers as containers, where an engine answers. See deploy/compose.yaml.

docker_answers() {
  type docker >/dev/null 2>&1 && timeout 10 docker info >/dev/null 2>&1 && docker compose version >/dev/null 2>&1
}

docker_choose() {
  local server
  for server in "${all_servers[@]}"; do
    if [[ -z $(compose ps -q --status running "$server" 2>/dev/null) ]]; then
      choose_port "$server.port"
    fi
    choose_secret "$server.password"
  done
}

compose() {
  local server exported=()
  for server in "${all_servers[@]}"; do
    exported+=("PAYRELAY_${server^^}_PORT=${setting[$server.port]:-0}")
    exported+=("PAYRELAY_${server^^}_PASSWORD=${setting[$server.password]:-none}")
  done
  env "${exported[@]}" docker compose --file "$here/compose.yaml" \
    --project-name "payrelay-$(printf '%s' "$dir" | sha256sum | cut -c1-12)" "$@"
}

docker_up() {
  docker_answers || die "PAYRELAY_INFRA is docker, but no engine with Compose answers: start Docker, or use PAYRELAY_INFRA=native"
  setting[mode]=docker
  docker_choose
  save_settings
  write_servers_env
  say "starting $* as containers"
  compose up --detach --wait --wait-timeout 120 "$@" >>"$dir/logs/compose.log" 2>&1 9>&- \
    || { tail -n 15 "$dir/logs/compose.log" >&2; die "could not start $*: see $dir/logs/compose.log"; }
  say "$* up"
}

# The images hold everything.
docker_packages() {
  :
}

docker_start() {
  docker_up "$1"
}

docker_stop() {
  compose stop "$1" >>"$dir/logs/compose.log" 2>&1
}

docker_kill() {
  compose kill "$1" >>"$dir/logs/compose.log" 2>&1
}

docker_pause() {
  compose pause "$1" >>"$dir/logs/compose.log" 2>&1
}

docker_resume() {
  compose unpause "$1" >>"$dir/logs/compose.log" 2>&1
}

docker_down() {
  compose down >>"$dir/logs/compose.log" 2>&1
  say "everything is down; the data stay in their volumes"
}

docker_wipe() {
  compose down --volumes >>"$dir/logs/compose.log" 2>&1
  rm -rf "$dir/data" "$dir/run/stack.settings" "$dir/servers.env"
  say "everything is down and its data are gone"
}

docker_status() {
  local server all_up=0
  for server in "$@"; do
    if [[ -n $(compose ps -q --status running "$server" 2>/dev/null) ]]; then
      printf '%-9s up    127.0.0.1:%s (container)\n' "$server" "${setting[$server.port]}"
    else
      printf '%-9s down\n' "$server"
      all_up=1
    fi
  done
  return "$all_up"
}

docker_shell() {
  local server=$1 tty=()
  shift
  [[ -t 0 && -t 1 ]] || tty=(-T)
  case $server in
    postgres) compose exec "${tty[@]}" -e PGPASSWORD="${setting[postgres.password]}" postgres psql -X -h 127.0.0.1 -U payrelay -d payrelay "$@" ;;
    redis) compose exec "${tty[@]}" -e REDISCLI_AUTH="${setting[redis.password]}" redis redis-cli "$@" ;;
    rabbitmq) compose exec "${tty[@]}" rabbitmq rabbitmqctl "$@" ;;
  esac
}
