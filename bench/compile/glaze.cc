// SPDX-License-Identifier: MIT
#include <glaze/beve.hpp>

#include "records.hpp"

#define ROUND_TRIP(R)                                                  \
  bool round_trip(const R& in, R& out) {                               \
    std::string bytes;                                                 \
    return !glz::write_beve(in, bytes) && !glz::read_beve(out, bytes); \
  }
FOR_EACH_RECORD(ROUND_TRIP)
