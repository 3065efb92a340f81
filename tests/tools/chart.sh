#!/bin/sh
# SPDX-License-Identifier: MIT
#
# chart.sh <source tree> <folder to work in>: README's picture is the one that the published table gives, and the
# text that stands for it names the table's figures: encode and decode of self-described archives.
set -eu
sh "$1/bench/chart.sh" "$1/docs/benchmarks.md" >"$2/results.svg"
cmp "$2/results.svg" "$1/docs/results.svg" || {
  echo "docs/results.svg is not what docs/benchmarks.md says: ./dev bench --chart draws it again"
  exit 1
}
# range <pattern of workloads> <page>: "least to most" of their rows; with ! before it, of all others.
range() {
  awk -F '[|/]' -v wanted="$1" '
    /^## C\+\+: the archive/ { inside = 1; next } /^## / { inside = 0 }
    inside && $3 ~ /^ [0-9.]+ $/ {
      if (wanted ~ /^!/ ? $2 ~ substr(wanted, 2) : $2 !~ wanted) next
      for (i = 3; i <= 7; i += 4) {
        if (least == "" || $i + 0 < least) least = $i + 0
        if ($i + 0 > most) most = $i + 0
      }
    }
    END { printf "%.2f to %.2f", least, most }' "$2"
}
lists='mesh|ints20k_bulk'
for words in "$(range "!$lists" "$1/docs/benchmarks.md") for records, strings and object graphs" \
  "$(range "$lists" "$1/docs/benchmarks.md") for long lists of numbers"; do
  grep -qF "$words" "$1/README.md" || {
    echo "README: the text of the picture does not say: $words"
    exit 1
  }
done
