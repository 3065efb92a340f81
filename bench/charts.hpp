// SPDX-License-Identifier: MIT
//
// One SVG per workload: a panel of horizontal bars for each operation, shortest on top.
#pragma once

#include <span>
#include <string>

#include "report.hpp"

namespace fastser_bench {

// `tables` are those of one workload. Plain SVG 1.1, no scripts, no fonts to fetch.
std::string chart_svg(const std::string& workload, std::span<const Table> tables);

}  // namespace fastser_bench
