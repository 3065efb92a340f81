# SPDX-License-Identifier: MIT
#
# What every command of ./dev stands on: messages, packages, progress, and one build.

require_all=0  # what is missing is an error: ./dev test --require-all
apt_updated=   # the lists of packages were fetched by this run

say() { printf '== %s\n' "$*"; }

have() { command -v "$1" >/dev/null 2>&1; }

# The first of these programs that there is.
first_of() {
  local program
  for program in "$@"; do
    have "$program" && { echo "$program"; return 0; }
  done
  return 1
}

# need <packages...>: installs what is missing, or names it. Whether the programs are there is for
# the caller to see: another system has them under other names.
need() {
  have dpkg-query || return 0
  local missing=() package
  for package in $(printf '%s\n' "$@" | sort -u); do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  if [ "$(id -u)" != 0 ] || ! have apt-get; then
    say "missing, and not installed (that needs root and apt): ${missing[*]}"
    return 0
  fi
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  if [ "$BASH_SUBSHELL" = 0 ]; then
    with_progress apt last_package install_packages "${missing[@]}"
  else  # beside something that says how far it is
    install_packages "${missing[@]}"
  fi || { tail -n 5 "$logs/apt.log"; say "that did not work; going on"; }
}

install_packages() {
  { [ -n "$apt_updated" ] || apt-get update -qq; } >"$logs/apt.log" 2>&1 && apt_updated=1 &&
    apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "$@" >>"$logs/apt.log" 2>&1
}

last_package() {
  local line
  line=$(grep -o '^\(Unpacking\|Setting up\) [^ ]*' "$logs/apt.log" 2>/dev/null | tail -n 1)
  echo "${line:-downloading}"
}

# with_progress <name> <function that prints how far it is> <command...>: runs the command and says
# how far it is, so that nobody wonders whether it still runs: every second in one line of a terminal,
# every half minute elsewhere.
with_progress() {
  local name=$1 how_far=$2 start=$SECONDS pause=30 line='   %s: %s, %d s\n' watcher status
  shift 2
  if [ -t 1 ]; then
    pause=1
    line='\r\033[K   %s: %s, %d s'
  fi
  # shellcheck disable=SC2059  # the format is one of the two above
  while sleep $pause >/dev/null 2>&1; do
    printf "$line" "$name" "$($how_far "$name")" $((SECONDS - start))
  done &
  watcher=$!
  "$@"
  status=$?
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null
  [ ! -t 1 ] || printf '\r\033[K'
  return $status
}

# ninja's own count, from its log.
built() {
  local count
  count=$(grep -o '^\[[0-9]*/[0-9]*\]' "$logs/$1.build" 2>/dev/null | tail -n 1 | tr -d '[]')
  [ -n "$count" ] && echo "built ${count%/*} of ${count#*/}" || echo "starting"
}

# The compiler's launcher: what was compiled once is not compiled again.
use_ccache() {
  have ccache || return 0
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}
  export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER:-ccache}
  # No preprocessing beside the compiler's own; precompiled headers may be used.
  export CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros
}

# What the preset `quick` is compiled with: clang takes half of g++'s time. A tree that exists keeps its own.
quick_compiler() {
  ! have clang++-19 || export CXX=${CXX:-clang++-19}
}

# build <preset> <targets...>
build() {
  local preset=$1
  shift
  cmake --build "build/$preset" -j "$jobs" --target "$@" >"$logs/$preset.build" 2>&1
}

# configure_and_build <preset> <targets, one word> [cmake options...]
configure_and_build() {
  local preset=$1 target=$2
  shift 2
  cmake --preset "$preset" -DFASTSER_REQUIRE_ALL=$require_all "$@" >"$logs/$preset.configure" 2>&1 ||
    { cat "$logs/$preset.configure"; return 1; }
  # shellcheck disable=SC2086  # several targets are several words
  with_progress "$preset" built build "$preset" $target ||
    { grep -E -A 3 'error|FAILED|undefined' "$logs/$preset.build" | head -n 60; return 1; }
}

# run_ctest <preset> <ctest arguments...>: prints one line per test, and all that a failure said.
run_ctest() {
  local preset=$1
  shift
  ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j "$jobs" "$@" |
    grep -v -e '^Internal ctest' -e '^Test project' -e '^ *Start ' -e '^Label' -e 'sec\*proc' -e '^$'
}

build_and_test() {
  local preset=$1 target=$2
  shift 2
  configure_and_build "$preset" "$target" && run_ctest "$preset" "$@"
}
