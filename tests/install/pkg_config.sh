#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pkg_config.sh <pkg-config> <compiler> <installed lib folder> <main.cc> <output folder>
# Compiles and runs a program with nothing but what pkg-config says about the installed library.
set -eu
pkg_config=$1 compiler=$2 lib=$3 source=$4 out=$5
export PKG_CONFIG_PATH="$lib/pkgconfig"
mkdir -p "$out"
# The flags are words, so they are not quoted.
# shellcheck disable=SC2046
"$compiler" -std=c++20 -O1 -Wall -Wextra -Werror $("$pkg_config" --cflags fastser) "$source" \
  -o "$out/consumer" $("$pkg_config" --libs fastser)
LD_LIBRARY_PATH="$lib" DYLD_LIBRARY_PATH="$lib" "$out/consumer"
