// SPDX-License-Identifier: MIT
//
// Declarations as a binary schema: the types of FlatBuffers' reflection.fbs as records, written by
// the codec itself. Fields are in the order of their ids there; what comes behind the last one here
// we do not write, and readers do without.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fastser/flat.hpp"

namespace fastser::flat {
namespace reflection {

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
};
// The vectors are there even when they are empty: reflection.fbs requires them.
struct Schema {
  std::optional<std::vector<std::shared_ptr<Object>>> objects;
  std::optional<std::vector<Enum>> enums;
  std::string file_ident;
  std::string file_ext;
  std::shared_ptr<Object> root_table;
};

}  // namespace reflection

namespace {

// For each declaration its place among the objects or the unions, which are sorted by name.
std::vector<std::int32_t> places_of(const Declarations& schema, bool choices) {
  std::vector<std::size_t> sorted;
  for (std::size_t i = 0; i < schema.all.size(); ++i) {
    if ((schema.all[i].kind == Declaration::Kind::choice) == choices) sorted.push_back(i);
  }
  std::sort(sorted.begin(), sorted.end(),
            [&](std::size_t a, std::size_t b) { return schema.all[a].name < schema.all[b].name; });
  std::vector<std::int32_t> places(schema.all.size(), -1);
  for (std::size_t i = 0; i < sorted.size(); ++i) places[sorted[i]] = static_cast<std::int32_t>(i);
  return places;
}

class Reflector {
 public:
  explicit Reflector(const Declarations& schema)
      : schema_(schema), objects_(places_of(schema, false)), choices_(places_of(schema, true)) {}

  [[nodiscard]] reflection::Schema schema() const {
    reflection::Schema out;
    out.objects.emplace(count(objects_));
    out.enums.emplace(count(choices_));
    for (std::size_t i = 0; i < schema_.all.size(); ++i) {
      const Declaration& one = schema_.all[i];
      if (one.kind == Declaration::Kind::choice) {
        (*out.enums)[static_cast<std::size_t>(choices_[i])] = choice(one, choices_[i]);
      } else {
        (*out.objects)[static_cast<std::size_t>(objects_[i])] =
            std::make_shared<reflection::Object>(object(one));
      }
    }
    if (schema_.root >= 0) {
      const std::int32_t root = objects_[static_cast<std::size_t>(schema_.root)];
      out.root_table = (*out.objects)[static_cast<std::size_t>(root)];
    }
    return out;
  }

 private:
  static std::size_t count(const std::vector<std::int32_t>& places) {
    return static_cast<std::size_t>(
        std::count_if(places.begin(), places.end(), [](std::int32_t at) { return at >= 0; }));
  }
  [[nodiscard]] std::uint32_t size_of(BaseType base, std::int32_t index) const {
    switch (base) {
      case BaseType::None: return 0;
      case BaseType::UType:
      case BaseType::Bool:
      case BaseType::Byte:
      case BaseType::UByte: return 1;
      case BaseType::Short:
      case BaseType::UShort: return 2;
      case BaseType::Long:
      case BaseType::ULong:
      case BaseType::Double: return 8;
      case BaseType::Obj: {
        const Declaration& of = schema_.all[static_cast<std::size_t>(index)];
        return of.kind == Declaration::Kind::structure ? of.bytes : 4;
      }
      default: return 4;
    }
  }
  [[nodiscard]] reflection::Type type(const TypeRef& from) const {
    reflection::Type out;
    out.base_type = static_cast<std::int8_t>(from.base);
    out.element = static_cast<std::int8_t>(from.element);
    out.fixed_length = from.fixed_length;
    out.base_size = size_of(from.base, from.index);
    if (from.element != BaseType::None) out.element_size = size_of(from.element, from.index);
    if (from.base == BaseType::Array) out.base_size = out.element_size * from.fixed_length;
    if (from.index >= 0) {
      const auto index = static_cast<std::size_t>(from.index);
      out.index = objects_[index] >= 0 ? objects_[index] : choices_[index];
    }
    return out;
  }
  [[nodiscard]] reflection::Object object(const Declaration& from) const {
    reflection::Object out;
    out.name = from.name;
    out.is_struct = from.kind == Declaration::Kind::structure;
    out.minalign = from.alignment;
    out.bytesize = from.bytes;
    out.fields.emplace();
    for (const FieldDeclaration& field : from.fields) add_field(field, out.is_struct, *out.fields);
    if (!out.is_struct) add_unused(from, *out.fields);
    std::sort(out.fields->begin(), out.fields->end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return out;
  }
  static std::uint16_t entry(std::uint16_t slot) {
    return static_cast<std::uint16_t>(4 + 2 * slot);
  }
  void add_field(const FieldDeclaration& from, bool in_structure,
                 std::vector<reflection::Field>& out) const {
    reflection::Field field;
    field.name = from.name;
    field.type = type(from.type);
    field.id = from.slot;
    field.offset = in_structure ? from.offset : entry(from.slot);
    field.default_integer = from.default_integer;
    field.default_real = from.default_real;
    field.key = from.key;
    field.optional = from.type.optional;
    if (from.type.base == BaseType::Union) {
      reflection::Field tag;
      tag.name = from.name + "_type";
      tag.type = type(TypeRef{.base = BaseType::UType, .index = from.type.index});
      tag.id = static_cast<std::uint16_t>(from.slot - 1);
      tag.offset = entry(tag.id);
      out.push_back(std::move(tag));
    }
    out.push_back(std::move(field));
  }
  // Numbers that no field has, as the text has them.
  static void add_unused(const Declaration& from, std::vector<reflection::Field>& out) {
    std::vector<bool> taken;
    for (const FieldDeclaration& field : from.fields) {
      if (taken.size() <= field.slot) taken.resize(field.slot + std::size_t{1});
      taken[field.slot] = true;
      if (field.type.base == BaseType::Union) taken[field.slot - std::size_t{1}] = true;
    }
    for (std::size_t slot = 0; slot < taken.size(); ++slot) {
      if (taken[slot]) continue;
      reflection::Field field;
      field.name = "unused" + std::to_string(slot);
      field.type.base_type = static_cast<std::int8_t>(BaseType::UByte);
      field.type.base_size = 1;
      field.id = static_cast<std::uint16_t>(slot);
      field.offset = entry(field.id);
      field.deprecated = true;
      out.push_back(std::move(field));
    }
  }
  [[nodiscard]] reflection::Enum choice(const Declaration& from, std::int32_t own) const {
    reflection::Enum out;
    out.name = from.name;
    out.is_union = true;
    out.underlying_type = type(TypeRef::scalar(BaseType::UType));
    out.underlying_type.index = own;
    out.values.emplace();
    out.values->resize(1 + from.alternatives.size());
    (*out.values)[0].name = "NONE";
    (*out.values)[0].union_type = std::make_unique<reflection::Type>();
    for (std::size_t i = 0; i < from.alternatives.size(); ++i) {
      reflection::EnumValue& value = (*out.values)[i + 1];
      value.name = alternative_name(schema_, from, i);
      value.value = static_cast<std::int64_t>(i + 1);
      value.union_type =
          std::make_unique<reflection::Type>(type(TypeRef::object(from.alternatives[i])));
    }
    return out;
  }

  const Declarations& schema_;
  std::vector<std::int32_t> objects_;
  std::vector<std::int32_t> choices_;
};

}  // namespace

Result<Buffer> to_binary(const Declarations& schema) {
  return guarded([&]() -> Result<Buffer> {
    return encode(Reflector(schema).schema(), {.identifier = "BFBS"});
  });
}

}  // namespace fastser::flat
