# shellcheck shell=bash disable=SC2034 # one part sets what another one reads
# Where a stack keeps its state, what the launcher remembers between commands, and how it talks.

PAYRELAY_HOME=$(realpath -m "${PAYRELAY_HOME:-$ROOT/.payrelay}")
export PAYRELAY_HOME
# Builds, unpacked jars and start-up caches belong to the checkout: stacks with a home of their own share them.
WORKSHOP=$ROOT/.payrelay
STACK_ENV=$PAYRELAY_HOME/stack.env
SANDBOX_FILE=$PAYRELAY_HOME/sandbox.json
INGRESS_CONFIG=$PAYRELAY_HOME/config/callback-ingress.yaml

# Progress and errors go to stderr, results to stdout.
say() { printf '[%3d s] %s\n' "$SECONDS" "$*" >&2; }

fail() {
  printf 'payrelay: %s\n' "$*" >&2
  exit 1
}

usage_error() {
  printf 'payrelay: %s\n' "$*" >&2
  exit 2
}

open_home() {
  mkdir -p "$WORKSHOP" "$PAYRELAY_HOME"
  chmod 0700 "$WORKSHOP" "$PAYRELAY_HOME"
  mkdir -p "$PAYRELAY_HOME"/{config,logs,run} "$WORKSHOP"/{build,apps,aot}
}

# One command at a time changes a stack. Descriptor 9 holds the lock; nothing that outlives the launcher may inherit it.
lock_home() {
  open_home
  exec 9>"$PAYRELAY_HOME/run/payrelay.lock"
  flock -n 9 && return
  say "another payrelay command is at work on $PAYRELAY_HOME: waiting for it"
  flock -w 600 9 || fail "the other command on $PAYRELAY_HOME did not end within 10 minutes: look at it, or end it, and try again"
}

# Writes its input to a file only its owner may read.
write_private() (
  umask 077
  cat >"$1.new"
  chmod 0600 "$1.new"
  mv "$1.new" "$1"
)

# What is known of the stack, as KEY → value; kept in stack.env.
declare -gA STATE=()

recall() {
  local line
  STATE=()
  [[ -f $STACK_ENV ]] || return 0
  while IFS= read -r line; do
    if [[ $line == [A-Z]*=* ]]; then STATE[${line%%=*}]=${line#*=}; fi
  done <"$STACK_ENV"
}

# remember KEY VALUE [KEY VALUE …]
remember() {
  while (($#)); do
    STATE[$1]=$2
    shift 2
  done
  local key
  for key in "${!STATE[@]}"; do printf '%s=%s\n' "$key" "${STATE[$key]}"; done | sort | write_private "$STACK_ENV"
}

# forget PATTERN: drops what was remembered under matching keys
forget() {
  local key
  for key in "${!STATE[@]}"; do
    # shellcheck disable=SC2053 # a pattern is meant
    if [[ $key == $1 ]]; then unset "STATE[$key]"; fi
  done
}

need_stack() {
  [[ -f $STACK_ENV ]] || fail "no stack is set up in $PAYRELAY_HOME: run ./payrelay up first"
  recall
}

random_base64() { head -c 32 /dev/urandom | base64 -w 0; }

random_text() { head -c 32 /dev/urandom | sha256sum | cut -c1-64; }

json_string() {
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

# json_field NAME <JSON: the value of a flat object's string field
json_field() {
  local json
  json=$(cat)
  [[ $json =~ \"$1\"[[:space:]]*:[[:space:]]*\"([^\"]*)\" ]] && printf '%s' "${BASH_REMATCH[1]}"
}

# install_package PACKAGE COMMAND: makes COMMAND available, by the system's package manager if need be
install_package() {
  command -v "$2" >/dev/null && return
  local become=()
  if ((EUID != 0)); then become=(sudo -n); fi
  if ! command -v apt-get >/dev/null || ! { ((EUID == 0)) || sudo -n true 2>/dev/null; }; then
    fail "$2 is missing and can't be installed from here: run \"sudo apt-get install $1\" (or your system's way) and try again"
  fi
  say "installing $1"
  open_home
  local log=$WORKSHOP/build/install-$1.log
  { "${become[@]}" apt-get update -q &&
    "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1"; } >"$log" 2>&1 || {
    tail -n 15 "$log" >&2
    fail "installing $1 failed (all of it in $log): install it by hand and try again"
  }
}
