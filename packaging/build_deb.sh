#!/bin/sh
# SPDX-License-Identifier: MIT
#
# build_deb.sh [options of dpkg-buildpackage]: Debian's packages of the committed sources in build/deb, and
# what lintian says of them. Needs debhelper, dpkg-dev, cmake, ninja-build, lintian.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(fastser VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
work=$PWD/build/deb
rm -rf "$work"
mkdir -p "$work"
git archive --prefix="fastser-$version/" HEAD | gzip -9n >"$work/fastser_$version.orig.tar.gz"
tar xf "$work/fastser_$version.orig.tar.gz" -C "$work"
cp -R packaging/debian "$work/fastser-$version/debian"
(cd "$work/fastser-$version" && dpkg-buildpackage -us -uc "$@")
lintian --fail-on error --display-info "$work"/*.changes
