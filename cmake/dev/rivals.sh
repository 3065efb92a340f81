# SPDX-License-Identifier: MIT
#
# The other libraries that the benchmark compares with: the releases that docs/benchmarks.md was
# measured with, what is there of them, and where to get what is not. Nothing is fetched here.

# Folder in --rivals=DIR, a file that shows it is there, the release, its commit, where it comes from.
header_rivals="
bitsery       include/bitsery/bitsery.h            v5.2.4          ee992d8b5782e41792e4810c5b00ad4625783427 https://github.com/fraillt/bitsery
fory          cpp/fory/serialization/fory.h        main            c8bf23342ba33d8257f350ffdc2b220b8cc55291 https://github.com/apache/fory
glaze         include/glaze/beve.hpp               v7.0.0          407c0cce7da85b2fff323ff8e676b81d50a2d4cb https://github.com/stephenberry/glaze
yalantinglibs include/ylt/struct_pack.hpp          0.6.1+35        393e27e8d47e91536763024192eb86b845011ae5 https://github.com/alibaba/yalantinglibs
zpp_bits      zpp_bits.h                           v4.7.6          4a57ecd68a481c2cd6e7ee94aaf83282a735fded https://github.com/eyalz800/zpp_bits
"

# Debian's package, and its version.
packaged_rivals="
libboost-serialization-dev 1.74.0
libcapnp-dev 0.9.2
libcereal-dev 1.3.2
libflatbuffers-dev 2.0.8
libmsgpack-cxx-dev 4.1.3
libprotobuf-dev 3.21.12
"

# name_rivals <folder or nothing>: a line for each; behind them the commands that get what is missing.
name_rivals() {
  local dir=$1 name header release commit address there missing=""
  printf '   %-28s %-14s %s\n' rival "measured with" here
  while read -r name header release commit address; do
    [ -n "$name" ] || continue
    if [ -z "$dir" ]; then
      there="not looked for: no --rivals=DIR"
    elif [ -e "$dir/$name/$header" ] || [ -e "$dir/$name/${header#*/}" ]; then
      there=$(git -C "$dir/$name" describe --tags --always 2>/dev/null) || there="yes, of unknown release"
      [ "$(git -C "$dir/$name" rev-parse HEAD 2>/dev/null)" != "$commit" ] || there="the same"
    else
      there="missing: $dir/$name/$header is not there"
      missing="$missing      git clone $address $dir/$name && git -C $dir/$name checkout $commit
"
    fi
    printf '   %-28s %-14s %s\n' "$name" "$release" "$there"
  done <<<"$header_rivals"
  while read -r name release; do
    [ -n "$name" ] || continue
    there="missing: apt-get install $name"
    have dpkg-query || there="looked for by CMake"
    ! dpkg-query -W -f='${Version}' "$name" >/dev/null 2>&1 || there=$(dpkg-query -W -f='${Version}' "$name")
    printf '   %-28s %-14s %s\n' "$name" "$release" "$there"
  done <<<"$packaged_rivals"
  [ -z "$missing" ] || printf '   to get what is missing:\n%s' "$missing"
}
