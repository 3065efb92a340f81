#!/bin/sh
# SPDX-License-Identifier: MIT
#
# contents.sh: what stands in the packages that pack.sh made: all that users need, symbols in a package of their
# own, the commit that they are of, a strong name, and no path of the machine.
set -u
cd "$(dirname "$0")/../../../.." || exit 1
root=$PWD
work=$root/build/dotnet/package-test/contents
failed=0

wrong() { echo "package, contents: FAILED: $*"; failed=1; }

for name in Fastser Fastser.BinaryFormatter; do
  package=$(ls build/dotnet/package/$name.[0-9]*.nupkg 2>/dev/null | head -n 1)
  [ -n "$package" ] || { wrong "no package $name"; continue; }
  rm -rf "${work:?}/$name" && mkdir -p "$work/$name"
  python3 -m zipfile -e "$package" "$work/$name/main" && python3 -m zipfile -e "${package%.nupkg}.snupkg" "$work/$name/symbols" ||
    { wrong "$name is no package, or has no symbols"; continue; }
  case $name in
    Fastser)
      frameworks="net10.0 net8.0 netstandard2.0"
      others="README.md analyzers/dotnet/cs/Fastser.Generator.dll analyzers/dotnet/cs/Fastser.Generator.CodeFixes.dll
        build/Fastser.targets buildTransitive/Fastser.targets build/Fastser.SchemaLock.targets"
      for library in build/dotnet/native/runtimes/*/native/*; do
        [ ! -e "$library" ] || others="$others ${library#build/dotnet/native/}"
      done ;;
    *)
      frameworks="net8.0 netstandard2.0"
      others=binaryformatter.md ;;
  esac
  for framework in $frameworks; do
    others="$others lib/$framework/$name.dll lib/$framework/$name.xml"
    [ -e "$work/$name/symbols/lib/$framework/$name.pdb" ] || wrong "$name: no symbols for $framework"
  done
  for file in $others; do
    [ -e "$work/$name/main/$file" ] || wrong "$name: no $file"
  done
  spec=$work/$name/main/$name.nuspec
  for word in '<license type="expression">MIT</license>' '<readme>' '<repository type="git" url="https://' \
    "commit=\"$(git rev-parse HEAD)\""; do
    grep -qF "$word" "$spec" || wrong "$name: its description has no $word"
  done
  for file in $(cd "$work/$name" && find . -name '*.dll' -o -name '*.pdb'); do
    ! grep -aqF "$root" "$work/$name/$file" || wrong "$name: $file has a path of this machine"
  done
done
[ $failed = 1 ] || echo "package, contents: ok"
exit $failed
