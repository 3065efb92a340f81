# SPDX-License-Identifier: MIT
#
# ./dev build, fmt and clean.

# run_build [preset] [targets...]
run_build() {
  local preset=${1:-release}
  [ $# = 0 ] || shift
  if ! cmake --list-presets 2>/dev/null | grep -q "^ *\"$preset\""; then
    say "no preset $preset; there are:"
    cmake --list-presets | sed -n 's/^ *"/   "/p'
    return 2
  fi
  need g++ cmake ninja-build pkg-config ccache nlohmann-json3-dev
  case $preset in
    release | bench*) ;;
    quick) need libgtest-dev $(packages_of quick); quick_compiler ;;
    clang | tsan | asan-ubsan | coverage) need libgtest-dev googletest $(packages_of fuzz) ;;
    s390x | armhf | i686) need googletest $(packages_of "$preset") ;;
    *) need libgtest-dev ;;
  esac
  use_ccache
  say "building in build/$preset"
  configure_and_build "$preset" "${*:-all}" || return 1
  say "built in $SECONDS s$(ls -d "build/$preset"/{libfastser.a,fastser} 2>/dev/null | sed 's/^/, /' | tr -d '\n')"
}

formatted_files() { git ls-files '*.hpp' '*.cc' '*.h' '*.m' 'bindings/*.c'; }

# Names each file that it changed.
run_fmt() {
  local clang_format reason
  need clang-format-14
  can_run format || { say "$reason"; return 1; }
  local before after
  before=$(formatted_files | xargs git hash-object)
  formatted_files | xargs "$clang_format" -i || return 1
  after=$(formatted_files | xargs git hash-object)
  paste -d ' ' <(echo "$before") <(echo "$after") <(formatted_files) |
    awk '$1 != $2 { print "   " $3; n++ } END { print "== " n + 0 " files changed" }'
}

# What took long to fetch, a Debian with Swift and sources by apt, stays without --all.
run_clean() {
  local keep="-name swift -o -name apt" size
  case ${1:-} in
    --all) keep="-false" ;;
    "") ;;
    *) say "no option $1; ./dev help lists them"; return 2 ;;
  esac
  size=$(du -sh build 2>/dev/null | cut -f 1)
  # shellcheck disable=SC2086
  find build -mindepth 1 -maxdepth 1 ! \( $keep \) -exec rm -rf {} +
  say "removed build/, which had ${size:-nothing}$(ls -A build 2>/dev/null | sed 's/^/; kept: build\//' | tr '\n' ' ')"
}
