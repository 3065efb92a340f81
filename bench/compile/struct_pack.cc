// SPDX-License-Identifier: MIT
#include <ylt/struct_pack.hpp>

#include "records.hpp"

#define ROUND_TRIP(R)                                                 \
  bool round_trip(const R& in, R& out) {                              \
    const auto bytes = struct_pack::serialize<std::vector<char>>(in); \
    return !struct_pack::deserialize_to(out, bytes);                  \
  }
FOR_EACH_RECORD(ROUND_TRIP)
