#!/bin/sh
# SPDX-License-Identifier: MIT
#
# conan_sources.sh <source tree> <scratch folder> <cmake> <generator> <C++ compiler>
# Conan's recipe copies all that a build needs, and all that `cmake --install` puts down: a tree of what
# it copies is configured, and each file that would be installed out of that tree has to be there.
set -eu
sources=$1 copy=$2 cmake=$3 generator=$4 compiler=$5
rm -rf "$copy"
mkdir -p "$copy"
for pattern in $(sed -n 's/^ *for pattern in (\(.*\)):$/\1/p' "$sources/packaging/conan/conanfile.py" |
  tr -d '",*'); do
  cp -R "$sources/${pattern%/}" "$copy/"
done
"$cmake" -S "$copy" -B "$copy/build" -G "$generator" "-DCMAKE_CXX_COMPILER=$compiler" \
  -DFASTSER_BUILD_COMMAND=ON -DFASTSER_BUILD_TESTS=OFF -DFASTSER_DOWNLOAD=OFF >"$copy/log" 2>&1 ||
  { cat "$copy/log"; exit 1; }
find "$copy/build" -name cmake_install.cmake -exec cat {} + | grep -o "\"$copy/[^\"]*\"" | tr -d '"' |
  grep -v "^$copy/build/" | sort -u >"$copy/installed"
[ -s "$copy/installed" ] || { echo "no file of the sources is installed?"; exit 1; }
status=0
while IFS= read -r file; do
  [ -e "$file" ] || { echo "packaging/conan/conanfile.py copies no ${file#"$copy/"}"; status=1; }
done <"$copy/installed"
exit $status
