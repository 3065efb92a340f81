// SPDX-License-Identifier: MIT
//
// One attempt to read hostile bytes as a T, and what every attempt must keep:
//
//   - peak live heap <= 32 x input + 64 KiB (plus the fixed cost of a Registry's table)
//   - no object lives on, none is destroyed twice
//   - what was accepted encodes to bytes that are a fixpoint
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "hostile/models.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::testing {

struct Outcome {
  Status status;
  std::size_t peak = 0;       ///< bytes of heap
  std::size_t offset = 0;     ///< of the error
  std::ptrdiff_t leaked = 0;  ///< bytes that outlived the attempt, cycles taken apart
  std::string broken;         ///< which promise was broken; empty: none
};

namespace detail {

template <typename T>
void check_fixpoint(const T& value, const archive::DecodeOptions& decode,
                    const archive::EncodeOptions& encode, std::string& broken) {
  const Result<Buffer> once = archive::encode(value, encode);
  if (!once.ok()) {
    // A graph may be decodable and yet too deep in owners, or hold an unknown class: never here.
    broken = "accepted, but does not encode: " + once.status().to_string();
    return;
  }
  Arena arena;
  archive::DecodeOptions again_options = decode;
  again_options.header = encode.header;
  again_options.arena = decode.arena == nullptr ? nullptr : &arena;
  again_options.limits = Limits::unlimited();
  {
    const Result<T> again = archive::decode<T>(*once, again_options);
    if (!again.ok()) {
      broken = "its own output is refused: " + again.status().to_string();
      return;
    }
    const Result<Buffer> twice = archive::encode(*again, encode);
    const bool same = twice.ok() && twice->size() == once->size() &&
                      std::equal(once->begin(), once->end(), twice->begin());
    if (!same) broken = "no fixpoint";
  }
}

}  // namespace detail

template <typename T>
[[nodiscard]] Outcome attempt(BytesView bytes, const Registry* registry, bool fixpoint = true,
                              archive::Header header = {}) {
  Outcome outcome;
  const AllocScope scope;
  {
    Arena arena;
    archive::DecodeOptions options;
    options.header = header;
    options.registry = registry;
    options.arena = &arena;
    Result<T> value = archive::decode<T>(bytes, options);
    outcome.peak = scope.peak();
    if (value.ok() && fixpoint) {
      archive::EncodeOptions encode;
      encode.registry = registry;
      encode.canonical = true;
      detail::check_fixpoint(*value, options, encode, outcome.broken);
    }
    Live::cut_all();
    outcome.status = value.ok() ? Status() : Status(value.status().code());
    outcome.offset = value.status().offset();
  }
  Live::cut_all();
  if (!outcome.broken.empty()) return outcome;  // the message itself may live on the heap
  outcome.leaked = scope.live();
  if (outcome.leaked != 0) outcome.broken = "leaked " + std::to_string(outcome.leaked);
  if (Live::count() != 0) outcome.broken = "objects outlive the attempt";
  return outcome;
}

}  // namespace fastser::testing
