// SPDX-License-Identifier: MIT
//
// A binary schema of anybody as Declarations: decoded by the codec, which checks the form; then
// what it says is checked, since offsets, sizes and numbers in it decide where values are looked
// for.
//
// Invariants of what is made: indices lead to declarations of the right kind; fields are in order
// of their slots, which differ; what a structure holds lies in it, and no structure holds itself.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fastser/flat.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "flat/reflection.hpp"

namespace fastser::flat {
namespace {

constexpr std::uint16_t kMostSlot = 32764;  // of a layout of 65,534 bytes
constexpr std::int32_t kMostStructure = 65535;
constexpr std::int32_t kMostAlignment = 256;
constexpr std::int64_t kMostTag = 255;

class SchemaParser {
 public:
  explicit SchemaParser(const reflection::Schema& from) : from_(from) {}

  Result<Declarations> run() {
    if (!from_.objects || !from_.enums) {
      fail("a schema without its tables");
    } else if (begin_objects() && begin_choices() && fill() && check_cycles()) {
      find_root();
      find_identifier();
    }
    if (!why_.ok()) return std::move(why_).with_path(std::move(path_));
    return std::move(out_);
  }

 private:
  bool fail(std::string_view message) {
    why_ = Status(Code::kMalformed, message);
    return false;
  }
  Declaration& declaration(std::int32_t index) { return out_.all[static_cast<std::size_t>(index)]; }

  bool begin_objects() {
    out_.all.reserve(from_.objects->size());
    std::unordered_set<const reflection::Object*> seen;
    for (const auto& object : *from_.objects) {
      path_ = object->name;
      // A few bytes that lead to one table each would be a copy of it each.
      if (!seen.insert(object.get()).second) return fail("a table that the schema has twice");
      Declaration one;
      one.name = object->name;
      one.attributes = attributes(object->attributes);
      if (object->is_struct) {
        one.kind = Declaration::Kind::structure;
        if (object->bytesize < 1 || object->bytesize > kMostStructure || object->minalign < 1 ||
            object->minalign > kMostAlignment || !suits(object->bytesize, object->minalign)) {
          return fail("a structure of an impossible size");
        }
        one.bytes = static_cast<std::uint16_t>(object->bytesize);
        one.alignment = static_cast<std::uint16_t>(object->minalign);
      }
      out_.all.push_back(std::move(one));
    }
    return true;
  }

  static bool suits(std::int32_t bytes, std::int32_t alignment) {
    return std::has_single_bit(static_cast<std::uint32_t>(alignment)) && bytes % alignment == 0;
  }

  bool begin_choices() {
    choices_.assign(from_.enums->size(), -1);
    for (std::size_t i = 0; i < from_.enums->size(); ++i) {
      const reflection::Enum& from = (*from_.enums)[i];
      path_ = from.name;
      if (!from.is_union) continue;
      choices_[i] = static_cast<std::int32_t>(out_.all.size());
      Declaration one;
      one.kind = Declaration::Kind::choice;
      one.name = from.name;
      if (!from.values) return fail("a union without alternatives");
      for (const reflection::EnumValue& value : *from.values) {
        if (!add_alternative(value, one)) return false;
      }
      out_.all.push_back(std::move(one));
    }
    return true;
  }
  bool add_alternative(const reflection::EnumValue& value, Declaration& choice) {
    if (value.value < 0 || value.value > kMostTag) return fail("a union with an impossible number");
    const auto tag = static_cast<std::size_t>(value.value);
    if (tag == 0) return true;  // NONE
    if (choice.alternatives.size() < tag) {
      choice.alternatives.resize(tag, Declaration::kNoAlternative);
    }
    std::int32_t& place = choice.alternatives[tag - 1];
    if (place != Declaration::kNoAlternative) return fail("a union that has a number twice");
    if (!value.union_type) return fail("an alternative without a type");
    const auto base = static_cast<BaseType>(value.union_type->base_type);
    if (base == BaseType::String) {
      place = Declaration::kText;
    } else if (base == BaseType::Obj && is_object(value.union_type->index)) {
      place = value.union_type->index;
    } else {
      return fail("an alternative of an impossible type");
    }
    return true;
  }

