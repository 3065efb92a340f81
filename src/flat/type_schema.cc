// SPDX-License-Identifier: MIT
//
// The schema of a type at run time, by the rules of the codecs (flat.hpp): what is a scalar, a
// structure, a text, a list, a table, or a field of a table only.
//
// Types may come from anybody. Their expressions are at most 64 deep; records may hold each other
// in chains of any length, so that tables that are met deep wait in a queue, and structures, whose
// sizes need what they hold, are refused (B5). A few bytes can stand for many fields (runs without
// names, long chains of super-classes): they are counted (B9).
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/as_text.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/idiom.hpp"
#include "fastser/internal/flat/schema.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/type.hpp"

namespace fastser::flat {
namespace {

using schema::FieldEntry;
using schema::Shape;
using schema::TypeExpr;
using schema::TypeTable;

constexpr std::uint32_t kMaxNesting = 64;
constexpr std::size_t kMaxSlots = 0x7000;        // of a table
constexpr std::size_t kMaxAlternatives = 254;    // of a union
constexpr std::uint64_t kMaxStructure = 0xFFFF;  // bytes; elements of an array in one
// Bytes of types of fields: so many, and for each byte of the table.
constexpr std::size_t kFreeBytes = 1U << 15;
constexpr std::size_t kBytesPerByte = 4;

/// What a type is: see codec/core.hpp.
enum class Form : std::uint8_t { scalar, structure, text, list, table, choice, none };

BaseType base_of(TypeCode code) noexcept {
  switch (code) {
    case TypeCode::kBool: return BaseType::Bool;
    case TypeCode::kI8: return BaseType::Byte;
    case TypeCode::kU8: return BaseType::UByte;
    case TypeCode::kI16:
    case TypeCode::kVarI16: return BaseType::Short;
    case TypeCode::kU16:
    case TypeCode::kVarU16: return BaseType::UShort;
    case TypeCode::kI32:
    case TypeCode::kVarI32: return BaseType::Int;
    case TypeCode::kU32:
    case TypeCode::kVarU32: return BaseType::UInt;
    case TypeCode::kI64:
    case TypeCode::kVarI64:
    case TypeCode::kDate:
    case TypeCode::kDuration: return BaseType::Long;
    case TypeCode::kU64:
    case TypeCode::kVarU64: return BaseType::ULong;
    case TypeCode::kF32: return BaseType::Float;
    case TypeCode::kF64:
    case TypeCode::kAppleDate: return BaseType::Double;
    default: return BaseType::None;
  }
}

// What lies as [ubyte] and is no list of numbers.
bool is_bytes(TypeCode code) noexcept {
  return code == TypeCode::kData || code == TypeCode::kSharedData || code == TypeCode::kBits ||
         code == TypeCode::kUuid || code == TypeCode::kDecimal;
}

std::uint64_t round_up(std::uint64_t size, std::uint64_t alignment) noexcept {
  return (size + alignment - 1) / alignment * alignment;
}

class Describer {
 public:
  /// `for_values`: dates are structures, and declarations know what they stand for.
  Describer(const TypeTable& types, bool for_values)
      : types_(types), for_values_(for_values), shapes_(types.shapes().size()) {
    // flatc refuses a field that is called as any type is.
    fields_ = {"key", "value"};
    for (const Shape& shape : types.shapes()) {
      for (const FieldEntry& entry : shape.fields) fields_.insert(identifier_of(entry.name));
    }
  }

  Result<Declarations> describe(TypeExpr root) {
    out_.root = held_table(root).index;
    while (!open_.empty() && error_.ok()) {
      const std::uint32_t shape = open_.back();
      open_.pop_back();
      fill_table(shape);
    }
    if (!error_.ok()) return error_;
    return std::move(out_);
  }

 private:
  struct OfShape {
    std::int32_t index = -1;  // its declaration
    Form form = Form::none;   // unknown
  };

  // ---- what a type is

  Form form_of(TypeExpr type) {
    switch (schema::code(type)) {
      case TypeCode::kString:
      case TypeCode::kSharedString:
      case TypeCode::kUrl:
      case TypeCode::kClassRef: return Form::text;
      case TypeCode::kData:
      case TypeCode::kSharedData:
      case TypeCode::kBits:
      case TypeCode::kUuid:
      case TypeCode::kDecimal:
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kArray:
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: return Form::list;
      case TypeCode::kOptional:
      case TypeCode::kVariant:
      case TypeCode::kRef: return Form::choice;
      case TypeCode::kRecord: return form_of_shape(schema::operand_shape(type));
      case TypeCode::kNull:
      case TypeCode::kTuple: return Form::table;
      case TypeCode::kDate:
      case TypeCode::kAppleDate: return for_values_ ? Form::structure : Form::scalar;
      case TypeCode::kAny:
      case TypeCode::kAnyRecord:
      case TypeCode::kAnyRef:
      case TypeCode::kOwnedAny: return Form::none;
      default: return Form::scalar;
    }
  }
  static bool is_inline(Form form) { return form == Form::scalar || form == Form::structure; }

