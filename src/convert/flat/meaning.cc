// SPDX-License-Identifier: MIT
#include "convert/flat/meaning.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "fastser/internal/flat/idiom.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::FieldDeclaration;
using Kind = FlatType::Kind;

struct Word {
  std::string_view attribute;
  Kind kind;
};
constexpr Word kWords[] = {
    {flat::idiom::kBox, Kind::kBox},       {flat::idiom::kMap, Kind::kMap},
    {flat::idiom::kPairs, Kind::kPairs},   {flat::idiom::kEither, Kind::kEither},
    {flat::idiom::kMoment, Kind::kMoment}, {flat::idiom::kTuple, Kind::kTuple},
    {flat::idiom::kExt, Kind::kExt}};

bool is_bytes(const FieldDeclaration& field) {
  return field.type.base == BaseType::Vector && field.type.element == BaseType::UByte;
}

Kind kind_of(const Declaration& declared) {
  if (declared.idiom == flat::idiom::kLone) return Kind::kLone;
  for (const Word& word : kWords) {
    if (declared.idiom == word.attribute) return word.kind;  // made here
    if (declared.attribute(word.attribute) != nullptr) return word.kind;
  }
  return Kind::kPlain;
}

// Whether the fields are what the kind needs.
bool suits(const FlatType& type) {
  const auto is = [&](std::size_t index, BaseType base) {
    return type.fields.size() > index && type.fields[index].declared->slot == index &&
           type.fields[index].declared->type.base == base;
  };
  if (!type.declared->idiom.empty()) return true;
  const bool is_structure = type.declared->kind == Declaration::Kind::structure;
  switch (type.kind) {
    case Kind::kPlain:
    case Kind::kLone: return true;
    case Kind::kBox:
      return !is_structure && type.fields.size() == 1 && !type.fields[0].declared->has_tag();
    case Kind::kMap: return !is_structure && is(0, BaseType::String) && type.fields.size() <= 2;
    case Kind::kPairs: return !is_structure && type.fields.size() <= 2;
    case Kind::kEither: return !is_structure;
    case Kind::kTuple:
      return !is_structure && std::none_of(type.fields.begin(), type.fields.end(),
                                           [](const auto& f) { return f.declared->has_tag(); });
    case Kind::kMoment:
      return is_structure && type.fields.size() == 2 && is(0, BaseType::Long) &&
             is(1, BaseType::UInt);
    case Kind::kExt:
      return !is_structure && type.fields.size() == 2 && is(0, BaseType::Byte) &&
             is(1, BaseType::Vector) && is_bytes(*type.fields[1].declared);
  }
  return false;
}

bool has_twice(const FlatType& type) {
  std::vector<std::string_view> keys;
  keys.reserve(type.fields.size());
  for (const FlatField& field : type.fields) {
    keys.push_back(field.key);
    if (!field.tag_key.empty()) keys.emplace_back(field.tag_key);
  }
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

// The tables that a nested FlatBuffer can have as its root, by their names, with or without the
// namespaces in front. Made when the first is asked for.
class TableNames {
 public:
  explicit TableNames(const flat::Declarations& schema) : schema_(schema) {}
  /// -1: there is none.
  std::int32_t find(std::string_view name) {
    if (names_.empty()) fill();
    const auto found = names_.find(name);
    return found == names_.end() ? -1 : found->second;
  }

 private:
  static constexpr int kMostNamespaces = 8;  // so that many dots are not many names

  void fill() {
    for (std::size_t i = 0; i < schema_.all.size(); ++i) {
      if (schema_.all[i].kind != Declaration::Kind::table) continue;
      const auto index = static_cast<std::int32_t>(i);
      std::string_view name = schema_.all[i].name;
      names_.insert_or_assign(name, index);
      for (int left = kMostNamespaces; left != 0; --left) {
        const std::size_t dot = name.find('.');
        if (dot == std::string_view::npos) break;
        name.remove_prefix(dot + 1);
        names_.emplace(name, index);
      }
    }
  }

  const flat::Declarations& schema_;
  std::map<std::string_view, std::int32_t> names_;
};

// What `force_align` asks of a vector: flatc takes powers of two only. 1: nothing.
std::uint16_t forced_alignment(const FieldDeclaration& field) {
  const flat::Attribute* const forced = field.attribute("force_align");
  if (field.type.base != BaseType::Vector || forced == nullptr || !forced->value) return 1;
  const std::string& text = *forced->value;
  unsigned most = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), most);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  constexpr unsigned kMost = 256;
  return is_number && std::has_single_bit(most) && most <= kMost ? static_cast<std::uint16_t>(most)
                                                                 : std::uint16_t{1};
}

