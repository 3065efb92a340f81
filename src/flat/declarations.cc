// SPDX-License-Identifier: MIT
//
// Declarations as text: a schema that flatc compiles.
#include "fastser/internal/flat/declarations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/double_text.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::flat {
namespace {

constexpr std::array<std::string_view, 18> kBaseNames = {
    "",     "utype", "bool",  "byte",   "ubyte",  "short",  "ushort", "int",   "uint",
    "long", "ulong", "float", "double", "string", "vector", "object", "union", "array"};

// What the grammar of schemas and the languages that flatc writes keep for themselves; names of
// fields and types are given a "_" then.
constexpr std::array<std::string_view, 26> kReserved = {"table",
                                                        "struct",
                                                        "enum",
                                                        "union",
                                                        "namespace",
                                                        "root_type",
                                                        "include",
                                                        "attribute",
                                                        "true",
                                                        "false",
                                                        "null",
                                                        "rpc_service",
                                                        "file_identifier",
                                                        "file_extension",
                                                        "bool",
                                                        "byte",
                                                        "ubyte",
                                                        "short",
                                                        "ushort",
                                                        "int",
                                                        "uint",
                                                        "float",
                                                        "long",
                                                        "ulong",
                                                        "double",
                                                        "string"};

// And what else cannot be the name of a type: scalars by their other names, and what every union
// has.
constexpr std::array<std::string_view, 11> kReservedTypes = {
    "int8",  "uint8",  "int16",   "uint16",  "int32", "uint32",
    "int64", "uint64", "float32", "float64", "NONE"};

// Attributes that a schema need not declare.
constexpr std::array<std::string_view, 3> kOwnAttributes = {"flexbuffer", "force_align",
                                                            "nested_flatbuffer"};

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text;
  append_double_text(text, value);
  return text;
}

std::string default_text(const FieldDeclaration& field) {
  if (field.type.optional) return " = null";
  switch (field.type.base) {
    case BaseType::Float:
    case BaseType::Double:
      return field.default_real == 0 ? "" : " = " + number_text(field.default_real);
    case BaseType::Bool: return field.default_integer == 0 ? "" : " = true";
    case BaseType::ULong:
      return field.default_integer == 0
                 ? ""
                 : " = " + std::to_string(static_cast<std::uint64_t>(field.default_integer));
    default: return field.default_integer == 0 ? "" : " = " + std::to_string(field.default_integer);
  }
}

// Text in quotes, as schemas have it: bytes from 0x80 on are UTF-8 already.
void print_quoted(std::string_view text, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20) {
      out.append("\\u00").append(1, kHex[code >> 4U]).append(1, kHex[code & 15U]);
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  out += '"';
}

void print_attribute(const Attribute& attribute, std::string& out) {
  out += attribute.name;
  if (!attribute.value) return;
  out += ": ";
  print_quoted(*attribute.value, out);
}

// " (a, b: \"text\")" behind the name of a type.
void print_attributes(const std::vector<Attribute>& attributes, std::string& out) {
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    out += i == 0 ? " (" : ", ";
    print_attribute(attributes[i], out);
  }
  if (!attributes.empty()) out += ')';
}

const Attribute* find(const std::vector<Attribute>& attributes, std::string_view wanted) noexcept {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const Attribute& one) { return one.name == wanted; });
  return found == attributes.end() ? nullptr : &*found;
}

// Attributes that are not FlatBuffers' own are declared, once each.
void declare_attributes(const Declarations& schema, std::string& out) {
  std::set<std::string_view> names;
  const auto note = [&](const std::vector<Attribute>& attributes) {
    for (const Attribute& one : attributes) names.insert(one.name);
  };
  for (const Declaration& declaration : schema.all) {
    note(declaration.attributes);
    for (const FieldDeclaration& field : declaration.fields) note(field.attributes);
  }
  for (const std::string_view name : names) {
    if (std::find(kOwnAttributes.begin(), kOwnAttributes.end(), name) != kOwnAttributes.end()) {
      continue;
    }
    out.append("attribute \"").append(name).append("\";\n");
  }
}

// A number that no field of a table has is called so, and deprecated.
std::string unused_name(std::uint32_t slot) { return "unused" + std::to_string(slot); }

