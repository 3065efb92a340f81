// SPDX-License-Identifier: MIT
// Made by cmake/amalgamate.py --swift.
#include "archive/plan/block_steps.cc"
#include "archive/plan/compile.cc"
#include "archive/plan/compile_choices.cc"
#include "archive/plan/compile_records.cc"
#include "archive/plan/compile_values.cc"
#include "archive/plan/defaults.cc"
#include "archive/plan/layout.cc"
#include "archive/plan/nodes.cc"
#include "archive/plan/plan.cc"
#include "archive/plan/sizes.cc"
