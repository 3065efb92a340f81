#!/bin/sh
# SPDX-License-Identifier: MIT
#
# packages.sh <source folder>
# What packages name is there: each pattern of the podspec finds files, together they find every
# source that CMake builds into the library, and versions are the same everywhere.
set -u
cd "$1" || exit 1
failed=0

fail() {
  echo "$*" >&2
  failed=1
}

version=$(sed -n 's/^project(fastser VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
grep -q "s\.version = '$version'" Fastser.podspec || fail "Fastser.podspec: not version $version"

# The patterns as ruby would spread them: braces first, then ** for any number of folders.
spread() {
  case $1 in
    *{*)
      before=${1%%\{*} rest=${1#*\{}
      inside=${rest%%\}*} after=${rest#*\}}
      for word in $(echo "$inside" | tr , ' '); do spread "$before$word$after"; done ;;
    *) echo "$1" ;;
  esac
}
# As find's -path has it, where * crosses folders.
found() {
  git ls-files -co --exclude-standard 2>/dev/null | grep -E "^$(echo "$1" |
    sed -e 's/\./\\./g' -e 's|\*\*/|@|g' -e 's|\*|[^/]*|g' -e 's|@|(.*/)?|g')\$"
}
git rev-parse >/dev/null 2>&1 || exit $failed

covered=$(mktemp)
trap 'rm -f "$covered"' EXIT
set -f
grep -oE "'(include|src|bindings|LICENSE)[^']*'" Fastser.podspec | tr -d "'" | sort -u | while read -r pattern; do
  for one in $(spread "$pattern"); do
    [ -d "$one" ] || found "$one" || echo "!$one"
  done
done >"$covered"
missing=$(sed -n 's/^!/Fastser.podspec: finds nothing: /p' "$covered")
[ -z "$missing" ] || fail "$missing"
for file in $(git ls-files 'src/*.cc' 'bindings/objc/src/*.[mc]' | grep -v '^src/command/'); do
  grep -qx "$file" "$covered" || fail "Fastser.podspec: leaves out $file"
done
exit $failed
