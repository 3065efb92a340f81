#!/bin/sh
# SPDX-License-Identifier: MIT
#
# single.sh <python> <source folder> <compiler>: the first example of the README compiles and runs with
# the one header and the sources that archives need (cmake/amalgamate.py).
set -eu
python=$1
source=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$python" "$source/cmake/amalgamate.py" "$work"
awk '$0 == "```cpp" { inside = 1; next } inside && /^```/ { exit } inside' "$source/README.md" |
  sed 's|<fastser/archive.hpp>|"fastser.hpp"|' >"$work/person.cc"
grep -q '"fastser.hpp"' "$work/person.cc"
for unit in person fastser_base fastser_wire fastser_file fastser_schema fastser_schema_type_table \
  fastser_archive fastser_archive_typed fastser_archive_walk fastser_archive_resolve; do
  "$compiler" -std=c++20 -O0 -Wall -Wextra -Werror -I "$work" -c "$work/$unit.cc" -o "$work/$unit.o"
done
"$compiler" "$work"/*.o -o "$work/person"
"$work/person"
