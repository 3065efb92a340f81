#!/bin/sh
# SPDX-License-Identifier: MIT
#
# floor.sh <include folder> <compilers...>
# A compiler that cannot compile the headers says so in a few lines, whatever header comes first: every one
# given when it is asked for C++17 (those before the last with one header), and those of the releases
# before the oldest that will do, where they are installed. The fallbacks for a compiler without
# extensions, of all public headers together, are compiled too.
set -u
include=$1
shift
public=$(cd "$include" && find fastser -maxdepth 1 -name '*.hpp' | sort)
asked=$public
failed=0

fail() {
  echo "$*" >&2
  failed=1
}

# refuses <sentence> <compiler and options...>
refuses() {
  sentence=$1
  shift
  for header in $asked; do
    said=$(echo "#include <$header>" | "$@" -fsyntax-only -I "$include" -x c++ - 2>&1) &&
      fail "$*: compiles $header"
    echo "$said" | grep -q "error.*$sentence" || fail "$*: $header: does not say: $sentence"
    [ "$(echo "$said" | wc -l)" -le 12 ] || fail "$*: $header: more than a few lines"
  done
}

for last in "$@"; do :; done
for compiler in "$@"; do
  asked=$public
  [ "$compiler" = "$last" ] || asked=fastser/archive.hpp
  refuses 'needs C++20' "$compiler" -std=c++17
  for header in $public; do echo "#include <$header>"; done |
    "$compiler" -std=c++20 -DFASTSER_PLAIN -fsyntax-only -Wall -Wextra -pedantic-errors -Werror \
      -I "$include" -x c++ - || fail "$compiler: the fallbacks do not compile"
  # The undefined-behaviour sanitizer, by the options that docs/faq.md names for g++.
  "$compiler" -std=c++20 -fsanitize=undefined \
    -fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute -fsyntax-only \
    -I "$include" -x c++ - <<'end' || fail "$compiler: not with the sanitizer as docs/faq.md says"
#include <fastser/archive.hpp>
struct Person { int age; std::string name; std::vector<double> scores; };
int main() {
  const auto bytes = fastser::archive::encode(Person{});
  return fastser::archive::decode<Person>(*bytes).ok() ? 0 : 1;
}
end
done
asked=$public
for old in clang++-14 clang++-15; do
  command -v "$old" >/dev/null && refuses 'needs clang 16 or later' "$old" -std=c++20
done
for old in g++-10 g++-11; do
  command -v "$old" >/dev/null && refuses 'needs g++ 12 or later' "$old" -std=c++20
done
exit $failed
