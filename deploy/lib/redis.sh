# shellcheck shell=bash disable=SC2154
# Redis: advisory data only, so nothing is written to disk.

redis_is_installed() {
  type redis-server redis-cli >/dev/null 2>&1
}

redis_choose() {
  choose_port redis.port
  choose_secret redis.password
}

redis_launch() {
  mkdir -p "$dir/data/redis"
  cat >"$dir/data/redis/redis.conf" <<CONF
bind 127.0.0.1
port ${setting[redis.port]}
requirepass ${setting[redis.password]}
dir "$dir/data/redis"
save ""
appendonly no
CONF
  launch redis redis-server "$dir/data/redis/redis.conf"
}

redis_client() {
  REDISCLI_AUTH=${setting[redis.password]} "${bounded[@]}" redis-cli --no-auth-warning -h 127.0.0.1 -p "${setting[redis.port]}" "$@"
}

redis_answers() {
  local bounded=(timeout 3)
  [[ $(redis_client ping 2>/dev/null) == PONG ]]
}

redis_settle() {
  :
}

redis_end() {
  end redis "$1"
}
