// SPDX-License-Identifier: MIT
//
// PayloadWriter: the values of a document, written as its measured layout says, whose Type is given
// along. It walks document and layout side by side; strings and objects take their numbers in the
// order they are written.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "convert/document/layout.hpp"
#include "fastser/internal/schema/table_builder.hpp"
#include "fastser/type.hpp"

namespace fastser::convert {

class PayloadWriter {
 public:
  PayloadWriter(Layout& layout, const Type& type);

  void value(std::uint32_t node, std::uint32_t where);
  std::vector<std::uint8_t> out;

 private:
  void bare(std::uint32_t node, std::uint32_t where);
  void list(std::uint32_t node, std::uint32_t where);
  void object(std::uint32_t node, std::uint32_t number);
  void record(std::uint32_t node, std::uint32_t number);
  void map(std::uint32_t node, std::uint32_t number);
  void any(std::uint32_t node);
  void pairs(std::uint32_t node, const Slot& slot);
  void exact(const Node& node);
  void integer(schema::TypeCode code, std::uint64_t bits);
  void real(schema::TypeCode code, const Node& node);
  void text(std::uint64_t number, bool shared);
  bool seen(const Node& node, std::uint32_t owner, std::uint64_t kind);

  void varint(std::uint64_t value) { schema::append_varint(out, value); }
  void code(schema::TypeCode code) { out.push_back(static_cast<std::uint8_t>(code)); }
  void fixed(std::uint64_t bits, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      out.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  }

  Layout& layout_;
  const Document& document_;
  std::uint64_t ext_shape_ = 0;         // of extensions, where there are any
  std::vector<std::uint32_t> numbers_;  // of texts as shared strings
  std::uint32_t next_string_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t, NumberHash> objects_;
};

}  // namespace fastser::convert
