# SPDX-License-Identifier: MIT
#
# ./dev doctor: what is missing on this machine, what cannot run without it, and how to get it.

# What is looked for | what it is for | Debian's packages | brew's names. Programs of one line stand in
# for each other; a header is looked for by the C++ compiler. "-": not to be had there.
doctor_table="
g++ clang++               |everything                        |g++                          |-
cmake                     |everything                        |cmake                        |cmake
ninja                     |everything                        |ninja-build                  |ninja
git                       |everything                        |git                          |git
pkg-config pkgconf        |test: install                     |pkg-config                   |pkgconf
ccache                    |faster builds                     |ccache                       |ccache
<gtest/gtest.h>           |test                              |libgtest-dev googletest      |googletest
<nlohmann/json.hpp>       |test (else CMake downloads it)   |nlohmann-json3-dev         |nlohmann-json
clang++-19                |test: asan-ubsan, tsan; fuzz      |clang-19 libclang-rt-19-dev llvm-19 libc++-19-dev libc++abi-19-dev|llvm@19
clang-format-14 clang-format|fmt, test: format               |clang-format-14              |clang-format
clang-tidy-19 clang-tidy  |test: tidy                        |clang-tidy-19                |llvm@19
i686-linux-gnu-g++        |test: i686                        |g++-i686-linux-gnu           |-
s390x-linux-gnu-g++       |test: s390x                       |g++-s390x-linux-gnu          |-
qemu-s390x-static qemu-s390x|test: s390x                     |qemu-user-static             |-
arm-linux-gnueabihf-g++   |test: armhf                       |g++-arm-linux-gnueabihf      |-
flatc                     |test: comparisons, bench          |flatbuffers-compiler libflatbuffers-dev python3-flatbuffers|flatbuffers
<msgpack.hpp>             |test: comparisons, bench          |libmsgpack-cxx-dev           |msgpack-cxx
<Foundation/Foundation.h> |test: objc                        |gobjc libgnustep-base-dev    |-
swift debootstrap         |test: swift                       |debootstrap                  |-
dotnet                    |test: dotnet                      |-                            |dotnet
mono                      |test: dotnet                      |mono-devel                   |mono
<benchmark/benchmark.h>   |bench                             |libbenchmark-dev             |google-benchmark
<cereal/cereal.hpp>       |bench: rivals                     |libcereal-dev                |cereal
<boost/archive/binary_oarchive.hpp>|bench: rivals            |libboost-serialization-dev   |boost
protoc                    |bench: rivals                     |libprotobuf-dev protobuf-compiler|protobuf
capnp                     |bench: rivals                     |libcapnp-dev capnproto       |capnp
doxygen                   |docs, test: reference             |doxygen                      |doxygen
mkdocs                    |docs                              |mkdocs mkdocs-material       |mkdocs-material
chromedriver              |docs --check                      |chromium-driver python3-selenium|chromedriver
"

# found <what>: prints where the first of them is; false when none is.
found() {
  local what compiler
  for what in $1; do
    case $what in
      "<Foundation/"*) has_foundation && echo "a header" && return ;;
      "<"*)
        compiler=$(first_of g++ clang++) &&
          echo "#include $what" | "$compiler" -std=c++20 -x c++ -M - >/dev/null 2>&1 && echo "a header" && return ;;
      *) command -v "$what" && return ;;
    esac
  done
  return 1
}

run_doctor() {
  local what use debian brew where apt="" brews="" other="" line='   %-8s %-38s %s\n'
  printf "$line" there what "for, or where"
  while IFS='|' read -r what use debian brew; do
    [ -n "$what" ] || continue
    read -r what <<<"$what"  # blanks around
    if where=$(found "$what"); then
      printf "$line" yes "$what" "$where"
      continue
    fi
    printf "$line" MISSING "$what" "$use"
    case $(uname) in
      Darwin) [ "$brew" = - ] && other="$other $what" || brews="$brews $brew" ;;
      *) [[ $debian = -* ]] && other="$other $what" || apt="$apt $debian" ;;
    esac
  done <<<"$doctor_table"
  if [ -z "$apt$brews$other" ]; then
    say "nothing is missing"
    return
  fi
  echo
  [ -z "$apt" ] || say "apt-get install $(printf '%s\n' $apt | sort -u | tr '\n' ' ')"
  [ -z "$brews" ] || say "brew install $(printf '%s\n' $brews | sort -u | tr '\n' ' ')"
  case "$other " in
    *" g++"*) say "C++: xcode-select --install" ;;
  esac
  case "$other " in
    *" swift"*) say "Swift: xcode-select --install, or https://swift.org/install" ;;
  esac
  case "$other " in
    *" dotnet"*) say ".NET SDK 10 or later: https://dot.net" ;;
  esac
  [ "$(uname)" != Darwin ] || say "other architectures, and Objective-C on GNUstep, are tested on Linux only"
  have cmake && have ninja && found "g++ clang++" >/dev/null ||
    { say "without the first three lines nothing can be built"; return 1; }
}