template <typename Call>
void each_unused(const Declaration& table, Call&& call) {
  std::vector<bool> taken;
  for (const FieldDeclaration& field : table.fields) {
    if (taken.size() <= field.slot) taken.resize(field.slot + std::size_t{1});
    taken[field.slot] = true;
    if (field.has_tag()) taken[field.slot - std::size_t{1}] = true;
  }
  for (std::uint32_t slot = 0; slot < taken.size(); ++slot) {
    if (!taken[slot]) call(slot);
  }
}

// A table's fields with their numbers; a number that no field has is a deprecated one's.
void print_table(const Declarations& schema, const Declaration& table, std::string& out) {
  std::vector<const FieldDeclaration*> by_slot;
  by_slot.reserve(table.fields.size());
  for (const FieldDeclaration& field : table.fields) by_slot.push_back(&field);
  std::sort(by_slot.begin(), by_slot.end(),
            [](const auto* a, const auto* b) { return a->slot < b->slot; });
  out.append("table ").append(table.name);
  print_attributes(table.attributes, out);
  out += " {\n";
  std::uint32_t next = 0;
  for (const FieldDeclaration* field : by_slot) {
    const std::uint32_t first = field->has_tag() ? field->slot - 1U : field->slot;
    for (; next < first; ++next) {
      out.append("  ").append(unused_name(next)).append(":ubyte (id: ");
      out.append(std::to_string(next)).append(", deprecated);\n");
    }
    next = field->slot + 1U;
    out += "  " + field->name + ":" + schema.to_string(field->type) + default_text(*field) +
           " (id: " + std::to_string(field->slot) + (field->key ? ", key" : "");
    if (field->required) out += ", required";
    if (field->deprecated) out += ", deprecated";
    for (const Attribute& attribute : field->attributes) {
      out += ", ";
      print_attribute(attribute, out);
    }
    out += ");\n";
  }
  out += "}\n";
}

// What a structure holds goes before it. `done`: printed already.
void print_structure(const Declarations& schema, std::size_t index, std::vector<bool>& done,
                     std::string& out) {
  const Declaration& structure = schema.all[index];
  if (done[index] || structure.kind != Declaration::Kind::structure) return;
  done[index] = true;
  for (const FieldDeclaration& field : structure.fields) {
    if (field.type.index >= 0) {
      print_structure(schema, static_cast<std::size_t>(field.type.index), done, out);
    }
  }
  out.append("struct ").append(structure.name);
  print_attributes(structure.attributes, out);
  out += " {\n";
  for (const FieldDeclaration& field : structure.fields) {
    out.append("  ").append(field.name).append(":").append(schema.to_string(field.type));
    print_attributes(field.attributes, out);
    out += ";\n";
  }
  out += "}\n";
}

void print_choice(const Declarations& schema, const Declaration& choice, std::string& out) {
  out += "union " + choice.name + " {";
  for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
    const std::int32_t of = choice.alternatives[i];
    const std::string type = of >= 0 ? schema.all[static_cast<std::size_t>(of)].name : "string";
    const std::string name = alternative_name(schema, choice, i);
    out += i == 0 ? " " : ", ";
    if (name != type) out.append(name).append(":");
    out += type;
  }
  out += " }\n";
}

}  // namespace

const Attribute* FieldDeclaration::attribute(std::string_view wanted) const noexcept {
  return find(attributes, wanted);
}
const Attribute* Declaration::attribute(std::string_view wanted) const noexcept {
  return find(attributes, wanted);
}

std::string alternative_name(const Declarations& schema, const Declaration& choice,
                             std::size_t index) {
  const auto first = choice.alternatives.begin();
  const auto at = first + static_cast<std::ptrdiff_t>(index);
  const std::string type = *at >= 0 ? schema.all[static_cast<std::size_t>(*at)].name : "Text";
  return std::find(first, at, *at) == at ? type : type + "_" + std::to_string(index + 1);
}

std::string identifier_of(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool good = is_letter(c) || (c >= '0' && c <= '9' && !out.empty());
    if (good) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  while (out.size() > 1 && out.back() == '_') out.pop_back();
  if (out.empty()) out = "Unnamed";
  if (std::find(kReserved.begin(), kReserved.end(), out) != kReserved.end()) out += '_';
  return out;
}

