#!/bin/sh
# SPDX-License-Identifier: MIT
#
# required_reasons.sh <source folder> <nm> <static library>
# Nothing of this library calls what Apple wants a reason for in an app's privacy manifest ("required
# reason API": times of files, time since boot, disk space, keyboards, user defaults), so that the
# manifest, bindings/apple/PrivacyInfo.xcprivacy, may be empty. Looked for in the text of all that is
# built into an app, and among the symbols that this system's library wants. system_stat.cc may call
# stat: it is not for Apple's systems.
set -u
source=$1 nm=$2 library=$3
failed=0

fail() {
  echo "$*" >&2
  failed=1
}

functions='stat|fstat|lstat|fstatat|stat64|fstat64|lstat64|fstatat64|statx|__xstat|__fxstat|__lxstat'
functions="$functions|getattrlist|fgetattrlist|getattrlistat|getattrlistbulk"
functions="$functions|statfs|fstatfs|statvfs|fstatvfs|statfs64|fstatfs64|statvfs64|fstatvfs64"
functions="$functions|mach_absolute_time|mach_continuous_time"
names='NSFile(Creation|Modification)Date|fileModificationDate|fileCreationDate'
names="$names|(NSURL)?([cC]ontentModification|[cC]reation)DateKey|contentModificationDate"
names="$names|systemUptime|[vV]olume(Available|Total)Capacity|NSFileSystem(Free)?Size"
names="$names|systemFreeSize|activeInputModes|UserDefaults|attributesOfItemAtPath|attributesOfItem\("
names="$names|last_write_time|std::filesystem::(space|status|file_size|exists)"

cd "$source" || exit 1
files=$(find src include bindings/objc/src bindings/objc/include bindings/swift/Sources \
  -type f \( -name '*.cc' -o -name '*.c' -o -name '*.m' -o -name '*.h' \
  -o -name '*.hpp' -o -name '*.swift' \) 2>/dev/null |
  grep -v -e '^src/command/' -e '^src/file/system_stat\.cc$' -e '^src/file/system_windows\.cc$')
# Not in comments: a line's text up to its //.
for file in $files; do
  sed 's|//.*||' "$file" | grep -nE "(^|[^a-zA-Z0-9_.>])($functions) *\(|$names" |
    sed "s|^|$file: |"
done >"${TMPDIR:-/tmp}/required_reasons.$$"
[ -s "${TMPDIR:-/tmp}/required_reasons.$$" ] && fail "$(cat "${TMPDIR:-/tmp}/required_reasons.$$")"
rm -f "${TMPDIR:-/tmp}/required_reasons.$$"

# Of each object: "system_stat.cc.o: U fstat".
found=$("$nm" -A -u "$library" | grep -v 'system_stat\.cc\.o' | grep -E "[ _]($functions)(@.*)?\$")
[ -z "$found" ] || fail "$found"
# A test that cannot fail is none: where stat is called, it is seen.
[ "$(uname)" = Darwin ] || "$nm" -A -u "$library" | grep -qE "system_stat\.cc\.o.*[ _]($functions)(@.*)?\$" ||
  fail "the symbols of $library are not what this test takes them for"
sed -n 's/^#if //p' src/file/system_stat.cc | head -n 1 |
  grep -qx '!defined(_WIN32) && !defined(__APPLE__)' || fail "src/file/system_stat.cc is built for Apple's systems"

manifest=bindings/apple/PrivacyInfo.xcprivacy
for key in NSPrivacyTrackingDomains NSPrivacyCollectedDataTypes NSPrivacyAccessedAPITypes; do
  grep -A 1 "<key>$key</key>" $manifest | grep -q '<array/>' || fail "$manifest: $key is not empty"
done
grep -A 1 '<key>NSPrivacyTracking</key>' $manifest | grep -q '<false/>' || fail "$manifest: it tracks"
exit $failed
