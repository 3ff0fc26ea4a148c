# shellcheck shell=bash disable=SC2154
# The system's packages behind the native servers.

package_of() {
  case $1 in
    postgres) printf postgresql ;;
    redis) printf redis-server ;;
    rabbitmq) printf rabbitmq-server ;;
  esac
}

# Installs what is missing, or says in one sentence what to install.
ensure_packages() {
  local server missing=()
  for server in "$@"; do
    "${server}_is_installed" || missing+=("$(package_of "$server")")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  local how=()
  if ! type apt-get >/dev/null 2>&1; then
    die "PayRelay needs ${missing[*]}, and this system has no apt-get to install them: install them by hand, start Docker, or set PAYRELAY_INFRA=external"
  elif [[ $(id -u) -ne 0 ]]; then
    sudo -n true 2>/dev/null \
      || die "PayRelay needs ${missing[*]}: run 'sudo apt-get install ${missing[*]}', start Docker, or set PAYRELAY_INFRA=external"
    how=(sudo -n)
  fi
  say "installing ${missing[*]} (once, about a minute; details in $dir/logs/install.log)"
  "${how[@]}" "$here/stack" install "${missing[@]}" </dev/null >>"$dir/logs/install.log" 2>&1 9>&- \
    || { tail -n 5 "$dir/logs/install.log" >&2; die "could not install ${missing[*]}: see $dir/logs/install.log"; }
  for server in "$@"; do
    "${server}_is_installed" || die "$(package_of "$server") is installed, but its programs were not found"
  done
}

# Runs as root. The packages' own services are neither started now nor at the next boot: ours are private.
install_as_root() {
  umask 022
  # One installation at a time on this machine: the policy file below is everybody's.
  exec 8>>/run/lock/payrelay-install.lock
  flock -w 600 8
  policy=/usr/sbin/policy-rc.d
  kept=
  if [[ -e $policy || -L $policy ]]; then
    kept=$(mktemp -u "$policy.payrelay-XXXXXX")
    mv "$policy" "$kept"
  fi
  trap 'rm -f "$policy"; [[ -z $kept ]] || mv "$kept" "$policy"' EXIT
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 0755 "$policy"

  apt_install "$@" 8>&- || { apt-get update 8>&- && apt_install "$@" 8>&-; }
  if type systemctl >/dev/null 2>&1; then
    systemctl disable "$@" || true
  fi
}

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"
}
