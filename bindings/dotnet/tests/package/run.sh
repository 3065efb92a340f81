#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh [net10.0 | net8.0 | readme | aot | mono ...]: installs the package that pack.sh made into fresh projects,
# from a folder, and runs them. readme: its first program, the others as methods beside it; aot: published as native code, by clang; mono: .NET Framework's build, on
# Mono.
set -u
cd "$(dirname "$0")"
here=$PWD
cd ../../../.. || exit 1
root=$PWD
work=$root/build/dotnet/package-test
package=$(ls "$root"/build/dotnet/package/Fastser.[0-9]*.nupkg 2>/dev/null | grep -v symbols | head -n 1)
[ -n "$package" ] || { echo "no package: pack.sh makes it"; exit 1; }
version=$(basename "$package" .nupkg | sed 's/^Fastser\.//')
failed=0

# fresh <name> <framework> <aot>: a project in a folder of its own, with a package cache of its own, so
# that no older package of the same version is used.
fresh() {
  rm -rf "$work/$1" "$work/packages/fastser"
  mkdir -p "$work/$1" "$work/packages"
  cp "$here/Program.cs" "$work/$1/"
  sed -e "s/@framework@/$2/" -e "s/@aot@/$3/" -e "s/@version@/$version/" "$here/Shop.csproj.in" >"$work/$1/Shop.csproj"
  echo '<Project/>' | tee "$work/$1/Directory.Build.props" >"$work/$1/Directory.Build.targets"
  cat >"$work/$1/nuget.config" <<END
<configuration>
  <config><add key="globalPackagesFolder" value="$work/packages" /></config>
  <packageSources><add key="here" value="$root/build/dotnet/package" /></packageSources>
</configuration>
END
}

# said <name> <command...>: its last line is "ok".
said() {
  name=$1
  shift
  if answer=$("$@" 2>&1) && [ "$(echo "$answer" | tail -n 1)" = ok ]; then
    echo "$name: ok"
  else
    echo "$answer" | tail -n 15
    echo "$name: FAILED"
    failed=1
  fi
}

# .NET Framework's build on Mono; the tests of the plain runtimes.
for one in "$@"; do
  case $one in
    net10.0 | net8.0)
      fresh "$one" "$one" false
      said "package, $one" dotnet run --project "$work/$one" -c Release ;;
    readme)
      fresh readme net10.0 false
      # What is no program is a method of its own: it has to compile, with the classes of the program.
      awk -v out="$work/readme" '
        /^```csharp/ { n++; file = out (n == 1 ? "/Program.cs" : "/Example" n ".cs")
          if (n == 1) printf "" >file
          else printf "using System; using System.Collections.Generic; using Fastser; static class Example%d { static void Run() {\n", n >file
          next }
        /^```/ { if (file != "" && n > 1) print "} }" >file; file = ""; next }
        file != "" { print >file }' "$here/../../README.md"
      echo 'Console.WriteLine(again.Name == "Ada" ? "ok" : "not Ada");' >"$work/readme/end"
      sed -i -e "/^Console.WriteLine/r $work/readme/end" "$work/readme/Program.cs"
      said "package, README" dotnet run --project "$work/readme" -c Release ;;
    aot)
      fresh aot net8.0 true
      compiler=
      command -v clang >/dev/null 2>&1 || compiler=-p:CppCompilerAndLinker=$(command -v clang-19)
      said "package, native code" sh -c "
        dotnet publish '$work/aot' -c Release -r linux-$(uname -m | sed 's/x86_64/x64/;s/aarch64/arm64/') \
          -o '$work/aot/out' -nologo -v quiet $compiler && '$work/aot/out/Shop'" ;;
    mono)
      fresh mono net472 false
      said "package, Mono" sh -c "
        dotnet build '$work/mono' -c Release -nologo -v quiet >'$work/mono/log' || { cat '$work/mono/log'; exit 1; }
        mono '$work/mono/bin/Release/net472/Shop.exe'" ;;
    *) echo "no such test: $one"; failed=1 ;;
  esac
done
exit $failed
