#!/bin/sh
# SPDX-License-Identifier: MIT
#
# make_xcframework.sh [--slices="ios ios-simulator ..."] [--sign=IDENTITY] [output folder]
# Builds Fastser.xcframework (the C++ core with its C interface, and the Objective-C binding, as one
# static library) on a Mac with Xcode, CMake and ninja. The slices are presets of CMakePresets.json;
# without --slices: all that the SDKs at hand can build. Output: build/Fastser.xcframework. With
# --sign it is signed, as packages for the App Store are to be.
#
# In an app: drag it in. Swift has `import CFastser` and `import FastserObjC` then, Objective-C and
# C++ have <FastserObjC/FastserObjC.h>, <fastser/fastser.h> and <fastser/archive.hpp>. The app links
# libc++ (-lc++).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
slices= identity= out=$root/build

for argument in "$@"; do
  case $argument in
    --slices=*) slices=${argument#*=} ;;
    --sign=*) identity=${argument#*=} ;;
    -*) sed -n '/^# make_xc/,/^set /p' "$0" | sed -e '$d' -e 's/^# \{0,1\}//'; exit 2 ;;
    *) out=$argument ;;
  esac
done
if [ "$(uname)" != Darwin ] || ! command -v xcodebuild >/dev/null; then
  echo "make_xcframework.sh: needs a Mac with Xcode" >&2
  exit 1
fi

# The SDK that a slice is built with.
sdk_of() {
  case $1 in
    ios) echo iphoneos ;; ios-simulator) echo iphonesimulator ;;
    macos | catalyst) echo macosx ;;
    tvos) echo appletvos ;; tvos-simulator) echo appletvsimulator ;;
    watchos) echo watchos ;; watchos-simulator) echo watchsimulator ;;
    visionos) echo xros ;; visionos-simulator) echo xrsimulator ;;
    *) echo "make_xcframework.sh: no slice $1" >&2; exit 2 ;;
  esac
}
if [ -z "$slices" ]; then
  for slice in ios ios-simulator macos catalyst tvos tvos-simulator watchos watchos-simulator \
    visionos visionos-simulator; do
    if xcrun --sdk "$(sdk_of $slice)" --show-sdk-path >/dev/null 2>&1; then
      slices="$slices $slice"
    else
      echo "no SDK for $slice: left out"
    fi
  done
fi

# One preset's two libraries as one.
build() {
  (cd "$root" && cmake --preset "$1" && cmake --build --preset "$1")
  libtool -static -no_warning_for_no_symbols -o "$root/build/$1/libFastser.a" \
    "$root/build/$1/libfastser.a" "$root/build/$1/bindings/objc/libfastser_objc.a"
}

# Each module map in a folder of its own: the folder of headers is shared with other XCFrameworks.
headers=$root/build/xcframework-headers
rm -rf "$headers"
mkdir -p "$headers"
cp -R "$root/include/fastser" "$root/bindings/objc/include/FastserObjC" "$headers"
cp "$root/cmake/module.modulemap" "$headers/fastser/module.modulemap"
cat >"$headers/FastserObjC/module.modulemap" <<'END'
module FastserObjC {
  umbrella header "FastserObjC.h"
  export *
}
END

set --
for slice in $slices; do
  sdk_of "$slice" >/dev/null
  if [ "$slice" = catalyst ]; then
    build catalyst-arm64
    build catalyst-x86_64
    mkdir -p "$root/build/catalyst"
    lipo -create -output "$root/build/catalyst/libFastser.a" \
      "$root/build/catalyst-arm64/libFastser.a" "$root/build/catalyst-x86_64/libFastser.a"
  else
    build "$slice"
  fi
  set -- "$@" -library "$root/build/$slice/libFastser.a" -headers "$headers"
done
rm -rf "$out/Fastser.xcframework"
xcodebuild -create-xcframework "$@" -output "$out/Fastser.xcframework"
if [ -n "$identity" ]; then
  codesign --timestamp --sign "$identity" "$out/Fastser.xcframework"
fi
echo "$out/Fastser.xcframework"
