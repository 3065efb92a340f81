// SPDX-License-Identifier: MIT
#include <zpp_bits.h>

#include "records.hpp"

#define ROUND_TRIP(R)                                                     \
  bool round_trip(const R& from, R& to) {                                 \
    auto [bytes, in, out] = zpp::bits::data_in_out();                     \
    return !zpp::bits::failure(out(from)) && !zpp::bits::failure(in(to)); \
  }
FOR_EACH_RECORD(ROUND_TRIP)
