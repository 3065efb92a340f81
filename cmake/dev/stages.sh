# SPDX-License-Identifier: MIT
#
# The stages of ./dev test that CMake builds, and those that look at the sources. stage_NAME returns
# false when it failed.

stage_quick() {
  quick_compiler
  build_and_test quick quick_tests -L quick
}

stage_native() { build_and_test dev all -LE 'install|objc'; }

stage_install() { build_and_test dev all -L install; }

stage_objc() {
  configure_and_build dev objc_tests -DFASTSER_BUILD_OBJC=ON && run_ctest dev -L objc
}

# benchmark_compiles <tree> <options...>: whether our part of the benchmark does. No code is made.
benchmark_compiles() {
  local tree=$1
  shift
  configure_and_build "$tree" bench/all -DFASTSER_BUILD_BENCH=ON -DFASTSER_BENCH_COMPILES=ON "$@"
}

# With libc++, and the binding for Objective-C where there is Foundation.
stage_asan_ubsan() {
  local objc=OFF
  has_foundation && objc=ON
  build_and_test asan-ubsan all -DFASTSER_BUILD_OBJC=$objc || return 1
  benchmark_source
  benchmark_compiles asan-ubsan ${benchmark_options[@]+"${benchmark_options[@]}"}
}

stage_tsan() { build_and_test tsan threads_tests -L threads; }

stage_s390x() { build_and_test s390x cross_tests -L cross; }

stage_armhf() { build_and_test armhf cross_tests -L cross; }

stage_i686() { build_and_test i686 cross_tests -L cross; }

stage_format() {
  formatted_files | xargs "$clang_format" --dry-run -Werror 2>"$logs/format" && return 0
  grep -o '^[^ ]*:[0-9]*:[0-9]*: error' "$logs/format" | cut -d : -f 1 | sort | uniq -c
  say "lines that $clang_format would write otherwise; ./dev fmt mends them"
  return 1
}

# Only the sources: they include every header of ours, and a test's size is nobody's concern. Folder by
# folder, since most of the time goes into what they include; the analyser looks at sources that are
# included where the path says UnifiedSource, and nowhere else.
stage_tidy() {
  local build=build/tidy/UnifiedSource
  cmake --preset tidy >"$logs/tidy.configure" 2>&1 || { cat "$logs/tidy.configure"; return 1; }
  # What takes long first, so that in the end all cores have something to do: by how many sources are
  # in it, then by size.
  grep -o '"file": "[^"]*"' $build/compile_commands.json | cut -d '"' -f 4 | sort -u |
    xargs ls -S | xargs grep -c '^#include "/' | sort -s -t : -k 2,2nr | cut -d : -f 1 >"$logs/tidy.files"
  [ -s "$logs/tidy.files" ] || { say "nothing to look at"; return 1; }
  : >"$logs/tidy.done"
  export clang_tidy logs build
  with_progress tidy tidied tidy_all
}

# The analyser leaves a function after 50000 of the 225000 states that it would look at, which takes a
# third of its time. With 25000 it follows fewer calls, and believes what our invariants rule out.
tidy_all() {
  xargs -P "$jobs" -n 1 bash -c '
    "$clang_tidy" -p "$build" --quiet --extra-arg=-Wno-unknown-warning-option \
      --extra-arg=-Wno-unused-command-line-argument --extra-arg=-Xclang --extra-arg=-analyzer-config \
      --extra-arg=-Xclang --extra-arg=max-nodes=50000 "$1" 2>>"$logs/tidy"
    status=$?
    echo "$1" >>"$logs/tidy.done"
    exit $status' tidy_one <"$logs/tidy.files"
}

tidied() { echo "$(wc -l <"$logs/tidy.done") of $(wc -l <"$logs/tidy.files") files and folders"; }

stage_coverage() {
  configure_and_build coverage all || return 1
  rm -f build/coverage/*.profraw
  LLVM_PROFILE_FILE=$PWD/build/coverage/%p.profraw run_ctest coverage || return 1
  llvm-profdata-19 merge -o build/coverage/all.profdata build/coverage/*.profraw || return 1
  find build/coverage/tests -name '*_tests' | sed 's/^/-object=/' |
    xargs llvm-cov-19 report -instr-profile=build/coverage/all.profdata \
      -ignore-filename-regex='tests/|/usr/' build/coverage/fastser
}
