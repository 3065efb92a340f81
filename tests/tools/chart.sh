#!/bin/sh
# SPDX-License-Identifier: MIT
#
# chart.sh <source tree> <folder to work in>: README's picture is the one that the published table gives.
set -eu
sh "$1/bench/chart.sh" "$1/docs/benchmarks.md" >"$2/results.svg"
cmp "$2/results.svg" "$1/docs/results.svg" || {
  echo "docs/results.svg is not what docs/benchmarks.md says: ./dev bench --chart draws it again"
  exit 1
}