  bool fill() {
    for (std::size_t i = 0; i < from_.objects->size(); ++i) {
      const reflection::Object& object = *(*from_.objects)[i];
      path_ = object.name;
      if (!object.fields) return fail("a table without a list of fields");
      if (!add_fields(object, out_.all[i])) return false;
    }
    return true;
  }
  // Those that name the alternatives of unions belong to the unions' fields.
  bool add_fields(const reflection::Object& object, Declaration& to) {
    std::vector<const reflection::Field*> fields;
    fields.reserve(object.fields->size());
    for (const reflection::Field& field : *object.fields) fields.push_back(&field);
    std::sort(fields.begin(), fields.end(),
              [](const auto* a, const auto* b) { return a->id < b->id; });
    const reflection::Field* before = nullptr;
    to.fields.reserve(fields.size());
    for (const reflection::Field* field : fields) {
      path_ = object.name;
      path_.append(".").append(field->name);
      if (before != nullptr && before->id == field->id)
        return fail("two fields with the same number");
      if (field->id > kMostSlot) return fail("a field with a number that is out of range");
      const std::optional<FieldDeclaration> one = field_of(*field, object.is_struct, to);
      if (!one) return false;
      if (one->has_tag() && !is_tag_of(before, *one)) {
        return fail("a union without the field with its type");
      }
      if (!one->has_tag() && names_alternative(before)) return fail_without_union();
      if (!names_alternative(field)) to.fields.push_back(*one);
      before = field;
    }
    return !names_alternative(before) || fail_without_union();
  }
  // Left out as those that have one, its value would be lost.
  bool fail_without_union() { return fail("a field with the type of a union that does not exist"); }
  static bool names_alternative(const reflection::Field* field) {
    if (field == nullptr) return false;
    const auto base = static_cast<BaseType>(field->type.base_type);
    return base == BaseType::UType ||
           (base == BaseType::Vector &&
            static_cast<BaseType>(field->type.element) == BaseType::UType);
  }
  static bool is_tag_of(const reflection::Field* tag, const FieldDeclaration& choice) {
    return names_alternative(tag) && tag->id + 1 == choice.slot &&
           (static_cast<BaseType>(tag->type.base_type) == BaseType::UType) ==
               (choice.type.base == BaseType::Union);
  }

  std::optional<FieldDeclaration> field_of(const reflection::Field& from, bool in_structure,
                                           const Declaration& of) {
    FieldDeclaration out;
    out.name = from.name;
    if (!type_of(from.type, in_structure, out.type)) return std::nullopt;
    out.type.optional = from.optional && is_scalar(out.type.base);
    out.slot = from.id;
    out.default_integer = from.default_integer;
    out.default_real = from.default_real;
    out.deprecated = from.deprecated;
    out.key = from.key;
    out.required = from.required && !is_scalar(out.type.base);
    out.attributes = attributes(from.attributes);
    if (in_structure) {
      out.offset = from.offset;
      if (std::size_t{from.offset} + size_of(out.type) > of.bytes) {
        fail("a field that lies outside of its structure");
        return std::nullopt;
      }
    }
    return out;
  }
  std::size_t size_of(const TypeRef& type) {
    const BaseType base = type.base == BaseType::Array ? type.element : type.base;
    const std::size_t one =
        base == BaseType::Obj ? declaration(type.index).bytes : inline_size(base);
    return type.base == BaseType::Array ? one * type.fixed_length : one;
  }

