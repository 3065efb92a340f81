// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "archive/walk/unique_keys.cc"
#include "archive/walk/verify.cc"
#include "archive/walk/walker.cc"
#include "archive/walk/walker_containers.cc"
#include "archive/walk/walker_objects.cc"
#include "archive/walk/walker_path.cc"
#include "archive/walk/walker_scalars.cc"
#include "archive/walk/without_names.cc"
