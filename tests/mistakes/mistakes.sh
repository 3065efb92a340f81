#!/bin/sh
# SPDX-License-Identifier: MIT
#
# mistakes.sh <include folder> <compilers...>
# What people get wrong with types does not compile, and the compiler says it in at most ten lines: each
# source here, for each format (FORMAT in it); compilers before the last see one format of each. `// says:`
# is what must be among them, `// lines:` another number of lines.
set -u
folder=$(dirname "$0")
include=$1
shift
failed=0
for last in "$@"; do :; done
work=$(mktemp -d) || exit 1
trap 'rm -r "$work"' EXIT

fail() {
  echo "$*" >&2
  cat "$work/said" >&2
  failed=1
}

# What clang includes for a format, compiled once; g++ takes as long to read such a file. Its option.
precompiled() {
  case $1 in *clang*) ;; *) return ;; esac
  pch=$work/$2.pch
  [ -e "$pch" ] ||
    "$1" -std=c++20 -x c++-header -Wno-pragma-once-outside-header "$include/fastser/$2.hpp" -I "$include" -o "$pch" ||
    return
  echo "-include-pch $pch"
}

for source in "$folder"/*.cc; do
  most=$(sed -n 's|^// lines: ||p' "$source")
  most=${most:-10}
  formats=$(sed -n 's|^// formats: ||p' "$source")
  formats=${formats:-archive msgpack flat flexbuffers}
  for format in $formats; do
    sed "s/FORMAT/$format/g" "$source" >"$work/$(basename "$source")"
    compilers=$last
    [ "$format" != "${formats%% *}" ] || compilers="$*"
    for compiler in $compilers; do
      what="$(basename "$source"), $format, $compiler"
      # shellcheck disable=SC2046  # an option and its value
      if (cd "$work" && "$compiler" -std=c++20 -fsyntax-only $(precompiled "$compiler" "$format") \
        -I "$include" "$(basename "$source")") >"$work/said" 2>&1; then
        fail "$what: compiles"
        continue
      fi
      [ "$(wc -l <"$work/said")" -le $most ] || fail "$what: more than $most lines"
      sed -n 's|^// says: ||p' "$source" >"$work/words"
      while read -r words; do
        grep -q -- "$words" "$work/said" || fail "$what: does not say: $words"
      done <"$work/words"
    done
  done
done
exit $failed
