// SPDX-License-Identifier: MIT
//
// Who takes part: the list is made by CMake from what it found (contender_list.inc in the build
// folder has one CONTENDER(name, version) line each).
#pragma once

#include <vector>

#include "suite.hpp"

namespace fastser_bench {

struct Contender {
  const char* name;
  const char* version;
  void (*add_to)(Suite&);
};

#define CONTENDER(name, version) void register_##name(Suite& suite);
#include "contender_list.inc"
#undef CONTENDER

inline std::vector<Contender> contenders() {
  return {
#define CONTENDER(name, version) {#name, version, register_##name},
#include "contender_list.inc"
#undef CONTENDER
  };
}

}  // namespace fastser_bench
