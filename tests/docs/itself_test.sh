#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The tests of the pages fail where they should: pages are made up here that each have one mistake.
#
#   itself_test.sh TESTS_DOCS AWK
here=$1 awk=$2
top=$(mktemp -d) || exit 1
trap 'rm -rf "$top"' EXIT
mkdir -p "$top/tests/docs/wrap" "$top/docs" "$top/out" "$top/programs"
status=0

# page TEXT: makes TEXT the page; the errors of its blocks lie in $top/out/page.errors.
page() {
  rm -f "$top"/out/*
  printf '%b' "$1" >"$top/docs/page.md"
  "$awk" -v page=docs/page.md -v name=page -v "top=$top" -v "out=$top/out" -f "$here/blocks.awk"
}
wrong() {
  echo "failed: $*"
  status=1
}
# refuses WHAT MESSAGE: the page has the error.
refuses() { grep -qF -e "$2" "$top/out/page.errors" || wrong "$1: no error '$2': $(cat "$top/out/page.errors")"; }
accepts() { [ ! -s "$top/out/page.errors" ] || wrong "$1: $(cat "$top/out/page.errors")"; }
run() { sh "$here/run.sh" page "$top/out" "$top/programs" "$top" >"$top/log" 2>&1; }

exceptions=$top/tests/docs/exceptions.txt
: >"$exceptions"
page 'a\n```cpp\nint x;\n```\n'
refuses 'a fragment without a wrapper' 'docs/page.md:2: nothing covers this block of cpp'
page '```\ntext\n```\n'
refuses 'a block without a language' 'nothing covers this block of no language'
page '```swift\nlet x = 1\n```\n'
refuses 'another language' 'nothing covers this block of swift'
page '```text\nnobody prints this\n```\n'
refuses 'an output of nothing' 'nothing covers this block of text'
page '```cpp\nint main() { std::printf("x"); return 0; }\n```\n'
refuses 'a program that lacks an include' 'uses printf( without #include of <cstdio>'
page '  ```cpp\nint main() { return 0; }\n  ```\n'
refuses 'a block that would not be seen' 'must begin in the first column'
page '~~~cpp\nint x;\n~~~\n'
refuses 'a block by another mark' 'must begin in the first column, with ```'
page '* ```cpp\n  int x;\n  ```\n'
refuses 'a block in a list' 'must begin in the first column'
page 'Text\n\n    int x;\n'
refuses 'a block by blanks' 'not with blanks'
page 'Text\n\n* a list\n  ```cpp {#x}\n  ```\n'
refuses 'a language with more behind it' 'must begin in the first column'
page '<pre>int x;</pre>\n'
refuses 'a block in HTML' 'must begin in the first column'
page '```cpp\nint main() { return 0; }\n'
refuses 'a block without an end' 'this block has no end'
page '<!-- test: in wrap.cc -->\n\nText\n\n```sh\ntrue\n```\n'
refuses 'a comment that belongs to no block' 'no block follows this comment'
page '<!-- test: in wrap.cc -->\n```cpp\nint x;\n```\n'
refuses 'a wrapper that is not there' 'there is no tests/docs/wrap/wrap.cc'
printf '//@\nint main() {\n//@\n  return 0;\n}\n' >"$top/tests/docs/wrap/wrap.cc"
page '<!-- test: in wrap.cc -->\n```cpp\nint x;\n```\n'
refuses 'a piece too few' 'has 2 places for 1 pieces'
page '<!-- test: lines -->\n```cpp\nint main() { return 0; }\n```\n'
refuses 'a comment that says nothing' 'no such comment: lines'
page '<!-- test: by tests/install -->\n```swift\nlet x = 1\n```\n'
refuses 'a block that tests/install cannot build' 'nothing covers this block of swift'
page '<!-- test: in wrap.cc -->\n```cpp\nint x;\n...\nx = 1;\n```\n'
accepts 'two pieces for two places'

echo 'docs/page.md | swift | let x | no Swift here' >"$exceptions"
page '```swift\nlet x = 1\n```\n'
accepts 'an exception'
page '```swift\nlet x = 1\n```\n\n```swift\nlet x = 2\n```\n'
refuses 'a second block by the same exception' 'docs/page.md:5: nothing covers this block of swift'
page 'nothing\n'
refuses 'an exception that is not needed any more' 'no block has "let x"'
echo 'docs/page.md | swift | let x |' >"$exceptions"
page '```swift\nlet x = 1\n```\n'
refuses 'an exception without a reason' 'not `page | language | text | reason`'
: >"$exceptions"

page '```sh\necho one\n```\n\nIt prints\n\n```text\none\n```\n'
run || wrong "a right output: $(cat "$top/log")"
page '```sh\necho one\n```\n\n```text\ntwo\n```\n'
run && wrong 'a wrong output passes'
page '```sh\nfalse\ntrue\n```\n'
run && wrong 'a command that fails passes'
page '```cpp\nint main() { return 0; }\n```\n'
printf '#!/bin/sh\nexit 3\n' >"$top/programs/docs_page" && chmod +x "$top/programs/docs_page"
run && wrong 'a program that fails passes'
printf 'first line;\n  second line;\n\n  third line;\n  fourth line;\n' >"$top/elsewhere.cc"
# lines TEXT: whether a block of TEXT stands in that file.
lines() {
  page "<!-- test: lines of elsewhere.cc -->\n\`\`\`cpp\n$1\n\`\`\`\n"
  run
}
lines '  first line;\nsecond line;\nthird line;' || wrong "lines that are there: $(cat "$top/log")"
lines 'third line;\n...\nfirst line;\n\nfourth line;' || wrong "pieces that are there: $(cat "$top/log")"
lines 'fifth line;' && wrong 'lines that are not there pass'
lines 'line;' && wrong 'a part of a line passes'
lines 'first line;\nthird line;' && wrong 'lines that leave out one between pass'
lines 'second line;\nfirst line;' && wrong 'lines in another order pass'
lines 'fourth line;\nfifth line;' && wrong 'lines that go on behind the end of the file pass'

pages() { sh "$here/pages.sh" "$top/out" "$top" docs/page.md >"$top/log" 2>&1; }
page '# A page, or two\n[here](#a-page-or-two) [this](page.md#a-page-or-two) [web](https://example.com)\n'
pages || wrong "links that lead somewhere: $(cat "$top/log")"
page '[gone](gone.md)\n'
pages && wrong 'a link to no file passes'
page '# A page\n[gone](page.md#another)\n'
pages && wrong 'a link to no heading passes'
page '```cpp\nint x;\n```\n'
pages && wrong 'a block that nothing covers passes'
page 'nothing\n'
pages || wrong "a page without blocks: $(cat "$top/log")"
mkdir "$top/another" && : >"$top/another/page.md"
pages && wrong 'a page that nobody reads passes'
exit $status
