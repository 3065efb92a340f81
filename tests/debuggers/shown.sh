#!/bin/sh
# SPDX-License-Identifier: MIT
#
# shown.sh <gdb> <program> <printers>: gdb shows the values of the program as people read them.
set -u
said=$("$1" -nx -batch -iex 'set auto-load safe-path /' -ex 'set confirm off' -ex "source $3" \
  -ex 'break stop_here' -ex run -ex 'print ok' -ex 'print literal' -ex 'print whole' \
  -ex 'print value' -ex 'print none' -ex 'print buffer' "$2" 2>&1)
failed=0
says() {
  echo "$said" | grep -qF -- "$1" || { echo "does not say: $1" >&2; failed=1; }
}
says 'fastser::Status(ok)'
says 'fastser::Status(bad reference: a literal)'
says 'fastser::Status(truncated at byte 17, items[3].name: made at run time)'
says 'fastser::Result(ok) = {value = '
says '{1, 2, 3}'
says 'fastser::Result(truncated at byte 17, items[3].name: made at run time)'
says 'fastser::Buffer(20 of '
says 'ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ...)'
[ $failed = 0 ] || echo "$said" >&2
exit $failed
