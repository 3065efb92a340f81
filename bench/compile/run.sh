#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./dev bench --compile-time: how long a source takes to compile that encodes and decodes a dozen
# record types, one record of 64 fields, and nothing (the include alone); libfastser's beside the
# header-only rivals' that are found in FASTSER_RIVALS_DIR.
#
#   --compiler=C   only this one; may be repeated. Default: g++ and clang++-19 (or clang++)
#   --runs=N       the least of so many compiles counts (default 3)
#   --alone        libfastser alone
#
# Seconds of processor time. Everybody is compiled as C++20, but glaze needs C++23. "-": cannot be
# compiled.
set -u -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rivals=${FASTSER_RIVALS_DIR:-}
compilers=() runs=3 alone=0
for argument in "$@"; do
  case $argument in
    --compiler=*) compilers+=("${argument#*=}") ;;
    --runs=*) runs=${argument#*=} ;;
    --alone) alone=1 ;;
    *) sed -n '/^# \.\/dev/,/^set /p' "${BASH_SOURCE[0]}" | sed -e '$d' -e 's/^# \{0,1\}//'; exit 2 ;;
  esac
done
if [ ${#compilers[@]} = 0 ]; then
  for list in "g++" "clang++-19 clang++"; do
    for one in $list; do
      if command -v "$one" >/dev/null; then compilers+=("$one"); break; fi
    done
  done
fi

libraries=(fastser)
includes=(-I"$here/../../include")
# add <library> <folder> <header>
add() {
  [ $alone = 0 ] && [ -n "$rivals" ] && [ -e "$rivals/$2/$3" ] || return 0
  libraries+=("$1")
  includes+=(-isystem "$rivals/$2")
}
add struct_pack yalantinglibs/include ylt/struct_pack.hpp
add zpp_bits zpp_bits zpp_bits.h
add glaze glaze/include glaze/beve.hpp
shim=()  # for glaze, where the standard library has no <format> yet
echo '#include <format>' | g++ -std=c++20 -x c++ -fsyntax-only - 2>/dev/null ||
  shim=(-isystem "$here/../rivals/shim")

# seconds <best> <command...>: of a run, user and system, or the best so far; "-" when it fails
seconds() {
  local TIMEFORMAT='%U %S' best=$1 one
  shift
  one=$( { time "$@" 2>/dev/null || echo failed; } 2>&1)
  case $one in *failed*) echo -; return ;; esac
  awk -v best="$best" '{ t = $1 + $2; print best == "" || t < best ? t : best }' <<<"$one"
}

# measure <compiler> <level> <what>: prints a cell for each library. They take turns, since the machine
# may become slower or faster.
measure() {
  local best=() own run i one
  for ((run = 0; run < runs; ++run)); do
    for i in "${!libraries[@]}"; do
      [ "${best[i]-}" = - ] && continue
      own=(-std=c++20)
      [ "${libraries[i]}" = glaze ] && own=(-std=c++23 "${shim[@]}")
      best[i]=$(seconds "${best[i]-}" "$1" "${own[@]}" "$2" "-DCOMPILE_$3" "${includes[@]}" \
        -c "$here/${libraries[i]}.cc" -o /dev/null)
    done
  done
  for one in "${best[@]}"; do
    [ "$one" = - ] || one=$(printf '%.1f' "$one")
    printf ' %s |' "$one"
  done
}

printf '| compiler | what |'; printf ' %s |' "${libraries[@]}"
printf '\n|---|---|'; printf -- '---|%.0s' "${libraries[@]}"; echo
for compiler in "${compilers[@]}"; do
  for level in -O0 -O2; do
    for what in DOZEN WIDE BARE; do
      case $what in
        DOZEN) printf '| %s %s | a dozen records |' "$compiler" $level ;;
        WIDE) printf '| %s %s | a record of 64 fields |' "$compiler" $level ;;
        BARE) printf '| %s %s | the include alone |' "$compiler" $level ;;
      esac
      measure "$compiler" $level $what
      echo
    done
  done
done
