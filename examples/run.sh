#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Runs an example in an empty folder; fails if it fails, or prints something else than the file has.
#
#   run.sh PROGRAM OUTPUT
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
"$1" >printed 2>&1 || { cat printed; echo "exit code not 0"; exit 1; }
diff -u "$2" printed
