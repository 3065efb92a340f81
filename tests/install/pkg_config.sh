#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pkg_config.sh <pkg-config> <installed lib folder> <program> <compiler and options...>
# Compiles and runs a program with nothing but what pkg-config says about the installed library.
set -eu
pkg_config=$1 lib=$2 out=$3
shift 3
export PKG_CONFIG_PATH="$lib/pkgconfig"
# The flags are words, so they are not quoted.
# shellcheck disable=SC2046
"$@" -O1 -Wall -Wextra -Werror $("$pkg_config" --cflags fastser) \
  -o "$out" $("$pkg_config" --libs --static fastser)
LD_LIBRARY_PATH="$lib" DYLD_LIBRARY_PATH="$lib" "$out"
