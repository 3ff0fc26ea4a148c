# shellcheck shell=bash disable=SC2154
# Processes that outlive this script, and are ended by nobody's pid but their own.

# Put before a server's own client where the server may be frozen: "timeout 3", or nothing.
# shellcheck disable=SC2034
bounded=()

# Boot, pid and start time: a later process with the same pid has another identity.
identity() {
  local pid=$1 stat fields
  { stat=$(<"/proc/$pid/stat"); } 2>/dev/null || return 1
  read -ra fields <<<"${stat##*) }"
  [[ ${fields[0]} != [ZX] ]] || return 1
  printf '%s %s %s' "$pid" "${fields[19]}" "$(</proc/sys/kernel/random/boot_id)"
}

# Starts a process in a session of its own, so that it survives the caller's shell.
launch() {
  local name=$1
  shift
  (
    close_inherited
    exec setsid "$@"
  ) </dev/null >>"$dir/logs/${name%%-*}.log" 2>&1 &
  identity $! >"$dir/run/$name.pid" || true
}

# A daemon must not keep a caller's lock or pipe for as long as it lives.
close_inherited() {
  local fd
  for fd in "/proc/$BASHPID/fd/"*; do
    fd=${fd##*/}
    ((fd <= 2)) || eval "exec $fd>&-"
  done
}

# Prints the pid if the process that was launched under this name still lives.
pid_of() {
  local recorded
  [[ -s $dir/run/$1.pid ]] || return 1
  recorded=$(<"$dir/run/$1.pid")
  [[ $(identity "${recorded%% *}") == "$recorded" ]] || return 1
  printf '%s' "${recorded%% *}"
}

lives() {
  pid_of "$1" >/dev/null
}

# Ends a launched process: the signal, a patient wait, then KILL.
end() {
  local name=$1 signal=$2 patience=${3:-20} pid
  if pid=$(pid_of "$name"); then
    kill "-$signal" "$pid" 2>/dev/null || true
    if ! until_true "$patience" is_gone "$name"; then
      say "$name (pid $pid) did not end within ${patience}s: killed"
      kill -KILL "$pid" 2>/dev/null || true
      until_true 5 is_gone "$name" || die "$name (pid $pid) can't be ended"
    fi
  fi
  rm -f "$dir/run/$name.pid"
}

is_gone() {
  ! lives "$1"
}

# Repeats a check ten times a second until it holds.
until_true() {
  local seconds=$1 end
  shift
  end=$((SECONDS + seconds))
  until "$@"; do
    ((SECONDS <= end)) || return 1
    sleep 0.1
  done
}

# ── the watchdog: ends the stack when the process it was started for is gone ──

start_watchdog() {
  identity "$owner" >/dev/null || die "--owner $owner: there is no such process"
  local wanted="$owner ${wipe_at_end:-no}"
  if lives watchdog && [[ ${setting[watchdog]:-} == "$wanted" ]]; then
    return
  fi
  end watchdog TERM
  setting[watchdog]=$wanted
  setting[mode]=$mode
  save_settings
  launch watchdog env PAYRELAY_INFRA="$mode" "$here/stack" watch "$dir" "$owner" "${wipe_at_end:-no}"
}

watch_owner() {
  dir=$1
  local who=$2 wipe=$3
  tail --pid="$who" -s 0.5 -f /dev/null &
  trap 'kill $! 2>/dev/null; exit 0' TERM
  wait $!
  trap - TERM
  say "owner $who is gone: ending the stack in $dir"
  PAYRELAY_WATCHDOG=$$
  export PAYRELAY_WATCHDOG
  if [[ $wipe == yes ]]; then
    "$here/stack" wipe --dir "$dir"
    rm -rf "$dir"
  else
    "$here/stack" down --dir "$dir"
  fi
}

end_watchdog() {
  [[ $(pid_of watchdog) != "${PAYRELAY_WATCHDOG:-none}" ]] || return 0
  end watchdog TERM
}
