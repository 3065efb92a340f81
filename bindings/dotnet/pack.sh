#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pack.sh [--all]: the NuGet packages into build/dotnet/package, with the native libraries that
# native/build.sh has built before; with --all it builds those of all systems first, as a release needs. No path
# of the machine stands in them.
set -eu
cd "$(dirname "$0")"
[ "${1:-}" != --all ] || native/build.sh --all
rm -rf ../../build/dotnet/package
for plugin in src/Fastser.Generator src/Fastser.Generator.CodeFixes; do
  dotnet build "$plugin" -c Release -nologo -v quiet --no-incremental -p:ContinuousIntegrationBuild=true
done
for package in src/Fastser src/Fastser.BinaryFormatter; do
  # Compiled again: what the tests have compiled has the path of its symbols in it.
  dotnet build "$package" -c Release -nologo -v quiet --no-incremental -p:ContinuousIntegrationBuild=true
  dotnet pack "$package" -c Release -nologo -v quiet --no-build -p:ContinuousIntegrationBuild=true
done
