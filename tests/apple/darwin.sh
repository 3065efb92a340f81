#!/bin/sh
# SPDX-License-Identifier: MIT
#
# darwin.sh <source folder> <clang> <Darwin's headers> [target]
# Compiles all that is built into an app to Mach-O objects for an iPhone of the oldest system that is
# supported, by Darwin's headers of the C library and LLVM's of C++ with their marks of which system
# has which function; then looks at what these objects call. Takes some minutes.
#
# The headers: Zig's folder lib/libc/include, which has them from Apple's open sources.
set -u
source=$1 clang=$2 headers=$3 target=${4:-arm64-apple-ios13.0}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export clang target dir source headers

libcxx=$("$clang" -print-resource-dir)/../../../include/c++/v1
# Debian's are configured for a library that is always the newest.
mkdir "$dir/site"
sed '/define _LIBCPP_HAS_NO_VENDOR_AVAILABILITY/d' "$libcxx/__config_site" >"$dir/site/__config_site"
version=$(ls -d "$headers"/any-macos.*-any | sed 's/.*any-macos\.\([0-9]*\)-any/\1/' | sort -n | tail -n 1)
flags="-target $target -std=c++20 -nostdinc++ -nostdlibinc -Werror -Wall -Wextra -Wno-unused-command-line-argument"
flags="$flags -isystem $dir/site -isystem $libcxx -isystem $headers/aarch64-macos.$version-none"
flags="$flags -isystem $headers/any-macos.$version-any -isystem $headers/any-macos-any"
export flags

cd "$source" || exit 1
# shellcheck disable=SC2086
find src -name '*.cc' | grep -v '^src/command/' |
  xargs -P 2 -I{} sh -c '
    "$clang" $flags -O1 -I include -I src -c -o "$dir/$(echo {} | tr / _).o" {} || touch "$dir/failed"'
[ ! -e "$dir/failed" ] || exit 1
calls=$("$("$clang" -print-prog-name=llvm-nm)" -u "$dir"/*.o)
echo "$calls" | grep -q '_memmove$' || { echo "no symbols are seen" >&2; exit 1; }
bad=$(echo "$calls" | grep -E '_(f?l?stat(at)?(64)?|f?getattrlist(at|bulk)?|f?statv?fs|mach_absolute_time)$')
[ -z "$bad" ] || { echo "$bad" >&2; exit 1; }
