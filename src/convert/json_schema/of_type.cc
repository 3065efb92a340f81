// SPDX-License-Identifier: MIT
//
// Types of an archive. Recursion is bounded by the depth of type expressions; records are
// definitions, which refer to each other.
#include <string>
#include <string_view>
#include <vector>

#include "convert/archive/shape_keys.hpp"
#include "convert/json_schema/json_schema.hpp"
#include "convert/json_schema/schema_text.hpp"
#include "convert/msgpack/ext_shape.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/schema/lone_value.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

using schema::FieldEntry;
using schema::Shape;
using schema::TypeCode;
using schema::TypeExpr;

constexpr std::uint64_t kMostUnnamed = 64;  // fields of an entry that are listed one by one

// A field that holds this is left out.
bool is_nothing(TypeExpr type) {
  return schema::code(type) == TypeCode::kTuple && schema::operand_count(type) == 0;
}
bool may_be_left_out(TypeExpr type) {
  if (schema::code(type) != TypeCode::kVariant) return false;
  TypeExpr at = schema::first_operand(type);
  for (std::uint64_t i = schema::operand_count(type); i != 0; --i, at = schema::skip_type(at)) {
    if (is_nothing(at)) return true;
  }
  return false;
}

class TypeSchema {
 public:
  TypeSchema(const schema::TypeTable& table, std::size_t most)
      : table_(table), most_(most), out_(most) {
    for (const Shape& shape : table.shapes()) {
      const bool is_text = wire::utf8_prefix(shape.name) == shape.name.size();
      names_.add(is_text ? shape.name : std::string_view(),
                 "record" + std::to_string(names_.size()));
    }
  }

  Result<std::string> run() {
    FASTSER_TRY(check_keys());
    out_.object([&] {
      out_.member("$schema", kJsonSchemaDraft);
      out_.key("allOf");
      out_.list([&] { value(table_.root()); });
      if (table_.shapes().empty()) return;
      out_.key("$defs");
      out_.object([&] {
        for (std::size_t i = 0; i < table_.shapes().size(); ++i) {
          out_.key(names_[i]);
          record(static_cast<std::uint32_t>(i));
        }
      });
    });
    return out_.take();
  }

 private:
  // What no JSON can have is refused, as convert does.
  [[nodiscard]] Status check_keys() const {
    std::size_t left = most_;
    for (std::size_t i = 0; i < table_.shapes().size(); ++i) {
      const auto shape = static_cast<std::uint32_t>(i);
      const std::size_t cost = shape_cost(table_, shape);
      if (cost > left) return Status(Code::kOverBudget, kTextTooLong);
      left -= cost;
      if (has_key_twice(table_, shape)) {
        return Status(Code::kTypeMismatch, "a record with two fields of one name");
      }
      for (const FieldEntry& entry : table_.shapes()[i].fields) {
        if (wire::utf8_prefix(entry.name) == entry.name.size()) continue;
        return Status(Code::kMalformed, "the name of a field is not UTF-8");
      }
    }
    return {};
  }

  // ---- records

  // The super-shapes first.
  [[nodiscard]] std::vector<const Shape*> chain(std::uint32_t shape) const {
    std::vector<const Shape*> out;
    for (auto at = static_cast<std::int32_t>(shape); at >= 0; at = out.back()->super) {
      out.push_back(&table_.shapes()[static_cast<std::size_t>(at)]);
    }
    return {out.rbegin(), out.rend()};
  }
  void record(std::uint32_t shape) {
    const Shape& own = table_.shapes()[shape];
    if (is_ext_shape(table_, own)) return out_.extension();
    const std::vector<const Shape*> shapes = chain(shape);
    if (is_lone_value(table_, shape)) return lone(shapes);
    std::vector<std::string_view> required;
    bool has_more = false;
    out_.object([&] {
      out_.member("type", "object");
      out_.key("properties");
      out_.object([&] {
        std::uint64_t index = 0;
        for (const Shape* const one : shapes) {
          for (const FieldEntry& entry : one->fields) fields(entry, index, required, has_more);
        }
      });
      out_.required(required);
      if (!has_more) out_.member("additionalProperties", false);
    });
  }
  void lone(const std::vector<const Shape*>& shapes) {
    for (const Shape* const one : shapes) {
      if (!one->fields.empty()) return value(table_.expr(one->fields[0].type));
    }
  }
  void fields(const FieldEntry& entry, std::uint64_t& index,
              std::vector<std::string_view>& required, bool& has_more) {
    const TypeExpr type = table_.expr(entry.type);
    if (entry.named) {
      out_.key(entry.name);
      field(type);
      if (!may_be_left_out(type)) required.push_back(entry.name);
    } else if (entry.repeat <= kMostUnnamed) {
      for (std::uint64_t i = 0; i < entry.repeat; ++i) {
        Digits digits;
        out_.key(position_text(index + i, digits));
        field(type);
      }
    } else {
      has_more = true;
    }
    index += entry.repeat;
  }

