# SPDX-License-Identifier: MIT
#
# ./dev fuzz, and stage fuzz of ./dev test: libFuzzer on each entry point that takes bytes. What a run
# finds that is new is kept in build/fuzz/found, so that the next one starts from there.

# fuzz_one <target> <options of libFuzzer that end it>: its corpus, then inputs made from it. One input may
# take 20 s: other stages may run at the same time.
fuzz_one() {
  local name=$1 found=build/fuzz/found/$1 log=$logs/fuzz.$1
  shift
  mkdir -p "$found"
  if "build/asan-ubsan/fuzzers/$name" "$found" "tests/fuzz/corpus/$name" "$@" -max_len=4096 -timeout=20 \
      -rss_limit_mb=1024 -artifact_prefix="build/fuzz/$name." >"$log" 2>&1; then
    printf '   %s: %s\n' "$name" "$(grep -e '^Done' "$log" || tail -n 1 "$log")"
  else
    printf '   %s: a finding; its input is build/fuzz/%s.*\n' "$name" "$name"
    grep -E -A 25 'ERROR|broken promise|runtime error' "$log" | head -n 40
    return 1
  fi
}

# fuzz_each <options...>: the targets that are named on the input, as many at a time as there are cores.
fuzz_each() {
  export -f fuzz_one
  export logs
  xargs -P "$jobs" -I{} bash -c 'fuzz_one "$@"' fuzz_one {} "$@"
}

stage_fuzz() {
  configure_and_build asan-ubsan fuzzers || return 1
  ls build/asan-ubsan/fuzzers | fuzz_each -runs="${FASTSER_FUZZ_RUNS:-5000}" -seed=1
}

fuzz_targets() { (cd tests/fuzz && ls -- *_fuzz.cc) | sed 's/\.cc$//'; }

# How far one target is, from libFuzzer's log.
fuzzed() {
  local line
  line=$(grep -o '^#[0-9]*.*cov: [0-9]*' "$logs/fuzz.$1" 2>/dev/null | tail -n 1 |
    sed 's/^#\([0-9]*\).*cov: \([0-9]*\)/\1 inputs, \2 edges/')
  echo "${line:-reading the corpus}"
}

# run_fuzz [--list] [target] [minutes]
run_fuzz() {
  local target="" minutes=1 argument
  for argument in "$@"; do
    case $argument in
      --list) fuzz_targets; return ;;
      *[!0-9]*) target=${argument%_fuzz}_fuzz ;;
      *) minutes=$argument ;;
    esac
  done
  if [ -n "$target" ] && [ ! -e "tests/fuzz/$target.cc" ]; then
    say "no fuzz target $target; ./dev fuzz --list names them"
    return 2
  fi
  need cmake ninja-build pkg-config ccache nlohmann-json3-dev libgtest-dev googletest $(packages_of fuzz)
  can_run fuzz || { say "cannot fuzz here: $reason"; return 1; }
  use_ccache
  say "building ${target:-all fuzz targets}"
  configure_and_build asan-ubsan "${target:-fuzzers}" || return 1
  if [ -n "$target" ]; then
    say "fuzzing $target for $minutes min"
    with_progress "$target" fuzzed fuzz_one "$target" -max_total_time=$((minutes * 60))
    return
  fi
  say "fuzzing $(fuzz_targets | wc -l) targets for $minutes min each, $jobs at a time"
  fuzz_targets | fuzz_each -max_total_time=$((minutes * 60))
}
