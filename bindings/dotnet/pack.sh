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
# Compiled again: what the tests have compiled has the path of its symbols in it. What a project refers to is
# compiled with it: the generator with its code fixes; the library is there when the second package is made.
build="-c Release -nologo -v quiet --no-incremental -p:ContinuousIntegrationBuild=true"
# shellcheck disable=SC2086  # several options are several words
dotnet build src/Fastser.Generator.CodeFixes $build
# shellcheck disable=SC2086
dotnet build src/Fastser $build
# shellcheck disable=SC2086
dotnet build src/Fastser.BinaryFormatter $build -p:BuildProjectReferences=false
for package in src/Fastser src/Fastser.BinaryFormatter; do
  dotnet pack "$package" -c Release -nologo -v quiet --no-build -p:ContinuousIntegrationBuild=true
done
