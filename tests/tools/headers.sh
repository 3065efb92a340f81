#!/bin/sh
# SPDX-License-Identifier: MIT
#
# headers.sh <compiler> <include folder>
# Compiles each public header on its own, included twice, the way a strict consumer would.
set -u
compiler=$1
include=$2

check() {
  printf '#include <%s>\n#include <%s>\n' "$1" "$1" |
    "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
      -I "$include" -x c++ - || echo "not self-contained: $1" >&2
}

# Two at a time: `sh headers.sh --one ...` is this script again, for one header.
if [ "$compiler" = --one ]; then
  compiler=$2 include=$3
  check "$4"
  exit 0
fi
# Those of types of other libraries are compiled by tests/types, where the library is.
failures=$(cd "$include" && find . -name '*.hpp' ! -path '*/internal/*' ! -path '*/types/boost.hpp' \
  ! -path '*/types/eigen.hpp' ! -path '*/types/glm.hpp' | sed 's|^\./||' | sort |
  xargs -P 2 -I{} sh "$0" --one "$compiler" "$include" {} 2>&1)
[ -z "$failures" ] && exit 0
echo "$failures"
exit 1
