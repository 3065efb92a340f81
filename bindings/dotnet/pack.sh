#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pack.sh: the NuGet package into build/dotnet/package, with the native libraries that native/build.sh
# has built before.
set -eu
cd "$(dirname "$0")"
rm -rf ../../build/dotnet/package
for plugin in src/Fastser.Generator src/Fastser.Generator.CodeFixes; do
  dotnet build "$plugin" -c Release -nologo -v quiet
done
dotnet pack src/Fastser -c Release -nologo -v quiet
