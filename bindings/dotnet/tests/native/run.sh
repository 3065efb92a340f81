#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh [--require-all] [<rid>...]: runs a C program (docs/c-api.md's) with the native library that native/build.sh
# made for another system: win-x64 under wine64, linux-arm64 under qemu. Says what it prints there, as the page
# has it. What has no library, compiler or emulator here is named as skipped; with --require-all it is an error.
set -u
cd "$(dirname "$0")/../../../.." || exit 1
work=$PWD/build/dotnet/native-test
required=
[ "${1:-}" != --require-all ] || { required=1; shift; }
[ $# -gt 0 ] || set -- win-x64 linux-arm64
# Outside of the checkout: it has links to the whole file system, and the package manager of Swift follows links.
wine=$(mktemp -d) || exit 1
trap 'rm -rf "$wine"' EXIT
failed=0

first_of() {
  for program in "$@"; do
    command -v "$program" >/dev/null 2>&1 && { echo "$program"; return; }
  done
}

skip() {
  if [ -n "$required" ]; then echo "native library, $1: FAILED: $2"; failed=1; else echo "native library, $1: skipped: $2"; fi
}

# The first code block of that language on the page: the program is C, what it prints is text.
block() {
  awk -v fence="\`\`\`$1" '$0 == fence && !inside { inside = 1; next } inside && /^```/ { exit } inside' docs/c-api.md
}

# try <rid> <compiler> <emulator> <library> <program> <environment...>
try() {
  rid=$1 compiler=$2 emulator=$3 library=build/dotnet/native/runtimes/$1/native/$4 program=$work/$1/$5
  shift 5
  [ -e "$library" ] || { skip "$rid" "native/build.sh has not made it"; return; }
  [ -n "$compiler" ] || { skip "$rid" "no compiler"; return; }
  [ -n "$emulator" ] || { skip "$rid" "no emulator"; return; }
  rm -rf "$work/$rid" && mkdir -p "$work/$rid" && cp "$library" "$work/$rid/"
  block c >"$work/$rid/program.c"
  block text >"$work/$rid/wanted"
  "$compiler" -std=c99 -Iinclude "$work/$rid/program.c" "$work/$rid/$(basename "$library")" -o "$program" ||
    { echo "native library, $rid: FAILED to link"; failed=1; return; }
  env "$@" "$emulator" "$program" 2>"$work/$rid/errors" | tr -d '\r' >"$work/$rid/said"
  if cmp -s "$work/$rid/wanted" "$work/$rid/said" && [ -s "$work/$rid/said" ]; then
    echo "native library, $rid: ok"
  else
    tail -n 5 "$work/$rid/errors" "$work/$rid/said"
    echo "native library, $rid: FAILED"
    failed=1
  fi
}

for rid in "$@"; do
  case $rid in
    win-x64)
      try "$rid" "$(first_of x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc)" "$(first_of wine64 /usr/lib/wine/wine64 wine)" \
        fastser_native.dll program.exe WINEPREFIX="$wine" WINEDEBUG=-all DISPLAY= ;;
    linux-arm64)
      try "$rid" "$(first_of aarch64-linux-gnu-gcc)" "$(first_of qemu-aarch64-static qemu-aarch64)" \
        libfastser_native.so program QEMU_LD_PREFIX=/usr/aarch64-linux-gnu LD_LIBRARY_PATH="$work/$rid" ;;
    *) echo "no such test: $rid"; failed=1 ;;
  esac
done
exit $failed
