#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ./dev bench --json: how long JSON takes to become an archive or MessagePack, and to come back, beside
# a converter made of simdjson's parser.
#
#   FILE...       documents to convert in memory; default: *.json and *.json.gz of ../shared/data,
#                 and one that is made
#   --large=N     also a file of N MiB, from file to file: seconds and memory of whole processes,
#                 flatc's and jq's as well where they are installed. It needs about six times the
#                 room in build/
#
# In memory: minima of 41 rounds in which all ways take turns. "ratio" is to simdjson -> MessagePack.
set -u -o pipefail
program=$1 fastser=$2 scratch=$3 data=$4
shift 4
files=() large=0
for argument in "$@"; do
  case $argument in
    --large=*) large=${argument#*=} ;;
    -*) sed -n '/^# \.\/dev/,/^set /p' "${BASH_SOURCE[0]}" | sed -e '$d' -e 's/^# \{0,1\}//'; exit 2 ;;
    *) files+=("$argument") ;;
  esac
done
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
if [ ${#files[@]} = 0 ]; then
  for one in "$data"/*.json "$data"/*.json.gz; do
    [ -e "$one" ] || continue
    name=$(basename "$one" .gz)
    case $one in *.gz) gzip -dc "$one" >"$scratch/$name" ;; *) cp "$one" "$scratch/$name" ;; esac
    files+=("$scratch/$name")
  done
  "$program" --make=8000000 "$scratch/made.json" && files+=("$scratch/made.json")
fi

echo '| document | conversion | ratio | ms | MB/s | bytes of the result |'
echo '|---|---|---|---|---|---|'
"$program" "${files[@]}" || exit 1
[ "$large" != 0 ] || exit 0

# row <name> <command...>
row() {
  printf '| %s | ' "$1"
  shift
  "$program" --measure "$@" 2>"$scratch/said" || { cat "$scratch/said" >&2; return 1; }
}
from=$scratch/large.json
"$program" "--make=$((large * 1024 * 1024))" "$from" || exit 1
echo
echo "| $large MiB, file to file | s | MiB of memory, at most |"
echo '|---|---|---|'
status=0
row 'simdjson: JSON -> MessagePack' "$program" --simdjson "$from" "$scratch/large.msgpack" || status=1
row 'fastser convert: JSON -> archive' "$fastser" convert --max-bytes=4294967296 "$from" "$scratch/large.fsr" || status=1
row 'fastser convert: archive -> JSON' "$fastser" convert --max-bytes=4294967296 \
  "$scratch/large.fsr" "$scratch/again.json" || status=1
row 'fastser convert: JSON -> FlexBuffers' "$fastser" convert --max-bytes=4294967296 "$from" \
  "$scratch/large.flx" || status=1
command -v flatc >/dev/null && row 'flatc --flexbuffers: JSON -> FlexBuffers' \
  flatc --flexbuffers --binary -o "$scratch/flatc" "$from"
command -v jq >/dev/null && row 'jq -c: JSON -> JSON' sh -c "jq -c . '$from' >'$scratch/jq.json'"
for one in "$scratch"/large.* "$scratch"/flatc/large.*; do
  [ ! -e "$one" ] || echo "   ${one#"$scratch/"}: $(wc -c <"$one") bytes"
done
exit $status
