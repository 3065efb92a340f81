#!/bin/sh
# SPDX-License-Identifier: MIT
#
# versions.sh <source tree>: every place that names the version of the library names the same one.
set -eu
cd "$1"
version=$(sed -n 's/^project(fastser VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -n "$version" ] || { echo "CMakeLists.txt names no version"; exit 1; }
status=0
# same <file> <what stands there>
same() {
  [ "$2" = "$version" ] || { echo "$1 says ${2:-nothing}, CMakeLists.txt $version"; status=1; }
}
number() { sed -n "s/^#define FASTSER_VERSION_$1 \([0-9]*\).*/\1/p" include/fastser/c/base.h; }
same include/fastser/c/base.h "$(number MAJOR).$(number MINOR).$(number PATCH)"
same Fastser.podspec "$(sed -n "s/^ *s.version = '\(.*\)'/\1/p" Fastser.podspec)"
same bindings/dotnet/Directory.Build.props \
  "$(sed -n 's,.*<Version>\(.*\)</Version>.*,\1,p' bindings/dotnet/Directory.Build.props)"
same CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)"
same packaging/conan/conanfile.py "$(sed -n 's/^ *version = "\(.*\)"/\1/p' packaging/conan/conanfile.py)"
same packaging/vcpkg/fastser/vcpkg.json \
  "$(sed -n 's/.*"version-semver": "\(.*\)".*/\1/p' packaging/vcpkg/fastser/vcpkg.json)"
same packaging/debian/changelog "$(sed -n '1s/^fastser (\(.*\)-[0-9]*).*/\1/p' packaging/debian/changelog)"
same README.md "$(sed -n 's,.*`fastser/\([0-9.]*\)` in your requirements.*,\1,p' README.md)"
same bindings/dotnet/src/Fastser.Generator/Emit/Lib.cs \
  "$(sed -n 's/.*GeneratedCode(.*"Fastser.Generator\\", \\"\([0-9.]*\)\\".*/\1/p' bindings/dotnet/src/Fastser.Generator/Emit/Lib.cs)"
same bindings/dotnet/examples/Todo/Todo.csproj \
  "$(sed -n 's/.*Include="Fastser" Version="\([0-9.]*\)".*/\1/p' bindings/dotnet/examples/Todo/Todo.csproj)"
soname=$(sed -n 's/^Package: libfastser\([0-9.]*\)$/\1/p' packaging/debian/control)
[ "$soname" = "${version%.*}" ] || { echo "packaging/debian/control: libfastser$soname"; status=1; }
exit $status