  // A structure holds nothing but scalars, structures and arrays of them, and never changes.
  Form form_of_shape(std::uint32_t number) {
    OfShape& known = shapes_[number];
    if (known.form != Form::none) return known.form;
    const Shape& shape = types_.shapes()[number];
    bool fits = shape.super < 0 && shape.version == 0 && !shape.fields.empty();
    if (fits && form_depth_ == kMaxNesting) {
      fail(Code::kTooDeep, "structures in structures deeper than 64");
      return Form::structure;
    }
    ++form_depth_;
    for (std::size_t i = 0; fits && i < shape.fields.size(); ++i) {
      TypeExpr type = types_.expr(shape.fields[i].type);
      if (schema::code(type) == TypeCode::kArray) {
        const std::uint64_t count = schema::operand_count(type);
        fits = count != 0 && count <= kMaxStructure;
        type = schema::element(type);
      }
      fits = fits && is_inline(form_of(type));
    }
    --form_depth_;
    return known.form = fits ? Form::structure : Form::table;
  }

  // ---- types as a schema says them

  // Of a field. What recurses comes by here.
  TypeRef type_of(TypeExpr type) {
    ++depth_;
    const TypeRef made = type_inside(type);
    --depth_;
    return made;
  }
  TypeRef type_inside(TypeExpr type) {
    const TypeCode code = schema::code(type);
    switch (form_of(type)) {
      case Form::scalar:
        return TypeRef::scalar(
            base_of(code == TypeCode::kEnum ? schema::code(schema::enum_integer(type)) : code));
      case Form::text: return TypeRef::scalar(BaseType::String);
      case Form::structure:
        return TypeRef::object(code == TypeCode::kRecord ? structure(schema::operand_shape(type))
                                                         : moment());
      case Form::list: return list(type);
      case Form::table: return TypeRef::object(table(type));
      case Form::choice: break;
      case Form::none:
        fail(Code::kTypeMismatch, "a value or record of any type, which a schema cannot describe");
        return {};
    }
    if (code == TypeCode::kVariant) return TypeRef::choice(choice(type));
    const TypeExpr inner = schema::element(type);
    if (code == TypeCode::kRef) return held_table(inner);
    if (form_of(inner) == Form::choice) return TypeRef::object(box(inner));
    TypeRef made = type_of(inner);
    made.optional = form_of(inner) == Form::scalar;
    return made;
  }
  TypeRef list(TypeExpr type) {
    switch (schema::code(type)) {
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kArray: {
        const TypeExpr element = schema::element(type);
        const Form form = form_of(element);
        const bool stands = is_inline(form) || form == Form::text || form == Form::table ||
                            schema::code(element) == TypeCode::kRef;
        const TypeRef made = stands ? type_of(element) : TypeRef::object(box(element));
        return TypeRef::list(made.base, made.index);
      }
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: return TypeRef::list(BaseType::Obj, entry(type));
      default: return TypeRef::list(BaseType::UByte);
    }
  }
  // As a table, in a box where it is none.
  TypeRef held_table(TypeExpr type) {
    return form_of(type) == Form::table ? type_of(type) : TypeRef::object(box(type));
  }

  // ---- declarations

