# shellcheck shell=bash disable=SC2154
# PostgreSQL: one superuser and one database, both called payrelay, over TCP with SCRAM.

postgres_bin() {
  local newest
  if type pg_config >/dev/null 2>&1 && [[ -x $(pg_config --bindir)/initdb ]]; then
    pg_config --bindir
    return
  fi
  newest=$(printf '%s\n' /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb | sort -V | while read -r path; do
    [[ ! -x $path ]] || printf '%s\n' "${path%/initdb}"
  done | tail -n 1)
  if [[ -n $newest ]]; then
    printf '%s' "$newest"
  elif type initdb >/dev/null 2>&1; then
    dirname "$(type -P initdb)"
  else
    return 1
  fi
}

postgres_is_installed() {
  postgres_bin >/dev/null && type psql >/dev/null 2>&1
}

# PostgreSQL refuses to run as root.
postgres_user() {
  if id postgres >/dev/null 2>&1; then printf postgres; else printf nobody; fi
}

as_postgres() {
  if [[ $(id -u) -eq 0 ]]; then
    local user
    user=$(postgres_user)
    setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
  else
    "$@"
  fi
}

postgres_choose() {
  choose_port postgres.port
  choose_secret postgres.password
  [[ -d ${setting[postgres.home]:-} ]] || postgres_choose_home
}

# The checkout may lie under a directory that only root may enter: the data go to /var/tmp then.
postgres_choose_home() {
  local home=$dir/data/postgres
  if [[ $(id -u) -eq 0 ]]; then
    mkdir -p "$home"
    chown "$(postgres_user)" "$home"
    if ! (cd / && as_postgres test -w "$home") 2>/dev/null; then
      rmdir "$home"
      home=$(mktemp -d /var/tmp/payrelay-XXXXXXXX)
      printf '%s\n' "$dir" >"$home/belongs-to"
      chown -R "$(postgres_user)" "$home"
    fi
  else
    mkdir -p "$home"
  fi
  setting[postgres.home]=$home
}

postgres_init() {
  local home=${setting[postgres.home]}
  local new=$home/new password=$home/password
  rm -rf "$new"
  printf '%s\n' "${setting[postgres.password]}" >"$password"
  [[ $(id -u) -ne 0 ]] || chown "$(postgres_user)" "$password"
  (cd / && LC_ALL=C as_postgres "$(postgres_bin)/initdb" --pgdata="$new" --username=payrelay --pwfile="$password" \
    --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions) \
    >>"$dir/logs/postgres.log" 2>&1 9>&- || die "initdb failed: see $dir/logs/postgres.log"
  rm -f "$password"
  mv "$new" "$home/data"
}

postgres_launch() {
  local home=${setting[postgres.home]} durability=()
  [[ -d $home/data ]] || postgres_init
  if [[ ${PAYRELAY_STACK_FAST:-} == 1 ]]; then
    durability=(-c fsync=off -c full_page_writes=off)
  fi
  local as=()
  if [[ $(id -u) -eq 0 ]]; then
    as=(setpriv --reuid="$(postgres_user)" --regid="$(id -g "$(postgres_user)")" --init-groups --)
  fi
  launch postgres env -C / LC_ALL=C "${as[@]}" "$(postgres_bin)/postgres" -D "$home/data" \
    -c listen_addresses=127.0.0.1 -c port="${setting[postgres.port]}" -c unix_socket_directories= \
    -c max_connections=200 "${durability[@]}"
}

postgres_client() {
  PGPASSWORD=${setting[postgres.password]} PGCONNECT_TIMEOUT=3 \
    "${bounded[@]}" psql -X -h 127.0.0.1 -p "${setting[postgres.port]}" -U payrelay "$@"
}

postgres_answers() {
  local bounded=(timeout 5)
  postgres_client -d template1 -qAtc 'select 1' >/dev/null 2>&1
}

postgres_settle() {
  [[ $(postgres_client -d template1 -qAtc "select 1 from pg_database where datname = 'payrelay'") == 1 ]] \
    || postgres_client -d template1 -qc 'create database payrelay'
}

postgres_end() {
  local signal=$1
  # INT is PostgreSQL's fast shutdown; TERM would wait for every client to leave.
  [[ $signal != TERM ]] || signal=INT
  end postgres "$signal"
}
