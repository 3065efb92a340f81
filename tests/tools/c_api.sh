#!/bin/sh
# SPDX-License-Identifier: MIT
#
# c_api.sh <source folder> <shared library or -> <C compilers...>
# The C interface as a program sees it: its headers, each alone and all together, compile as C99, C11,
# C++17 and C++20 under strict flags; its functions are those of tests/unit/capi/exports.txt, in the
# headers and in the shared library; each is called by a test of what it is for and by one of what it
# must survive (misuse). `c_api.sh --write <source folder>
# <C compiler>` makes the list anew.
set -u
failed=0

fail() {
  echo "$*" >&2
  failed=1
}

# All that is declared with FASTSER_API, sorted.
declared() {
  echo '#include <fastser/fastser.h>' | "$2" -E -P -I "$1/include" -x c - | tr '\n' ' ' |
    sed 's/;/\n/g' | grep 'visibility("default")' |
    grep -o 'fastser_[a-z0-9_]* *(' | sed 's/ *(//' | LC_ALL=C sort
}

if [ "$1" = --write ]; then
  declared "$2" "$3" >"$2/tests/unit/capi/exports.txt"
  exit
fi
source=$1 library=$2
shift 2
list=$source/tests/unit/capi/exports.txt

# compiles <compiler and options...>: every header, and all of them twice.
compiles() {
  for header in fastser/fastser.h $(cd "$source/include" && ls fastser/c/*.h); do
    printf '#include <%s>\n#include <%s>\nint main(void);\n' "$header" "$header" |
      "$@" -fsyntax-only -Wall -Wextra -pedantic -Wconversion -Wshadow -Wundef -Werror \
        -I "$source/include" - || fail "$header does not compile by: $*"
  done
}

for compiler in "$@"; do
  for standard in c99 c11; do
    compiles "$compiler" -x c -std=$standard -Wstrict-prototypes -Wmissing-prototypes
  done
  for standard in c++17 c++20; do
    compiles "$compiler" -x c++ -std=$standard -Wold-style-cast
  done
  case $compiler in
    *clang*) compiles "$compiler" -x c -std=c99 -Weverything -Wno-missing-prototypes ;;
  esac
  declared "$source" "$compiler" | diff "$list" - >&2 ||
    fail "the headers and $list differ: sh tests/tools/c_api.sh --write . $compiler"
done
if [ "$library" != - ]; then
  nm -D --defined-only "$library" | awk '$3 ~ /^fastser_/ { print $3 }' | LC_ALL=C sort |
    diff "$list" - >&2 || fail "what $library exports and $list differ"
fi
tests=$(cat "$source"/tests/unit/capi/*.cc "$source"/tests/unit/capi/*.c \
  "$source"/tests/unit/capi/*.hpp)
# Wrong calls: in files of their own, and in tests of these names.
misuse=$(cat "$source"/tests/unit/capi/misuse_*.cc
  awk '/^TEST/ { wrong = /WrongCalls|NothingIsWorse|Misuse/ } wrong' \
    "$source"/tests/unit/capi/*_test.cc)
# A test may paste the last word of a name to fastser_writer_ or fastser_reader_.
for name in $(cat "$list"); do
  word=$(echo "$name" | sed 's/^fastser_\(writer\|reader\)_//')
  echo "$tests" | grep -q "$name *(\|CALL($word[,)]" || fail "no test calls $name"
  case $name in  # nothing can be wrong with a call without arguments
    fastser_abi_version | fastser_version_string) continue ;;
  esac
  echo "$misuse" | grep -q "$name *(\|CALL($word[,)]" || fail "no test calls $name wrongly"
done
exit $failed
