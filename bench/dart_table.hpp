// SPDX-License-Identifier: MIT
//
// The comparison of serializers in Dart (2020) that libfastser was set to beat: each of its rows,
// and in its place what this run has measured on the same record, in one table.
#pragma once

#include <ostream>
#include <span>

#include "report.hpp"

namespace fastser_bench {

// Nothing when the run has no `person`.
void write_dart_table(std::ostream& out, std::span<const Table> tables);

}  // namespace fastser_bench
