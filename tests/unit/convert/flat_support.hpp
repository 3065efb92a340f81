// SPDX-License-Identifier: MIT
//
// Conversions by way of a FlatBuffer: its bytes and the schema that goes with them.
#pragma once

#include <string>
#include <string_view>

#include "fastser/flat.hpp"
#include "unit/convert/convert_support.hpp"

namespace fastser::convert {

struct Flat {
  Bytes data;
  Bytes schema;
};

inline Flat to_flat(BytesView input, Format from, ConvertOptions options = {}) {
  Buffer schema;
  options.new_schema = &schema;
  Flat out;
  out.data = must(input, from, Format::flatbuffers, options);
  out.schema = Bytes(schema.begin(), schema.end());
  return out;
}
inline std::string schema_text(BytesView input, Format from) {
  Buffer schema;
  static_cast<void>(
      must(input, from, Format::flatbuffers, {.new_schema = &schema, .schema_as_text = true}));
  return text(schema);
}
inline Bytes from_flat(const Flat& flat, Format to, ConvertOptions options = {}) {
  options.schema = flat.schema;
  return must(flat.data, Format::flatbuffers, to, options);
}
inline Status flat_fails(BytesView data, BytesView schema, Format to, ConvertOptions options = {}) {
  options.schema = schema;
  return fails(data, Format::flatbuffers, to, options);
}

/// A value of a C++ type as a FlatBuffer with the schema of the type: somebody else's.
template <typename T>
Flat flat_of_type(const T& value) {
  const auto data = flat::encode(value);
  const auto schema = flat::binary_schema<T>();
  EXPECT_TRUE(data.ok() && schema.ok());
  return {Bytes(data->begin(), data->end()), Bytes(schema->begin(), schema->end())};
}

}  // namespace fastser::convert
