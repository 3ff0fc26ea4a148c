# shellcheck shell=bash
# Finds the JDK and Maven.

JDK_AT_LEAST=25

# Is there a JDK (not a mere runtime) in this directory that is new enough? Its `release` file tells; nothing is run.
is_jdk() {
  local version
  [[ -x $1/bin/javac && -f $1/release ]] || return 1
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [[ -n $version ]] && ((version >= JDK_AT_LEAST))
}

# The first that is new enough becomes JAVA_HOME and comes first on the PATH, for Maven and for everything else.
find_jdk() {
  local on_path candidate
  on_path=$(readlink -f "$(command -v java || true)" || true)
  for candidate in "${JAVA_HOME:-}" "${on_path%/bin/java}" /usr/lib/jvm/* /opt/* /opt/*/* \
    "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/* "$HOME"/.jdks/*; do
    if [[ -n $candidate ]] && is_jdk "$candidate"; then
      export JAVA_HOME=$candidate PATH=$candidate/bin:$PATH
      return
    fi
  done
  fail "PayRelay needs a JDK $JDK_AT_LEAST or newer and found none in JAVA_HOME, PATH, /usr/lib/jvm, /opt or ~/.sdkman:" \
    "get one from https://adoptium.net (or your system's packages), or point JAVA_HOME at it."
}

jdk_version() { sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$JAVA_HOME/release"; }

need_maven() { install_package maven mvn; }
