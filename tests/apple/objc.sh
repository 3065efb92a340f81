#!/bin/sh
# SPDX-License-Identifier: MIT
#
# objc.sh <source folder> <clang> <GNUstep's headers> <gcc's own headers>
# The Objective-C binding as Apple's compiler takes it, with ARC and without: for Apple's run-time
# library, the branches for Apple's systems chosen. Foundation is GNUstep's, and what that lacks is in
# apple_foundation.h.
set -u
source=$1 clang=$2 gnustep=$3 gcc=$4
here=$source/tests/apple
failed=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# One function of gcc's headers looks into objects, which ARC does not let it.
cp -R "$gcc/objc" "$dir/objc"
sed 's/object->class_pointer/(Class)0/' "$gcc/objc/runtime.h" >"$dir/objc/runtime.h"

# compile <options and file...>
compile() {
  "$clang" -fobjc-runtime=macosx-10.15 -fexceptions -fobjc-exceptions -fsyntax-only -Wall -Wextra -Werror \
    -DGNUSTEP=1 -DGNUSTEP_BASE_LIBRARY=1 -DGNU_RUNTIME=1 -D_NATIVE_OBJC_EXCEPTIONS=1 \
    -isystem "$gnustep" -isystem "$dir" -include "$here/apple_foundation.h" \
    -I "$source/include" -I "$source/bindings/objc/include" "$@"
}

# encodeBytes:length: takes a const void * there, and GNUstep's a void *.
for file in "$source"/bindings/objc/src/*.m; do
  for arc in -fobjc-arc -fno-objc-arc; do
    compile $arc -Wno-mismatched-parameter-types "$file" || failed=1
  done
done
# A program of one's own: every header alone, twice.
for header in "$source"/bindings/objc/include/FastserObjC/*.h; do
  name=FastserObjC/${header##*/}
  for arc in -fobjc-arc -fno-objc-arc; do
    printf '#import <%s>\n#import <%s>\n' "$name" "$name" | compile $arc -x objective-c - || failed=1
  done
done
exit $failed