  std::int32_t box(TypeExpr type) {
    const std::int32_t index =
        small_table('b', type, "Boxed", [&](auto& fields) { add(fields, "value", type); });
    mark(index, idiom::kBox, schema::code(type) == TypeCode::kVariant);
    return index;
  }
  std::int32_t entry(TypeExpr map) {
    const Form key = form_of(schema::key_type(map));
    const std::int32_t index = small_table('e', map, "Entry", [&](auto& fields) {
      add(fields, "key", schema::key_type(map));
      add(fields, "value", schema::value_type(map));
      if (!fields.empty()) fields[0].key = key == Form::scalar || key == Form::text;
    });
    mark(index, key == Form::text ? idiom::kMap : idiom::kPairs,
         schema::code(schema::value_type(map)) == TypeCode::kVariant);
    return index;
  }
  std::int32_t table(TypeExpr type) {
    switch (schema::code(type)) {
      case TypeCode::kRecord: return record(schema::operand_shape(type));
      case TypeCode::kTuple: {
        const std::int32_t index = small_table('t', type, "Tuple", [&](auto& fields) {
          TypeExpr at = schema::first_operand(type);
          for (std::uint64_t i = 0, n = schema::operand_count(type); i < n; ++i) {
            add(fields, "item" + std::to_string(i), at);
            at = schema::skip_type(at);
          }
        });
        const std::vector<FieldDeclaration>& fields = at_index(index).fields;
        const bool has_union = std::any_of(fields.begin(), fields.end(),
                                           [](const auto& field) { return field.has_tag(); });
        mark(index, idiom::kTuple, has_union);
        return index;
      }
      default: {
        const std::int32_t index = small_table('n', type, "Nothing", [](auto&) {});
        if (for_values_) at_index(index).idiom = idiom::kEither;  // of nothing: null
        return index;
      }
    }
  }
  std::int32_t choice(TypeExpr type) {
    const auto [index, is_new] = find('c', type, Declaration::Kind::choice, "Choice");
    if (!is_new) return index;
    std::vector<std::int32_t> alternatives;
    std::vector<std::uint16_t> places;
    TypeExpr at = schema::first_operand(type);
    const std::uint64_t count = schema::operand_count(type);
    for (std::uint64_t i = 0; i < count; ++i, at = schema::skip_type(at)) {
      if (schema::code(at) == TypeCode::kNull) continue;  // NONE says it
      if (alternatives.size() == kMaxAlternatives) {
        fail(Code::kTypeMismatch, "a variant of more than 254 types");
        break;
      }
      alternatives.push_back(held_table(at).index);
      places.push_back(static_cast<std::uint16_t>(i));
    }
    if (alternatives.empty()) fail(Code::kTypeMismatch, "a variant without alternatives");
    at_index(index).alternatives = std::move(alternatives);
    if (for_values_) at_index(index).places = std::move(places);
    return index;
  }

  std::int32_t record(std::uint32_t number) {
    if (shapes_[number].index < 0) {
      shapes_[number].index = declare(Declaration::Kind::table, types_.shapes()[number].name);
      if (depth_ < kMaxNesting) {
        fill_table(number);
      } else {
        open_.push_back(number);
      }
    }
    return shapes_[number].index;
  }
  // With the fields of super-classes before its own.
  void fill_table(std::uint32_t number) {
    std::vector<FieldDeclaration> fields;
    std::vector<const Shape*> chain;
    for (auto at = static_cast<std::int32_t>(number); at >= 0; at = chain.back()->super) {
      if (!charge(1)) return;
      chain.push_back(&types_.shapes()[static_cast<std::size_t>(at)]);
    }
    for (std::size_t i = chain.size(); i-- > 0 && error_.ok();) {
      each_field(*chain[i], [&](std::string_view name, TypeExpr type, bool named) {
        add(fields, name, type);
        if (!named) call_by_place(fields);
        if (error_.ok() || !error_.path().empty()) return;
        error_ = std::move(error_).with_path(std::string(chain[0]->name) + "." + std::string(name));
      });
    }
    differ(fields);
    Declaration& made = at_index(shapes_[number].index);
    made.fields = std::move(fields);
    if (is_lone(chain, made.fields)) made.idiom = idiom::kLone;
  }

