#!/bin/sh
# SPDX-License-Identifier: MIT
#
# todo_test.sh <program> [command fastser or -]
# Runs an example as a person would, and compares what it says. The examples in Objective-C and in
# Swift are one program.
set -u
todo=$1 fastser=${2:--}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
file=$dir/todo.fsr
failed=0

fail() {
  echo "$*" >&2
  failed=1
}

# says <status> <text> <arguments...>
says() {
  status=$1 text=$2
  shift 2
  said=$("$todo" "$@" 2>&1)
  [ $? = "$status" ] || fail "todo $*: not status $status"
  [ "$said" = "$text" ] || fail "todo $*: says '$said' and not '$text'"
}

says 0 'nothing to do' "$file"
says 0 '  1 [ ] buy milk' "$file" add 'buy milk'
says 0 '  2 [ ] büro: Schlüssel ✓' "$file" add büro 'Schlüssel ✓'
says 0 '  3 [ ] sleep' "$file" add sleep
says 0 '  2 [x] büro: Schlüssel ✓' "$file" done 2
says 0 '' "$file" remove 1
says 0 '  2 [x] büro: Schlüssel ✓
  3 [ ] sleep' "$file"
says 1 'todo: there is no number 7' "$file" done 7
"$todo" >"$dir/out" 2>&1 && fail 'todo without a file: status 0'
grep -q '^usage: todo FILE' "$dir/out" || fail 'todo without a file: no usage'
"$todo" --help >"$dir/out" || fail 'todo --help: fails'
grep -q '^usage: todo FILE' "$dir/out" || fail 'todo --help: no usage'
"$todo" "$file" fly >"$dir/out" 2>&1
[ $? = 2 ] || fail 'todo FILE fly: not status 2'

# A damaged file is an error that names it, and stays as it is.
cp "$file" "$dir/sound"
head -c 40 "$dir/sound" >"$file"
"$todo" "$file" add more >"$dir/out" 2>&1
[ $? = 1 ] || fail 'a damaged file: not status 1'
grep -q "^todo: $file: " "$dir/out" || fail "a damaged file: says '$(cat "$dir/out")'"
[ "$(wc -c <"$file")" = 40 ] || fail 'a damaged file was written over'

# Nor is there a file where there is no folder.
said=$("$todo" "$dir/none/todo.fsr" add more 2>&1 >"$dir/out")
[ $? = 1 ] || fail 'no folder: not status 1'
case $said in
  *'(null)'* | '') fail "no folder: says '$said'" ;;
  "todo: $dir/none/todo.fsr: "*) ;;
  *) fail "no folder: says '$said'" ;;
esac

# Anybody reads it.
if [ "$fastser" != - ]; then
  "$fastser" inspect "$dir/sound" >"$dir/out" && grep -q 'büro' "$dir/out" ||
    fail 'fastser inspect does not read the file'
fi
exit $failed