std::string type_identifier(std::string_view name) {
  const std::size_t at = name.rfind("::");
  const bool in_namespace =
      at != std::string_view::npos && name.find('<') == std::string_view::npos;
  std::string out = identifier_of(in_namespace ? name.substr(at + 2) : name);
  if (std::find(kReservedTypes.begin(), kReservedTypes.end(), out) != kReservedTypes.end()) {
    out += '_';
  }
  return out;
}

void tell_names_apart(Declarations& schema) {
  std::set<std::string_view> types;
  for (const Declaration& one : schema.all) types.insert(one.name);
  for (Declaration& one : schema.all) {
    std::set<std::string> taken;
    if (one.kind == Declaration::Kind::table) {
      each_unused(one, [&](std::uint32_t slot) { taken.insert(unused_name(slot)); });
    }
    for (FieldDeclaration& field : one.fields) {
      const auto is_free = [&](const std::string& name) {
        return !taken.contains(name) && !types.contains(name) &&
               !(field.has_tag() && taken.contains(name + "_type"));
      };
      while (!is_free(field.name)) field.name += '_';
      taken.insert(field.name);
      if (field.has_tag()) taken.insert(field.name + "_type");
    }
  }
}

void note_default_bits(const std::byte* bytes, FieldDeclaration& field) noexcept {
  switch (field.type.base) {
    case BaseType::Float:
      field.default_real = static_cast<double>(wire::load_le<float>(bytes));
      break;
    case BaseType::Double: field.default_real = wire::load_le<double>(bytes); break;
    case BaseType::Byte: field.default_integer = wire::load_le<std::int8_t>(bytes); break;
    case BaseType::Short: field.default_integer = wire::load_le<std::int16_t>(bytes); break;
    case BaseType::UShort: field.default_integer = wire::load_le<std::uint16_t>(bytes); break;
    case BaseType::Int: field.default_integer = wire::load_le<std::int32_t>(bytes); break;
    case BaseType::UInt: field.default_integer = wire::load_le<std::uint32_t>(bytes); break;
    case BaseType::Long:
    case BaseType::ULong: field.default_integer = wire::load_le<std::int64_t>(bytes); break;
    default: field.default_integer = wire::load_le<std::uint8_t>(bytes); break;
  }
}

Declarations::Found Declarations::find_or_add(const void* type, Declaration::Kind kind,
                                              std::string_view name) {
  for (std::size_t i = 0; i < types_.size(); ++i) {
    if (types_[i] == type) return {static_cast<std::int32_t>(i), false};
  }
  Declaration fresh;
  fresh.kind = kind;
  fresh.name = type_identifier(name);
  const auto taken = [&](const std::string& wanted) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Declaration& d) { return d.name == wanted; });
  };
  if (taken(fresh.name)) {
    std::size_t number = 2;
    while (taken(fresh.name + std::to_string(number))) ++number;
    fresh.name += std::to_string(number);
  }
  all.push_back(std::move(fresh));
  types_.push_back(type);
  return {static_cast<std::int32_t>(all.size() - 1), true};
}

std::string Declarations::to_string(const TypeRef& type) const {
  const auto plain = [&](BaseType base) {
    if (base == BaseType::Obj || base == BaseType::Union) {
      return all[static_cast<std::size_t>(type.index)].name;
    }
    return std::string(kBaseNames[static_cast<std::size_t>(base)]);
  };
  if (type.base == BaseType::Vector) return "[" + plain(type.element) + "]";
  if (type.base == BaseType::Array) {
    return "[" + plain(type.element) + ":" + std::to_string(type.fixed_length) + "]";
  }
  return plain(type.base);
}

std::string Declarations::to_text() const {
  std::string out;
  declare_attributes(*this, out);
  // flatc must know what a name stands for where a field has it, except tables: structures, what
  // they hold before them; then unions.
  std::vector<bool> done(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) print_structure(*this, i, done, out);
  for (const Declaration& one : all) {
    if (one.kind == Declaration::Kind::choice) print_choice(*this, one, out);
  }
  for (const Declaration& one : all) {
    if (one.kind == Declaration::Kind::table) print_table(*this, one, out);
  }
  if (root >= 0) out += "root_type " + all[static_cast<std::size_t>(root)].name + ";\n";
  if (!identifier.empty()) {
    out += "file_identifier ";
    print_quoted(identifier, out);
    out += ";\n";
  }
  return out;
}

}  // namespace fastser::flat
