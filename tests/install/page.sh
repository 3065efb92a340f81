#!/bin/sh
# SPDX-License-Identifier: MIT
#
# page.sh <block of a page> <program.c> <installed lib folder>
# Each line of the block compiles program.c with the installed library; what comes out has to run.
set -eu
block=$1 program=$2 lib=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$program" "$scratch/program.c"
cd "$scratch"
export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib" DYLD_LIBRARY_PATH="$lib"
ran=0
while IFS= read -r line; do
  [ -n "$line" ] || continue
  rm -f a.out
  sh -ec "$line"
  ./a.out
  ran=$((ran + 1))
done <"$block"
[ "$ran" -gt 0 ]
