# shellcheck shell=bash disable=SC2154
# The servers as private processes of this system's own packages.

native_up() {
  local server
  ensure_packages "$@"
  setting[mode]=native
  for server in "$@"; do
    lives "$server" || "${server}_choose"
  done
  save_settings
  write_servers_env

  # Together: the slowest one decides how long it takes.
  local -A starting=()
  for server in "$@"; do
    native_bring_up "$server" &
    starting[$server]=$!
  done
  local failed=()
  for server in "$@"; do
    wait "${starting[$server]}" || failed+=("$server")
  done
  [[ ${#failed[@]} -eq 0 ]] || die "could not start ${failed[*]}: see above and $dir/logs"
}

native_packages() {
  ensure_packages "${all_servers[@]}"
}

native_start() {
  native_up "$1"
}

# Leaves a healthy server alone, and repairs any other.
native_bring_up() {
  local server=$1 pid began=$SECONDS
  if pid=$(pid_of "$server"); then
    if until_true 10 "${server}_answers"; then
      "${server}_settle"
      say "$server is up already (port ${setting[$server.port]}, pid $pid)"
      return
    fi
    say "$server (pid $pid) runs but does not answer: starting it anew"
    "${server}_end" KILL
  elif [[ -e $dir/run/$server.pid ]]; then
    say "$server had ended without being told to: starting it again"
  fi
  "${server}_launch"
  if ! until_true 60 native_has_decided "$server" || ! lives "$server"; then
    # The children of a killed PostgreSQL hold its memory for a moment: once more, then give up.
    "${server}_end" KILL
    sleep 1
    "${server}_launch"
    until_true 60 native_has_decided "$server" || true
  fi
  if ! lives "$server"; then
    tail -n 15 "$dir/logs/$server.log" >&2 || true
    die "$server did not start: see $dir/logs/$server.log"
  fi
  until_true 5 "${server}_answers" || die "$server does not answer on port ${setting[$server.port]}: see $dir/logs/$server.log"
  "${server}_settle"
  say "$server is up (port ${setting[$server.port]}, $((SECONDS - began))s)"
}

# Answering, or dead: either way there is nothing more to wait for.
native_has_decided() {
  "${1}_answers" || ! lives "$1"
}

native_stop() {
  "${1}_end" TERM
  say "$1 is stopped"
}

native_kill() {
  "${1}_end" KILL
  say "$1 is killed"
}

native_pause() {
  native_signal "$1" STOP
}

native_resume() {
  native_signal "$1" CONT
}

# PostgreSQL's backends are processes of their own: the signal goes to them too.
native_signal() {
  local server=$1 signal=$2 pid children
  pid=$(pid_of "$server") || die "$server is not up"
  children=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null || true)
  # shellcheck disable=SC2086
  kill "-$signal" "$pid" $children
}

native_end_all() {
  local signal=$1 server
  for server in "${all_servers[@]}"; do
    "${server}_end" "$signal" &
  done
  wait
}

native_down() {
  native_end_all TERM
  say "everything is down; the data stay in $dir"
}

native_wipe() {
  native_end_all KILL
  local home=${setting[postgres.home]:-}
  # Outside of our directory only what carries our name on it.
  if [[ -n $home && $home != "$dir/"* && $(cat "$home/belongs-to" 2>/dev/null) == "$dir" ]]; then
    rm -rf "$home"
  fi
  rm -rf "$dir/data" "$dir/run/stack.settings" "$dir/servers.env"
  say "everything is down and its data are gone"
}

native_status() {
  local server pid all_up=0
  for server in "$@"; do
    if pid=$(pid_of "$server") && "${server}_answers"; then
      printf '%-9s up    127.0.0.1:%s pid %s\n' "$server" "${setting[$server.port]}" "$pid"
    else
      all_up=1
      if [[ -n $pid ]]; then
        printf '%-9s sick  pid %s does not answer on port %s\n' "$server" "$pid" "${setting[$server.port]}"
      else
        printf '%-9s down\n' "$server"
      fi
    fi
  done
  return "$all_up"
}

native_shell() {
  local server=$1
  shift
  [[ -n ${setting[$server.port]:-} ]] || die "$server was never started here: deploy/stack up"
  if [[ $server == postgres ]]; then
    postgres_client -d payrelay "$@"
  else
    "${server}_client" "$@"
  fi
}
