// SPDX-License-Identifier: MIT
#include <fastser/archive.hpp>

#include "records.hpp"

#define ROUND_TRIP(R)                                                     \
  bool round_trip(const R& in, R& out) {                                  \
    const auto bytes = fastser::archive::encode(in);                      \
    return bytes.ok() && fastser::archive::decode_into(*bytes, out).ok(); \
  }
FOR_EACH_RECORD(ROUND_TRIP)
