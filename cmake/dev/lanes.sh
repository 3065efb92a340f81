# SPDX-License-Identifier: MIT
#
# Several stages of ./dev test, two at a time. A stage alone leaves cores idle: it links, configures,
# waits for its longest test or for a download. Two lanes take stages from one list, each the first
# that can start: its packages are there, and none that uses the same build tree runs or comes before.
#
# What each stage prints goes into build/logs/stage.STAGE, and with its name in front to the terminal.
# It has a folder for temporary files of its own, since tests of two stages use the same names there.
# State is kept in files of build/logs/lanes, as the lanes are processes:
#   packages.swift   what makes a Debian with Swift is installed, or was not to be had
#   ready.STAGE      it can start
#   started.STAGE    a lane has taken it
#   tree.TREE        a stage that uses this build tree runs
#   result.STAGE     "passed SECONDS", "FAILED SECONDS", or "missing REASON"; behind the seconds
#                    those of the processors
#   times.STAGE      where they come from

state=$logs/lanes

# The build tree that a stage uses.
tree_of() {
  case $1 in
    native | install | objc | dotnet) echo dev ;;
    asan-ubsan | fuzz) echo asan-ubsan ;;
    *) echo "$1" ;;
  esac
}

trees_of() {
  local stage
  for stage in "$@"; do tree_of "$stage"; done | sort -u
}

# take_stage <stages...>: sets `stage` to one that can start now. 1: none can, yet; 2: all were taken.
take_stage() {
  local left=2 before=" " tree
  until mkdir "$state/lock" 2>/dev/null; do sleep 0.1; done
  for stage in "$@"; do
    [ ! -e "$state/started.$stage" ] || continue
    left=1
    tree=$(tree_of "$stage")
    case $before in *" $tree "*) continue ;; esac
    before="$before$tree "
    if [ -e "$state/ready.$stage" ] && mkdir "$state/tree.$tree" 2>/dev/null; then
      : >"$state/started.$stage"
      left=0
      break
    fi
  done
  rmdir "$state/lock"
  return $left
}

# lane <stages...>: runs stages until all were taken.
lane() {
  local stage
  while :; do
    take_stage "$@"
    case $? in
      0) stage_in_lane "$stage" ;;
      1) sleep 1 ;;
      *) return ;;
    esac
  done
}

# Its output is read from the log, not through a pipe: servers that a stage leaves behind, as .NET's
# compilers, would hold the pipe open.
stage_in_lane() {
  local name=$1 log=$logs/stage.$1 shown=0 start=$SECONDS running outcome
  mkdir -p -m 1777 "$scratch/$name"  # as /tmp: apt gives up being root
  say "$name: starts"
  (
    export TMPDIR=$scratch/$name
    if can_run "$name"; then
      "stage_${name//-/_}" && outcome=passed || outcome=FAILED
      times >"$state/times.$name"
      echo "$outcome $((SECONDS - start)) $(processor_seconds "$name")" >"$state/result.$name"
    else
      echo "missing $reason" >"$state/result.$name"
    fi
  ) >"$log" 2>&1 </dev/null &
  running=$!
  while kill -0 $running 2>/dev/null; do
    sleep 1
    show_new_lines
  done
  wait $running
  [ -z "$(tail -c 1 "$log")" ] || echo >>"$log"
  show_new_lines
  [ -e "$state/result.$name" ] || echo "FAILED $((SECONDS - start))" >"$state/result.$name"
  say "$name: $(result_of "$name")"
  rmdir "$state/tree.$(tree_of "$name")"
}

# What a stage's commands used of the processors: what it costs, whatever else the machine was doing.
processor_seconds() {
  awk 'NR == 2 { split($1, user, /[ms]/); split($2, kernel, /[ms]/)
                 print int(60 * (user[1] + kernel[1]) + user[2] + kernel[2]) }' "$state/times.$1"
}

show_new_lines() {
  local lines
  lines=$(($(wc -l <"$log")))
  [ $lines = $shown ] || sed -n "$((shown + 1)),${lines}s/^/$(printf '%-10s' "$name") | /p" "$log"
  shown=$lines
}

# A stage's result as a reader wants it.
result_of() {
  local result rest
  read -r result rest 2>/dev/null <"$state/result.$1" || result="did not run"
  case $result in
    passed) echo "passed in ${rest% *} s; ${rest#* } s of processor time" ;;
    FAILED) echo "FAILED after ${rest% *} s" ;;
    missing) echo "cannot run here: $rest" ;;
    *) echo "$result" ;;
  esac
}

# Installs what the stages need, one after the other, so that each can start as soon as it may. What
# makes a Debian with Swift comes first, as that takes long.
install_for() {
  local stage
  case " $* " in
    *" swift "*)
      need $(packages_of swift)
      : >"$state/packages.swift" ;;
  esac
  for stage in "$@"; do
    [ ! -e "$state/stop" ] || return
    [ "$stage" != swift ] || continue
    need $(packages_of "$stage")
    : >"$state/ready.$stage"
  done
}

swift_root_for_lanes() {
  until [ -e "$state/packages.swift" ]; do sleep 1; done
  make_swift_root
  : >"$state/ready.swift"
}

# run_in_lanes <stages...>: counts in passed, failed and not_run what came of them.
run_in_lanes() {
  local name one two swift=
  rm -rf "$state" && mkdir -p "$state" && scratch=$(mktemp -d "${TMPDIR:-/tmp}/fastser-test.XXXXXX") &&
    chmod 755 "$scratch" || exit 1
  set -m  # a process group for each, so that all of it can be stopped
  install_for "$@" </dev/null &
  case " $* " in
    *" swift "*) swift_root_for_lanes </dev/null & swift=$! ;;
  esac
  lane "$@" </dev/null &
  one=$!
  lane "$@" </dev/null &
  two=$!
  set +m
  # shellcheck disable=SC2064  # as they are now
  trap "stop_lanes $one $two $swift" INT TERM HUP
  wait $one
  wait $two
  trap - INT TERM HUP
  rm -rf "$scratch"
  for name in "$@"; do
    case $(result_of "$name") in
      passed*) passed=$((passed + 1)) ;;
      "cannot run"*)
        if [ $require_all = 1 ]; then failed=$((failed + 1)); else not_run="$not_run $name"; fi ;;
      *) failed=$((failed + 1)) ;;
    esac
  done
  list_results "$@"
}

# What failed or did not run first.
list_results() {
  local name result
  say "results"
  for name in "$@"; do
    result=$(result_of "$name")
    case $result in
      passed*) ;;
      *) printf '   %-10s %s, %s\n' "$name" "$result" "$logs/stage.$name" ;;
    esac
  done
  for name in "$@"; do
    result=$(result_of "$name")
    case $result in passed*) printf '   %-10s %s\n' "$name" "$result" ;; esac
  done
}

# By Ctrl-C. The installing goes on to the end of the package that it is at: a half of one is worse.
stop_lanes() {
  local group
  trap - INT TERM HUP
  : >"$state/stop"
  for group in "$@"; do kill -TERM -- "-$group" 2>/dev/null; done
  say "stopped"
  rm -rf "$scratch"
  exit 130
}
