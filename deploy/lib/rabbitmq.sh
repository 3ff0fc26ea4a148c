# shellcheck shell=bash disable=SC2154
# RabbitMQ: a node of our own with its own home, cookie, ports and port mapper; no plugins, no guest.

rabbitmq_bin() {
  local path
  for path in /usr/lib/rabbitmq/bin /usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin /opt/rabbitmq/sbin; do
    if [[ -x $path/rabbitmq-server && -x $path/rabbitmqctl ]]; then
      printf '%s' "$path"
      return
    fi
  done
  return 1
}

rabbitmq_is_installed() {
  rabbitmq_bin >/dev/null && type epmd erl >/dev/null 2>&1
}

rabbitmq_choose() {
  choose_port rabbitmq.port
  choose_port rabbitmq.dist
  lives rabbitmq-epmd || choose_port rabbitmq.epmd
  choose_secret rabbitmq.password
  choose_secret rabbitmq.cookie
}

# The node's own world: nothing of /etc/rabbitmq or of the caller's home is read.
rabbitmq_environment() {
  local home=$dir/data/rabbitmq
  environment=(
    HOME="$home" LC_ALL=C.UTF-8
    RABBITMQ_NODENAME=payrelay@localhost
    RABBITMQ_NODE_IP_ADDRESS=127.0.0.1
    RABBITMQ_NODE_PORT="${setting[rabbitmq.port]}"
    RABBITMQ_DIST_PORT="${setting[rabbitmq.dist]}"
    ERL_EPMD_PORT="${setting[rabbitmq.epmd]}"
    ERL_EPMD_ADDRESS=127.0.0.1
    RABBITMQ_BASE="$home"
    RABBITMQ_MNESIA_BASE="$home/mnesia"
    RABBITMQ_LOG_BASE="$dir/logs"
    RABBITMQ_LOGS=-
    RABBITMQ_CONFIG_FILE="$home/rabbitmq.conf"
    RABBITMQ_ADVANCED_CONFIG_FILE="$home/advanced.config"
    RABBITMQ_CONF_ENV_FILE="$home/rabbitmq-env.conf"
    RABBITMQ_ENABLED_PLUGINS_FILE="$home/enabled_plugins"
    # The start script becomes the node itself instead of staying its parent: one pid to know.
    RABBITMQ_ALLOW_INPUT=1
    # Idle schedulers sleep instead of spinning: a laptop's cores are shared.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="-noinput +sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}"
    RABBITMQ_CTL_ERL_ARGS="+sbwt none"
  )
}

rabbitmq_configure() {
  local home=$dir/data/rabbitmq
  mkdir -p "$home/mnesia"
  rm -f "$home/.erlang.cookie"
  printf '%s' "${setting[rabbitmq.cookie]}" >"$home/.erlang.cookie"
  chmod 0400 "$home/.erlang.cookie"
  printf '[].\n' >"$home/enabled_plugins"
  printf '[].\n' >"$home/advanced.config"
  : >"$home/rabbitmq-env.conf"
  cat >"$home/rabbitmq.conf" <<CONF
listeners.tcp.1 = 127.0.0.1:${setting[rabbitmq.port]}
default_user = payrelay
default_pass = ${setting[rabbitmq.password]}
default_user_tags.administrator = true
disk_free_limit.absolute = 50MB
log.console = true
CONF
}

rabbitmq_launch() {
  rabbitmq_configure
  # epmd outlives its nodes: ours has its own port and is ended by pid.
  lives rabbitmq-epmd || launch rabbitmq-epmd epmd -port "${setting[rabbitmq.epmd]}" -address 127.0.0.1
  local environment
  rabbitmq_environment
  launch rabbitmq env "${environment[@]}" "$(rabbitmq_bin)/rabbitmq-server"
}

# Up when the AMQP port greets: RabbitMQ opens it last.
rabbitmq_answers() {
  local first
  { exec 7<>"/dev/tcp/127.0.0.1/${setting[rabbitmq.port]}"; } 2>/dev/null || return 1
  printf 'AMQP\x00\x00\x09\x01' >&7
  LC_ALL=C IFS= read -r -t 3 -N 1 -u 7 first || first=
  exec 7>&- 7<&-
  [[ $first == $'\x01' ]]
}

rabbitmq_client() {
  local environment
  rabbitmq_environment
  env "${environment[@]}" "$(rabbitmq_bin)/rabbitmqctl" "$@"
}

rabbitmq_settle() {
  :
}

rabbitmq_end() {
  end rabbitmq "$1" 30
  end rabbitmq-epmd "$1"
}
