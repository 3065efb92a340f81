// SPDX-License-Identifier: MIT
//
// A message as a FlatBuffer and back: the same values, whatever their order in objects.
#pragma once

#include "fastser/convert.hpp"
#include "fuzz/target.hpp"
#include "support/canonical.hpp"

namespace fastser::fuzzing {

/// `message`: sound MessagePack.
inline void flat_there_and_back(BytesView message) {
  using convert::Format;
  Buffer schema;
  convert::ConvertOptions options;
  options.new_schema = &schema;
  const auto flat = convert::convert(message, Format::msgpack, Format::flatbuffers, options);
  if (!flat.ok()) broken("no FlatBuffer can say it: " + flat.status().to_string());
  const Status sound = convert::check_flatbuffers(*flat, schema);
  if (!sound.ok()) broken("made an unsound FlatBuffer: " + sound.to_string());
  options.schema = schema;
  const auto back = convert::convert(*flat, Format::flatbuffers, Format::msgpack, options);
  if (!back.ok()) broken("does not come back: " + back.status().to_string());
  if (testing::canonical(message) != testing::canonical(*back)) {
    broken("comes back as something else");
  }
}

}  // namespace fastser::fuzzing
