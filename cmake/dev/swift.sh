# SPDX-License-Identifier: MIT
#
# Swift: the stage, and the Debian with Swift that it is built in where there is none.

swift_root=${FASTSER_SWIFT_ROOT:-build/swift/root}

# Downloads and unpacks for two minutes, beside other stages.
make_swift_root() {
  have swift && return 0
  [ "$(id -u)" = 0 ] || return 1
  chroot "$swift_root" sh -c 'command -v swift' >/dev/null 2>&1 && return 0
  have debootstrap || return 1
  say "swift: fetching a Debian with Swift into $swift_root; that takes some minutes, once"
  rm -rf --one-file-system "$swift_root.part" && mkdir -p "$(dirname "$swift_root")" &&
    debootstrap --variant=minbase --include=swiftlang,libc6-dev,g++,libncurses-dev,libxml2-dev,git \
      trixie "$swift_root.part" >"$logs/swift.root" 2>&1 && mv "$swift_root.part" "$swift_root"
}

# Runs a command where Swift is. Mounts are in a namespace of their own, so none outlives it.
with_swift() {
  have swift && { "$@"; return; }
  unshare --mount bash -c '
    root=$1
    shift
    mkdir -p "$root/src" "$root/scratch" && mount -t proc proc "$root/proc" &&
      mount --rbind /dev "$root/dev" && mount --bind . "$root/src" &&
      mount -o remount,bind,ro "$root/src" || exit 1
    exec chroot "$root" env -C /src HOME=/root TMPDIR=/tmp "$@"' with_swift "$swift_root" "$@"
}

# Without what only a debugger reads. Swift finds the tests in the index store, so that stays.
swift_build() {
  with_swift swift build --build-tests -j "$jobs" --scratch-path "$1" -debug-info-format none \
    >"$logs/swift.build" 2>&1
}

# Core and binding are built once, without optimising: what is slow here is the compiler.
stage_swift() {
  local scratch=/scratch
  have swift && scratch=$PWD/build/swift/scratch
  with_progress swift built swift_build "$scratch" ||
    { grep -E -A 3 'error' "$logs/swift.build" | head -n 60; tail -n 3 "$logs/swift.build"; return 1; }
  with_swift swift test --skip-build --scratch-path "$scratch" >"$logs/swift.test" 2>&1 ||
    { grep -E 'error|Fatal|crash' "$logs/swift.test" | head -n 60; tail -n 3 "$logs/swift.test"; return 1; }
  grep -E '^\s*Executed [1-9]' "$logs/swift.test" | tail -n 1
  with_swift sh bindings/objc/examples/todo_test.sh "$scratch/debug/todo" &&
    printf '   the example todo does what it is to do\n'
}
