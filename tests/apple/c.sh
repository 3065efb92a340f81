#!/bin/sh
# SPDX-License-Identifier: MIT
#
# c.sh <source folder> <clang>
# For every kind of device that Apple's systems run on: the C interface compiles as C, as C++ and as a
# module, with clang's own headers alone; the plain C sources of the Objective-C binding become Mach-O
# objects, with a few lines in the place of the C library's headers.
set -u
source=$1 clang=$2
failed=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
  echo "$*" >&2
  failed=1
}

mkdir "$dir/include"
cat >"$dir/include/stdlib.h" <<'END'
#include <stddef.h>
void* malloc(size_t);
void* calloc(size_t, size_t);
void* realloc(void*, size_t);
void free(void*);
END
cat >"$dir/include/string.h" <<'END'
#include <stddef.h>
void* memcpy(void*, const void*, size_t);
void* memset(void*, int, size_t);
char* strchr(const char*, int);
int strncmp(const char*, const char*, size_t);
END
cat >"$dir/include/pthread.h" <<'END'
#include <stddef.h>
typedef struct _opaque_pthread_t* pthread_t;
pthread_t pthread_self(void);
size_t pthread_get_stacksize_np(pthread_t);
void* pthread_get_stackaddr_np(pthread_t);
END
# As it is installed, and in XCFrameworks: beside the headers.
mkdir "$dir/installed"
cp -R "$source/include/fastser" "$dir/installed/fastser"
cp "$source/cmake/module.modulemap" "$dir/installed/fastser/module.modulemap"

for target in arm64-apple-ios13.0 arm64-apple-ios13.0-simulator x86_64-apple-ios13.0-simulator \
  arm64-apple-macos11.0 x86_64-apple-macos10.15 arm64-apple-ios14.0-macabi arm64-apple-tvos13.0 \
  arm64_32-apple-watchos6.0 armv7k-apple-watchos6.0 arm64-apple-xros1.0; do
  for language in c objective-c c++ objective-c++; do
    echo '#include <fastser/fastser.h>' |
      "$clang" -target $target -nostdlibinc -fsyntax-only -Wall -Wextra -Werror \
        -I "$source/include" -x $language - || fail "$target: the C interface does not compile as $language"
  done
  printf '@import CFastser;\nint32_t version(void) { return fastser_abi_version(); }\n' |
    "$clang" -target $target -nostdlibinc -fsyntax-only -fmodules -fmodules-cache-path="$dir/cache" \
      -Wall -Wextra -Werror -I "$dir/installed" -x objective-c - ||
    fail "$target: the module CFastser cannot be imported"
  for file in "$source"/bindings/objc/src/*.c; do
    object=$dir/object.o
    "$clang" -target $target -nostdlibinc -isystem "$dir/include" -I "$source/include" -std=c11 -O2 \
      -Wall -Wextra -Werror -c -o "$object" "$file" || fail "$target: $file does not compile"
    # The magic numbers of Mach-O of 64 and of 32 bits.
    case $(od -An -tx1 -N4 "$object" | tr -d ' ') in
      cffaedfe | cefaedfe) ;;
      *) fail "$target: what $file becomes is no Mach-O object" ;;
    esac
  done
done
exit $failed