  std::int32_t structure(std::uint32_t number) {
    if (shapes_[number].index >= 0) return shapes_[number].index;
    const Shape& shape = types_.shapes()[number];
    const std::int32_t index = declare(Declaration::Kind::structure, shape.name);
    shapes_[number].index = index;
    std::vector<FieldDeclaration> fields;
    std::uint64_t size = 0;
    std::uint64_t alignment = 1;
    each_field(shape, [&](std::string_view name, TypeExpr type, bool has_name) {
      std::uint64_t count = 1;
      const bool is_array = schema::code(type) == TypeCode::kArray;
      if (is_array) {
        count = schema::operand_count(type);
        type = schema::element(type);
      }
      FieldDeclaration field = named(name);
      field.type = type_of(type);
      field.slot = static_cast<std::uint16_t>(fields.size());
      std::uint64_t own = inline_size(field.type.base);
      std::uint64_t align = own;
      if (field.type.base == BaseType::Obj) {
        own = at_index(field.type.index).bytes;
        align = at_index(field.type.index).alignment;
      }
      if (is_array) {
        field.type = TypeRef{.base = BaseType::Array,
                             .element = field.type.base,
                             .index = field.type.index,
                             .fixed_length = static_cast<std::uint16_t>(count)};
      }
      size = round_up(size, align);
      alignment = std::max(alignment, align);
      if (own * count > kMaxStructure - std::min(size, kMaxStructure)) {
        return fail(Code::kTypeMismatch, "a structure of 64 KiB or more");
      }
      field.offset = static_cast<std::uint16_t>(size);
      size += own * count;
      fields.push_back(std::move(field));
      if (!has_name) call_by_place(fields);
    });
    size = round_up(size, alignment);
    if (size > kMaxStructure) fail(Code::kTypeMismatch, "a structure of 64 KiB or more");
    differ(fields);
    Declaration& made = at_index(index);
    made.fields = std::move(fields);
    if (is_lone({&shape}, made.fields)) made.idiom = idiom::kLone;
    made.bytes = static_cast<std::uint16_t>(size);
    made.alignment = static_cast<std::uint16_t>(alignment);
    return index;
  }

  // work(name, type, whether the field has a name). Those without are called by their places.
  template <typename Work>
  void each_field(const Shape& shape, Work&& work) {
    std::size_t place = 0;
    for (const FieldEntry& entry : shape.fields) {
      for (std::uint64_t i = 0; i < entry.repeat; ++i, ++place) {
        const TypeExpr type = types_.expr(entry.type);
        if (!charge(schema::type_bytes(type).size())) return;
        if (entry.named) {
          work(entry.name, type, true);
        } else {
          work("field" + std::to_string(place), type, false);
        }
      }
    }
  }
  // Of the last of them: the key that archives give a field without a name.
  void call_by_place(std::vector<FieldDeclaration>& fields) {
    if (!for_values_ || !error_.ok()) return;
    std::string place = std::to_string(fields.size() - 1);
    fields.back().attributes.push_back({std::string(idiom::kName), std::move(place)});
  }
  // Whether archives tell a record as its only field (docs/convert.md). A union stays a field:
  // which alternative it has is said of the value, and who holds the record may be a union, too.
  bool is_lone(const std::vector<const Shape*>& chain,
               const std::vector<FieldDeclaration>& fields) const {
    if (!for_values_ || fields.size() != 1 || chain[0]->name.empty()) return false;
    const bool named = std::any_of(chain.begin(), chain.end(), [](const Shape* shape) {
      return !shape->fields.empty() && shape->fields[0].named;
    });
    return !named && fields[0].type.base != BaseType::Union;
  }
  static FieldDeclaration named(std::string_view name) {
    FieldDeclaration field;
    field.name = identifier_of(name);
    if (field.name != name)
      field.attributes.push_back({std::string(idiom::kName), std::string(name)});
    return field;
  }
  // Unions are two keys to who reads by attributes, and so nothing that can stand for them.
  void mark(std::int32_t index, std::string_view attribute, bool has_union) {
    Declaration& declared = at_index(index);
    if (for_values_) declared.idiom = attribute;
    if (has_union || !declared.attributes.empty()) return;
    declared.attributes.push_back({std::string(attribute), std::nullopt});
  }
  std::int32_t moment() {
    if (moment_ >= 0) return moment_;
    moment_ = declare(Declaration::Kind::structure, "Moment");
    FieldDeclaration seconds;
    seconds.name = "seconds";
    seconds.type = TypeRef::scalar(BaseType::Long);
    FieldDeclaration nanoseconds;
    nanoseconds.name = "nanoseconds";
    nanoseconds.type = TypeRef::scalar(BaseType::UInt);
    nanoseconds.slot = 1;
    nanoseconds.offset = 8;
    Declaration& made = at_index(moment_);
    made.fields = {std::move(seconds), std::move(nanoseconds)};
    made.bytes = 16;
    made.alignment = 8;
    mark(moment_, idiom::kMoment, false);
    return moment_;
  }
  void add(std::vector<FieldDeclaration>& fields, std::string_view name, TypeExpr type) {
    if (!error_.ok()) return;
    FieldDeclaration field = named(name);
    field.type = type_of(type);
    const TypeCode code = schema::code(type);
    const bool is_held = for_values_ && code == TypeCode::kOptional;
    if (is_bytes(is_held ? schema::code(schema::element(type)) : code)) {
      field.attributes.push_back({std::string(idiom::kData), std::nullopt});
    }
    if (for_values_ && (code == TypeCode::kOptional || code == TypeCode::kRef)) {
      field.attributes.push_back({std::string(idiom::kMissingNull), std::nullopt});
    }
    std::size_t slot = fields.empty() ? 0 : fields.back().slot + std::size_t{1};
    if (field.has_tag()) ++slot;
    if (slot >= kMaxSlots) return fail(Code::kTypeMismatch, "a table of more than 28,000 fields");
    field.slot = static_cast<std::uint16_t>(slot);
    fields.push_back(std::move(field));
  }
  // Names that FlatBuffers takes may be equal where the fields' own are not.
  static void differ(std::vector<FieldDeclaration>& fields) {
    std::set<std::string> taken;
    for (FieldDeclaration& field : fields) {
      const auto is_free = [&] {
        return !taken.contains(field.name) &&
               !(field.has_tag() && taken.contains(field.name + "_type"));
      };
      if (!is_free() && field.attribute(idiom::kName) == nullptr) {
        field.attributes.push_back({std::string(idiom::kName), field.name});
      }
      while (!is_free()) field.name += "_" + std::to_string(field.slot) + "_";
      taken.insert(field.name);
      if (field.has_tag()) taken.insert(field.name + "_type");
    }
  }

