# SPDX-License-Identifier: MIT
#
# ./dev test: which stages, in which order, and what came of them.

passed=0
failed=0
not_run=""

# run_stage <stage>: runs, times and counts it.
run_stage() {
  local name=$1 start=$SECONDS
  if ! can_run "$name"; then
    say "$name: cannot run here: $reason"
    if [ $require_all = 1 ]; then failed=$((failed + 1)); else not_run="$not_run $name"; fi
    return
  fi
  say "$name"
  if "stage_${name//-/_}"; then
    passed=$((passed + 1))
    say "$name: passed in $((SECONDS - start)) s"
  else
    failed=$((failed + 1))
    say "$name: FAILED after $((SECONDS - start)) s"
  fi
}

run_test() {
  local stages="" argument stage
  for argument in "$@"; do
    case $argument in
      --quick) stages="quick" ;;
      --native) stages="native install" ;;
      --only=*) stages="$stages ${argument#--only=}" ;;
      --require-all) require_all=1 ;;
      *) say "no option $argument; ./dev help lists them"; exit 2 ;;
    esac
  done
  for stage in $stages; do
    case " quick coverage $all_stages " in
      *" $stage "*) ;;
      *) say "no stage $stage; there are: $all_stages coverage"; exit 2 ;;
    esac
  done
  stages=${stages:-$all_stages}
  stages=${stages# }
  need g++ cmake ninja-build pkg-config ccache libgtest-dev googletest nlohmann-json3-dev \
    $(packages_of "${stages%% *}")
  use_ccache
  # shellcheck disable=SC2086  # several stages are several words
  if [ "$(trees_of $stages | wc -l)" -gt 1 ]; then
    run_in_lanes $stages
  else
    need $(for stage in $stages; do packages_of "$stage"; done)
    for stage in $stages; do run_stage "$stage"; done
  fi
  say "all stages took $SECONDS s"
  [ -z "$not_run" ] || say "not run:$not_run"
  printf '%d passed, %d failed\n' $passed $failed
  [ $failed = 0 ]
}
