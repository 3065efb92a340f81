#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Runs the blocks of one page in the order in which they stand there, in an empty folder that they
# share, so that a script finds the files which a program before it wrote. Fails at the first one that
# fails or prints something else than the page says.
#
#   run.sh NAME BLOCKS PROGRAMS SOURCES [FASTSER]
#
#   NAME      of the page, as blocks.awk has it      BLOCKS    the folder that blocks.awk filled
#   PROGRAMS  the folder with the compiled programs  SOURCES   the top of the tree
#   FASTSER   the command; scripts find it as `fastser`
set -u
tests=$(cd "$(dirname "$0")" && pwd)
name=$1 blocks=$2 programs=$3 sources=$4
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/work" && cd "$scratch/work" || exit 1
[ -z "${5:-}" ] || ln -s "$5" "$scratch/bin/fastser"
PATH=$scratch/bin:$PATH
LC_ALL=C
export PATH LC_ALL

fail() {
  echo "block $number of $name: $*"
  exit 1
}

# check STATUS: of the block that has just run; its output lies in $scratch/out.
check() {
  [ "$1" = 0 ] || { cat "$scratch/out"; fail "exit code $1"; }
  [ -e "$blocks/${name}_$number.out" ] || return 0
  diff -u "$blocks/${name}_$number.out" "$scratch/out" || fail "prints something else than the page says"
}

while read -r kind number rest; do
  case $kind in
    program)
      # shellcheck disable=SC2086  # a program and its argument
      "$programs"/$rest >"$scratch/out" 2>&1 </dev/null
      check $? ;;
    sh)
      sh -e "$blocks/${name}_$number.sh" >"$scratch/out" 2>&1 </dev/null
      check $? ;;
    lines)
      missing=$(awk -f "$tests/lines.awk" "$blocks/${name}_$number.lines" "$sources/$rest") ||
        fail "not in $rest: $missing" ;;
  esac
done <"$blocks/$name.list"