FlatField meaning_of(const flat::Declarations& schema, TableNames& tables,
                     const FieldDeclaration& declared) {
  FlatField out;
  out.declared = &declared;
  const flat::Attribute* const name = declared.attribute(flat::idiom::kName);
  out.key = name != nullptr && name->value ? std::string_view(*name->value)
                                           : std::string_view(declared.name);
  if (declared.type.base == BaseType::Union) {
    const Declaration& choice = schema.all[static_cast<std::size_t>(declared.type.index)];
    if (!choice.places.empty()) out.choice = &choice;
  }
  if (declared.has_tag() && out.choice == nullptr) out.tag_key.append(out.key).append("_type");
  out.is_flex = declared.attribute(flat::idiom::kFlex) != nullptr ||
                declared.attribute(flat::idiom::kFlexBuffer) != nullptr;
  out.is_data = declared.attribute(flat::idiom::kData) != nullptr;
  const flat::Attribute* const hash = declared.attribute(flat::idiom::kHash);
  if (hash != nullptr && hash->value) out.hash = *hash->value;
  const flat::Attribute* const nested = declared.attribute("nested_flatbuffer");
  if (nested != nullptr && nested->value && is_bytes(declared)) {
    out.nested = tables.find(*nested->value);
  }
  out.alignment = forced_alignment(declared);
  out.null_if_missing = declared.attribute(flat::idiom::kMissingNull) != nullptr;
  return out;
}

Status wrong(const Declaration& declared, const FieldDeclaration* field, std::string_view message) {
  std::string path = declared.name;
  if (field != nullptr) path.append(".").append(field->name);
  return Status(Code::kMalformed, message).with_path(std::move(path));
}

}  // namespace

Status find_meanings(const flat::Declarations& schema, std::vector<FlatType>& out) {
  out.reserve(schema.all.size());
  TableNames tables(schema);
  for (const Declaration& declared : schema.all) {
    FlatType& type = out.emplace_back();
    type.declared = &declared;
    type.kind = kind_of(declared);
    type.fields.reserve(declared.fields.size());
    for (const FieldDeclaration& field : declared.fields) {
      if (field.deprecated) continue;
      FlatField one = meaning_of(schema, tables, field);
      if (!wire::is_utf8(one.key)) return wrong(declared, &field, "a key that is not UTF-8");
      if ((one.is_flex || one.is_data) && !is_bytes(field)) {
        return wrong(declared, &field, "an attribute that only [ubyte] can have");
      }
      type.fields.push_back(std::move(one));
    }
    if (has_twice(type)) return wrong(declared, nullptr, "two fields of one key");
    if (!suits(type)) {
      return wrong(declared, nullptr, "an attribute that a type of these fields cannot have");
    }
  }
  return {};
}

void set_names(const flat::EnumNames& names, std::vector<FlatType>& types) {
  for (FlatType& type : types) {
    for (FlatField& field : type.fields) {
      const std::uint16_t slot = field.declared->slot;
      if (field.declared->has_tag()) {  // its number is in the field in front
        field.tag_names = names.of_field(type.declared->name, static_cast<std::uint16_t>(slot - 1));
      } else {
        field.names = names.of_field(type.declared->name, slot);
      }
    }
  }
}

}  // namespace fastser::convert
