# shellcheck shell=bash disable=SC2034,SC2004 # one part declares and sets what another one reads
# Builds what changed, and lays the jars out for a quick start.

# A jar's stamp: what it was made from and what came out. While both still hold, Maven isn't started.
is_built() {
  [[ -f $ROOT/$1/target/$1.jar && -f $WORKSHOP/build/$1 ]] || return 1
  hash_jar "$1"
  [[ $(<"$WORKSHOP/build/$1") == "$(hash_of_sources "$1") ${hash_of[$1]}" ]]
}

stamp() {
  unset "hash_of[$1]"
  hash_jar "$1"
  printf '%s %s\n' "$2" "${hash_of[$1]}" >"$WORKSHOP/build/$1"
}

# Every jar is made of its own sources, of common's, and of the build's own files.
hash_of_sources() (
  cd "$ROOT" || exit
  find pom.xml .mvn {common,"$1"}/{pom.xml,src/main} -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64
)

declare -gA hash_of=()

# hash_jar SERVICE: leaves the hash of its jar in hash_of (the jars are large: once per command is enough)
hash_jar() {
  local hash
  if [[ -z ${hash_of[$1]:-} ]]; then
    hash=$(sha256sum "$ROOT/$1/target/$1.jar")
    hash_of[$1]=${hash:0:16}
  fi
}

build() {
  local service stale=() log=$WORKSHOP/build/maven.log
  local -A sources=()
  exec 8>"$WORKSHOP/build/lock"
  flock 8
  for service in "${SERVICES[@]}"; do
    is_built "$service" || stale+=("$service")
  done
  if ((${#stale[@]} == 0)); then
    say "nothing changed since the last build"
  else
    need_maven
    # Taken before the build: what is edited meanwhile makes the next one.
    for service in "${stale[@]}"; do sources[$service]=$(hash_of_sources "$service"); done
    say "building ${stale[*]}$([[ -f $log ]] || echo " (the first build downloads the libraries)")"
    # The tests' code is not compiled here: `./payrelay test` does that.
    (cd "$ROOT" && mvn -B -ntp -T1C -Dmaven.test.skip=true -pl "$(IFS=, && echo "${stale[*]}")" -am package 2>&1) |
      tee "$log" | show_build || {
      grep -E '^\[ERROR\] +[^ ]' "$log" | grep -vE 'Help 1|^\[ERROR\] (To see|Re-run|For more|After|  mvn)' | tail -n 25 >&2
      fail "the build failed (all of it in $log)"
    }
    for service in "${stale[@]}"; do stamp "$service" "${sources[$service]}"; done
  fi
  exec 8>&-
}

# Turns Maven's output into a line per module, and a sign of life when one takes long.
show_build() {
  local line status what="getting ready"
  while true; do
    status=0
    IFS= read -r -t 20 line || status=$?
    if ((status > 128)); then
      say "  … $what"
    elif ((status != 0)); then
      return 0
    elif [[ $line =~ ^\[INFO\]\ Building\ ([a-z-]+)\ .*\[([0-9]+)/([0-9]+)\] ]]; then
      what="building ${BASH_REMATCH[1]} (${BASH_REMATCH[2]} of ${BASH_REMATCH[3]})"
      say "  $what"
    fi
  done
}

# Unpacks a service's jar (once per content) and remembers where it is: from there it starts twice as fast, and can have a cache.
unpack() {
  local jar=$ROOT/$1/target/$1.jar app
  [[ -f $jar ]] || fail "$1 is not built ($jar is missing): run ./payrelay up without --no-build"
  hash_jar "$1"
  app=$WORKSHOP/apps/$1-${hash_of[$1]}
  if [[ ! -d $app ]]; then
    rm -rf "$app.new"
    java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djarmode=tools -jar "$jar" extract --destination "$app.new" >"$WORKSHOP/build/unpack-$1.log" 2>&1 ||
      fail "unpacking $jar failed: $(tail -n 3 "$WORKSHOP/build/unpack-$1.log")"
    mv -T "$app.new" "$app"
  fi
  touch "$app"
  keep_newest 3 "$WORKSHOP/apps/$1-*"
  STATE[$(key_of "$1" APP)]=$app
}

# keep_newest COUNT PATTERN: removes all but the COUNT newest of the paths that match
keep_newest() {
  find "$(dirname "$2")" -mindepth 1 -maxdepth 1 -path "$2" -printf '%T@ %p\n' | sort -rn | tail -n "+$(($1 + 1))" | cut -d' ' -f2- |
    xargs -r -d '\n' rm -rf
}