  bool type_of(const reflection::Type& from, bool in_structure, TypeRef& out) {
    out.base = static_cast<BaseType>(from.base_type);
    if (out.base == BaseType::Vector || out.base == BaseType::Array) {
      out.element = static_cast<BaseType>(from.element);
    }
    const BaseType held = out.element == BaseType::None ? out.base : out.element;
    const bool is_array = out.base == BaseType::Array;
    if (in_structure != is_array && (is_array || out.base == BaseType::Vector)) {
      return fail("a vector in a structure, or an array outside of one");
    }
    if (is_array) {
      out.fixed_length = from.fixed_length;
      if (out.fixed_length == 0) return fail("an array of length 0");
    }
    if (held == BaseType::Obj) {
      if (!is_object(from.index)) return fail("a type that the schema does not have");
      if (in_structure && declaration(from.index).kind != Declaration::Kind::structure) {
        return fail("a table in a structure");
      }
      out.index = from.index;
      return true;
    }
    if (held == BaseType::Union && !in_structure) {
      const auto index = static_cast<std::size_t>(from.index);
      if (from.index < 0 || index >= choices_.size() || choices_[index] < 0) {
        return fail("a union that the schema does not have");
      }
      out.index = choices_[index];
      return true;
    }
    if (is_scalar(held) || (held == BaseType::String && !in_structure)) return true;
    return fail("a type that this reader does not know");
  }
  [[nodiscard]] bool is_object(std::int32_t index) const {
    return index >= 0 && static_cast<std::size_t>(index) < from_.objects->size();
  }

  static std::vector<Attribute> attributes(
      const std::optional<std::vector<reflection::KeyValue>>& from) {
    std::vector<Attribute> out;
    if (!from) return out;
    out.reserve(from->size());
    for (const reflection::KeyValue& one : *from) out.push_back({one.key, one.value});
    return out;
  }

  // Depth first without recursion: a structure that is met while it is open holds itself.
  bool check_cycles() {
    enum class State : std::uint8_t { kNew, kOpen, kDone };
    struct Visit {
      std::size_t declaration;
      std::size_t next_field;
    };
    std::vector<State> states(out_.all.size(), State::kNew);
    std::vector<Visit> open;
    for (std::size_t start = 0; start < out_.all.size(); ++start) {
      if (out_.all[start].kind != Declaration::Kind::structure) continue;
      if (states[start] == State::kNew) open.push_back({start, 0});
      while (!open.empty()) {
        Visit& visit = open.back();
        const Declaration& one = out_.all[visit.declaration];
        states[visit.declaration] = State::kOpen;
        if (visit.next_field == one.fields.size()) {
          states[visit.declaration] = State::kDone;
          open.pop_back();
          continue;
        }
        const std::int32_t index = one.fields[visit.next_field++].type.index;
        if (index < 0) continue;
        const auto inner = static_cast<std::size_t>(index);
        if (states[inner] == State::kOpen) {
          path_ = one.name;
          return fail("a structure that contains itself");
        }
        if (states[inner] == State::kNew) open.push_back({inner, 0});
      }
    }
    return true;
  }

  // The root is one of the tables; by its name where the schema has a second copy of it.
  void find_root() {
    if (from_.root_table == nullptr) return;
    path_.clear();
    for (std::size_t i = 0; i < from_.objects->size(); ++i) {
      const auto& object = (*from_.objects)[i];
      if (object != from_.root_table && object->name != from_.root_table->name) continue;
      if (object->is_struct) break;
      out_.root = static_cast<std::int32_t>(i);
      return;
    }
    fail("a root that is not one of the tables");
  }

  void find_identifier() {
    constexpr std::size_t kBytes = 4;
    path_.clear();
    if (why_.ok() && !from_.file_ident.empty() && from_.file_ident.size() != kBytes) {
      fail("a file identifier that has not four bytes");
    }
    out_.identifier = from_.file_ident;
  }

  const reflection::Schema& from_;
  Declarations out_;
  std::vector<std::int32_t> choices_;  // of each enum: its declaration where it is a union
  Status why_;
  std::string path_;
};

}  // namespace

Result<Declarations> from_binary(BytesView bytes, const Limits& limits) {
  return guarded([&]() -> Result<Declarations> {
    const auto schema = decode<reflection::Schema>(bytes, {.limits = limits, .identifier = "BFBS"});
    if (!schema.ok()) return schema.status();
    return SchemaParser(*schema).run();
  });
}

}  // namespace fastser::flat
