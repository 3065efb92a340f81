// SPDX-License-Identifier: MIT
//
// Declarations as a binary schema. Attributes that are FlatBuffers' own are written too, as flatc
// does with --bfbs-builtins, where Declarations name them.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fastser/flat.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "flat/reflection.hpp"

namespace fastser::flat {
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
    out.file_ident = schema_.identifier;
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
    if (base == BaseType::None) return 0;
    if (base != BaseType::Obj) return inline_size(base);
    const Declaration& of = schema_.all[static_cast<std::size_t>(index)];
    return of.kind == Declaration::Kind::structure ? of.bytes : 4;
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
    out.attributes = attributes(from.attributes);
    out.fields.emplace();
    for (const FieldDeclaration& field : from.fields) add_field(field, out.is_struct, *out.fields);
    if (!out.is_struct) add_unused(from, *out.fields);
    std::sort(out.fields->begin(), out.fields->end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return out;
  }
  // Sorted: readers look for them by their names.
  static std::optional<std::vector<reflection::KeyValue>> attributes(
      const std::vector<Attribute>& from) {
    if (from.empty()) return std::nullopt;
    std::vector<reflection::KeyValue> out;
    out.reserve(from.size());
    for (const Attribute& one : from) out.push_back({one.name, one.value.value_or("0")});
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
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
    field.deprecated = from.deprecated;
    field.required = from.required;
    field.attributes = attributes(from.attributes);
    if (from.has_tag()) {
      reflection::Field tag;
      tag.name = from.name + "_type";
      tag.type = type(from.type.base == BaseType::Union
                          ? TypeRef{.base = BaseType::UType, .index = from.type.index}
                          : TypeRef::list(BaseType::UType, from.type.index));
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
      if (field.has_tag()) taken[field.slot - std::size_t{1}] = true;
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
      const std::int32_t of = from.alternatives[i];
      value.union_type = std::make_unique<reflection::Type>(type(
          of >= 0 ? TypeRef::object(of)
                  : TypeRef::scalar(of == Declaration::kText ? BaseType::String : BaseType::None)));
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
