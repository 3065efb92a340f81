// SPDX-License-Identifier: MIT
//
// The types of FlatBuffers' reflection.fbs as records: a binary schema is a FlatBuffer of them, so
// the codec itself writes and reads it. Fields are in the order of their ids there; what comes
// behind the last one here we do not write, and do without where others did.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fastser::flat::reflection {

// A class version makes tables of them, whatever they hold.
struct Type {
  static constexpr std::uint32_t fastser_version = 1;
  std::int8_t base_type = 0;
  std::int8_t element = 0;
  std::int32_t index = -1;
  std::uint16_t fixed_length = 0;
  std::uint32_t base_size = 4;
  std::uint32_t element_size = 0;
};
struct KeyValue {
  std::string key;
  std::string value;
};
struct Object;
struct EnumValue {
  std::string name;
  std::int64_t value = 0;
  std::optional<std::string> object;  // never there: deprecated
  std::unique_ptr<Type> union_type;
};
struct Enum {
  std::string name;
  std::optional<std::vector<EnumValue>> values;
  bool is_union = false;
  Type underlying_type;
  std::optional<std::vector<KeyValue>> attributes;
};
struct Field {
  std::string name;
  Type type;
  std::uint16_t id = 0;
  std::uint16_t offset = 0;
  std::int64_t default_integer = 0;
  double default_real = 0;
  bool deprecated = false;
  bool required = false;
  bool key = false;
  std::optional<std::vector<KeyValue>> attributes;
  std::vector<std::string> documentation;
  bool optional = false;
};
struct Object {
  std::string name;
  std::optional<std::vector<Field>> fields;
  bool is_struct = false;
  std::int32_t minalign = 1;
  std::int32_t bytesize = 0;
  std::optional<std::vector<KeyValue>> attributes;
};
// The vectors are there even when they are empty: reflection.fbs requires them.
struct Schema {
  std::optional<std::vector<std::shared_ptr<Object>>> objects;
  std::optional<std::vector<Enum>> enums;
  std::string file_ident;
  std::string file_ext;
  std::shared_ptr<Object> root_table;
};

}  // namespace fastser::flat::reflection