  // What the value of a field is if it is there.
  void field(TypeExpr type) {
    if (!may_be_left_out(type)) return value(type);
    std::vector<TypeExpr> there;
    TypeExpr at = schema::first_operand(type);
    for (std::uint64_t i = schema::operand_count(type); i != 0; --i, at = schema::skip_type(at)) {
      if (!is_nothing(at)) there.push_back(at);
    }
    if (there.size() < 2) return value(there.empty() ? type : there.front());
    out_.object([&] {
      out_.key("anyOf");
      out_.list([&] {
        for (const TypeExpr one : there) value(one);
      });
    });
  }

  // ---- values

  void value(TypeExpr type) {
    switch (schema::code(type)) {
      case TypeCode::kNull: return out_.of_type("null");
      case TypeCode::kBool: return out_.of_type("boolean");
      case TypeCode::kI8: return out_.integer<std::int8_t>();
      case TypeCode::kU8: return out_.integer<std::uint8_t>();
      case TypeCode::kI16:
      case TypeCode::kVarI16: return out_.integer<std::int16_t>();
      case TypeCode::kU16:
      case TypeCode::kVarU16: return out_.integer<std::uint16_t>();
      case TypeCode::kI32:
      case TypeCode::kVarI32: return out_.integer<std::int32_t>();
      case TypeCode::kU32:
      case TypeCode::kVarU32: return out_.integer<std::uint32_t>();
      case TypeCode::kDuration:
      case TypeCode::kI64:
      case TypeCode::kVarI64: return out_.integer<std::int64_t>();
      case TypeCode::kU64:
      case TypeCode::kVarU64: return out_.integer<std::uint64_t>();
      case TypeCode::kF32:
      case TypeCode::kF64:
      case TypeCode::kDecimal: return out_.of_type("number");
      case TypeCode::kString:
      case TypeCode::kSharedString:
      case TypeCode::kUrl:
      case TypeCode::kClassRef: return out_.of_type("string");
      case TypeCode::kData:
      case TypeCode::kSharedData: return out_.data();
      case TypeCode::kDate:
      case TypeCode::kAppleDate: return out_.date();
      case TypeCode::kUuid: return out_.text_with("format", "uuid");
      case TypeCode::kEnum: return value(schema::enum_integer(type));
      case TypeCode::kRecord: return out_.reference(names_[schema::operand_shape(type)]);
      case TypeCode::kOptional:
      case TypeCode::kRef: return out_.or_null([&] { value(schema::element(type)); });
      default: return composite(type);
    }
  }
  void composite(TypeExpr type) {
    switch (schema::code(type)) {
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kArray: return list(type);
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: return map(type);
      case TypeCode::kVariant: return choice(type);
      case TypeCode::kTuple: return tuple(type);
      case TypeCode::kBits: return bits(schema::operand_count(type));
      default: return out_.anything();  // any, and references to any record
    }
  }
  void list(TypeExpr type) {
    out_.object([&] {
      out_.member("type", "array");
      out_.key("items");
      value(schema::element(type));
      if (schema::code(type) == TypeCode::kArray) out_.exactly(schema::operand_count(type));
    });
  }
  // In JSON all keys are text.
  void map(TypeExpr type) {
    out_.object([&] {
      out_.member("type", "object");
      out_.key("additionalProperties");
      value(schema::value_type(type));
    });
  }
  void choice(TypeExpr type) {
    out_.object([&] {
      out_.key("anyOf");
      out_.list([&] { operands(type); });
    });
  }
  void tuple(TypeExpr type) {
    out_.object([&] {
      out_.member("type", "array");
      if (schema::operand_count(type) != 0) {
        out_.key("prefixItems");
        out_.list([&] { operands(type); });
      }
      out_.exactly(schema::operand_count(type));
    });
  }
  void operands(TypeExpr type) {
    TypeExpr at = schema::first_operand(type);
    for (std::uint64_t i = schema::operand_count(type); i != 0; --i, at = schema::skip_type(at)) {
      value(at);
    }
  }
  void bits(std::uint64_t count) {
    out_.object([&] {
      out_.member("type", "string");
      out_.member("pattern", "^[01]*$");
      out_.member("minLength", count);
      out_.member("maxLength", count);
    });
  }

  const schema::TypeTable& table_;
  std::size_t most_;
  SchemaText out_;
  DefinitionNames names_;
};

}  // namespace

Result<std::string> json_schema_of_type(const schema::TypeTable& table, std::size_t most) {
  return guarded([&]() -> Result<std::string> { return TypeSchema(table, most).run(); });
}

}  // namespace fastser::convert