  template <typename Fill>
  std::int32_t small_table(char kind, TypeExpr type, std::string_view name, Fill&& fill) {
    const auto [index, is_new] = find(kind, type, Declaration::Kind::table, name);
    if (is_new) {
      std::vector<FieldDeclaration> fields;
      fill(fields);
      at_index(index).fields = std::move(fields);
    }
    return index;
  }
  // One declaration for equal types.
  Declarations::Found find(char kind, TypeExpr type, Declaration::Kind of, std::string_view name) {
    const BytesView bytes = schema::type_bytes(type);
    std::string key(1, kind);
    key.append(as_text(bytes));
    const auto [it, is_new] = known_.emplace(std::move(key), -1);
    if (is_new) it->second = declare(of, name);
    return {it->second, is_new};
  }
  std::int32_t declare(Declaration::Kind kind, std::string_view name) {
    Declaration fresh;
    fresh.kind = kind;
    const std::string wanted = type_identifier(name);
    std::size_t& number = names_[wanted];
    do {
      ++number;
      fresh.name = number == 1 ? wanted : wanted + std::to_string(number);
    } while (fields_.contains(fresh.name) || !given_.insert(fresh.name).second);
    out_.all.push_back(std::move(fresh));
    return static_cast<std::int32_t>(out_.all.size() - 1);
  }
  Declaration& at_index(std::int32_t index) { return out_.all[static_cast<std::size_t>(index)]; }

  bool charge(std::size_t bytes) {
    charged_ += bytes;
    if (charged_ > kFreeBytes + kBytesPerByte * types_.bytes().size()) {
      fail(Code::kOverBudget, "more fields than a schema may have");
    }
    return error_.ok();
  }
  void fail(Code code, std::string_view message) {
    if (error_.ok()) error_ = Status(code, message);
  }

  const TypeTable& types_;
  const bool for_values_;
  Declarations out_;
  std::vector<OfShape> shapes_;
  std::map<std::string, std::int32_t> known_;  // kind and type -> declaration
  std::set<std::string> fields_;               // names of fields
  std::set<std::string> given_;                // and of declarations
  std::map<std::string, std::size_t> names_;   // the highest number that one was tried with
  std::vector<std::uint32_t> open_;            // tables without fields yet
  std::size_t charged_ = 0;
  std::int32_t moment_ = -1;  // its declaration
  std::uint32_t depth_ = 0;
  std::uint32_t form_depth_ = 0;
  Status error_;
};

}  // namespace

Result<Declarations> declarations(const Type& type) {
  return guarded([&] { return Describer(type.parsed(), false).describe(type.expr()); });
}

Result<Declarations> value_declarations(const Type& type) {
  return guarded([&] { return Describer(type.parsed(), true).describe(type.expr()); });
}

Result<std::string> schema(const Type& type) {
  return guarded([&]() -> Result<std::string> {
    const Result<Declarations> made = declarations(type);
    if (!made.ok()) return made.status();
    return made->to_text();
  });
}

Result<Buffer> binary_schema(const Type& type) {
  const Result<Declarations> made = declarations(type);
  if (!made.ok()) return made.status();
  return to_binary(*made);
}

}  // namespace fastser::flat
