# SPDX-License-Identifier: MIT
#
# What each stage needs, and whether it can run here.

# Libraries whose types have a codec, what shows our own (tests/types, tests/debuggers), and what checks
# JSON Schemas.
types_of_others="libabsl-dev libboost-dev libeigen3-dev libglm-dev gdb python3 python3-jsonschema"

# What a stage needs beside what all need.
packages_of() {
  case $1 in
    quick) echo clang-19 ;;
    native | install)  # the headers are compiled by clang too, where there is one
      echo libmsgpack-cxx-dev libflatbuffers-dev flatbuffers-compiler python3-flatbuffers \
        gobjc libgnustep-base-dev
      [ $require_all = 0 ] || echo clang-19 $types_of_others ;;
    asan-ubsan)
      echo clang-19 libclang-rt-19-dev llvm-19 libc++-19-dev libc++abi-19-dev zlib1g-dev gobjc \
        libgnustep-base-dev ;;
    fuzz) echo clang-19 libclang-rt-19-dev llvm-19 libc++-19-dev libc++abi-19-dev ;;
    tsan | coverage) echo clang-19 libclang-rt-19-dev llvm-19 ;;
    objc)  # compiled as for Apple's systems, too, where there is a clang
      echo gobjc libgnustep-base-dev
      [ $require_all = 0 ] || echo clang-19 $types_of_others ;;
    s390x) echo clang-19 g++-s390x-linux-gnu qemu-user-static ;;
    armhf) echo clang-19 g++-arm-linux-gnueabihf qemu-user-static ;;
    i686) echo clang-19 g++-i686-linux-gnu qemu-user-static ;;  # some kernels cannot run 32-bit programs
    swift) have swift || echo debootstrap ;;
    dotnet)  # and what the libraries for other systems are made and tried with
      ! have dotnet || echo clang-19 zlib1g-dev mono-devel
      ! have dotnet || [ $require_all = 0 ] ||
        echo g++-mingw-w64-x86-64-posix g++-aarch64-linux-gnu wine64 qemu-user-static ;;
    reference) echo doxygen ;;
    format) echo clang-format-14 ;;
    tidy) echo clang-tidy-19 ;;  # 14 cannot read our constraints
  esac
}

has_foundation() {
  [ "$(uname)" = Darwin ] || echo '#import <Foundation/Foundation.h>' |
    gcc -x objective-c -isystem /usr/include/GNUstep -fsyntax-only - 2>/dev/null
}

# As cmake/toolchains/i686.cmake asks it.
runs_i686() { /usr/i686-linux-gnu/lib/ld-linux.so.2 --version >/dev/null 2>&1; }

# can_run <stage>: false, with the reason, when it cannot run here.
can_run() {
  reason=
  case $1 in
    asan-ubsan | fuzz)
      echo '#include <version>' | clang++-19 -stdlib=libc++ -fsyntax-only -x c++ - 2>/dev/null ||
        reason="no clang++-19 with libc++" ;;
    tsan | coverage)
      have clang++-19 || reason="no clang++-19" ;;
    objc) has_foundation || reason="no Objective-C with Foundation" ;;
    s390x)
      first_of qemu-s390x-static qemu-s390x >/dev/null && have s390x-linux-gnu-g++ ||
        reason="no cross compiler or no emulator" ;;
    armhf)
      first_of qemu-arm-static qemu-arm >/dev/null && have arm-linux-gnueabihf-g++ ||
        reason="no cross compiler or no emulator" ;;
    i686)
      have i686-linux-gnu-g++ && { runs_i686 || first_of qemu-i386-static qemu-i386 >/dev/null; } ||
        reason="no cross compiler, or no emulator where the kernel cannot run 32-bit programs" ;;
    swift)
      if ! make_swift_root; then
        reason="no Swift, and no Debian with it (that needs root and debootstrap; $logs/swift.root)"
      elif ! have swift && ! unshare --mount true 2>/dev/null; then
        reason="no Swift, and mounts are not allowed"
      fi ;;
    dotnet)  # no package of Debian's
      local extras
      extras=$(dotnet_extras | tr '\n' ' ')
      if ! dotnet --list-sdks 2>/dev/null | grep -q '^[1-9][0-9]\.'; then
        reason="no .NET SDK 10 or later (https://dot.net)"
      elif [ $require_all = 1 ] && [ "$extras" != "aot mono " ]; then
        reason="no clang or no Mono"
      fi ;;
    reference)
      have doxygen || reason="no doxygen" ;;
    format)
      clang_format=$(first_of clang-format-14 clang-format) || reason="no clang-format" ;;
    tidy)
      clang_tidy=$(first_of clang-tidy-19 clang-tidy) || reason="no clang-tidy" ;;
  esac
  [ -z "$reason" ]
}
