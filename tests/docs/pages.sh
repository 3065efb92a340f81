#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every page of the tree is among those given, every block of them is covered (blocks.awk wrote down which
# are not), every link to a file of the project, or to a heading of a page, leads there, and
# docs/errors.md has every error code.
#
#   pages.sh BLOCKS SOURCES PAGE...
blocks=$1 sources=$2
shift 2
status=0
cd "$sources" || exit 1

# The headings of a page as links call them: small letters, blanks as "-", no other marks.
headings() {
  awk '/^```/ { inside = !inside } !inside && /^#+ /' "$1" |
    sed -e 's/^#* *//' | tr 'A-Z ' 'a-z-' | sed -e 's/[^a-z0-9_-]//g'
}

# AnalyzerReleases: tables for Roslyn, which a test of the generator compares.
for page in $(find . -name 'build*' -prune -o -name '.git' -prune -o -name bin -prune -o -name obj -prune \
  -o -name '*.md' ! -name 'AnalyzerReleases.*' -print | sed 's,^[.]/,,' | sort); do
  case " $* " in
    *" $page "*) ;;
    *) echo "$page: tests/docs/CMakeLists.txt does not take its blocks"; status=1 ;;
  esac
done

cat "$blocks"/*.errors
[ -z "$(cat "$blocks"/*.errors)" ] || status=1

for page; do
  folder=$(dirname "$page")
  for link in $(awk '/^```/ { inside = !inside } !inside' "$page" | sed -e 's/`[^`]*`//g' |
    grep -o '\](\([^)]*\))' | sed -e 's/^](//' -e 's/)$//' | grep -v -e '^http' -e '^mailto:'); do
    file=${link%%#*}
    target=$page
    [ -z "$file" ] || target=$folder/$file
    if [ ! -e "$target" ]; then
      echo "$page: no file $link"
      status=1
    elif [ "$file" != "$link" ] && ! headings "$target" | grep -qxF -e "${link#*#}"; then
      echo "$page: no heading $link"
      status=1
    fi
  done
done
# What both languages call the codes, and their numbers.
if [ -e include/fastser/status.hpp ]; then
  for code in $(sed -n 's/^  \(k[A-Za-z]*\) = \([1-9][0-9]*\),.*/`\1`:\2/p' include/fastser/status.hpp) \
    $(sed -n '/^#define FASTSER_USAGE/,/^#define FASTSER_IO/s/^#define \(FASTSER_[A-Z_]*\) \([0-9]*\).*/`\1`:\2/p' \
      include/fastser/c/base.h); do
    grep -F -e "${code%:*}" docs/errors.md | grep -q " ${code#*:} |" || {
      echo "docs/errors.md: nothing about ${code%:*}, ${code#*:}"
      status=1
    }
  done
fi
exit $status
