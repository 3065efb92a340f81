#!/bin/sh
# SPDX-License-Identifier: MIT
#
# unite.sh [--check]
# Writes Sources/CFastser, the sources that Package.swift compiles: one for each folder of the core, which
# includes the folder's sources, as CMake makes them with FASTSER_UNITE. What the sources include is then
# read once for a folder, and the core builds in a third of the time. Those that stand alone in CMake
# (FASTSER_ALONE in cmake/LayerTable.cmake) stand alone here. --check: whether they are as this would
# write them.
set -u
cd "$(dirname "$0")/../.." || exit 1
kept=bindings/swift/Sources/CFastser
made=$(mktemp -d) || exit 1
trap 'rm -r "$made"' EXIT
alone=$(sed -n -E 's/^(set\(|list\(APPEND )FASTSER_ALONE (.*)\)$/\2/p' cmake/LayerTable.cmake |
  tr -d '"' | tr ' \n' '||')

for source in $(find src -name '*.cc' ! -path 'src/command/*' | LC_ALL=C sort); do
  name=${source#src/} unit=$(dirname "${source#src/}")
  ! echo "${name%.cc}" | grep -qxE "${alone%|}" || unit=${name%.cc}
  unit=$made/$(echo "$unit" | tr / _).cc
  [ -e "$unit" ] || printf '// SPDX-License-Identifier: MIT\n// Made by bindings/swift/unite.sh.\n' >"$unit"
  echo "#include \"$name\"" >>"$unit"
done

if [ "${1-}" = --check ]; then
  diff -r "$made" "$kept" && exit 0
  echo "$kept: not what the sources are now; run bindings/swift/unite.sh" >&2
  exit 1
fi
mkdir -p "$kept" && rm -f "$kept"/*.cc && cp "$made"/*.cc "$kept"
