#!/bin/sh
# SPDX-License-Identifier: MIT
#
# imported.sh <clang++> <source folder> <library> <options...>: the module compiles, and a program that
# imports it runs.
set -eu
compiler=$1
source=$2
library=$3
shift 3
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$compiler" -std=c++20 "$@" -I "$source/include" --precompile "$source/module/fastser.cppm" \
  -o "$work/fastser.pcm"
"$compiler" -std=c++20 "$@" -I "$source/include" -fmodule-file=fastser="$work/fastser.pcm" \
  "$source/tests/module/imported.cc" "$work/fastser.pcm" "$library" -o "$work/imported"
"$work/imported"
