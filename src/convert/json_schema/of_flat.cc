// SPDX-License-Identifier: MIT
//
// Tables and structures of a FlatBuffers schema. They are definitions, which refer to each other.
#include <string>
#include <string_view>
#include <vector>

#include "convert/flat/meaning.hpp"
#include "convert/flat/reader.hpp"
#include "convert/json_schema/json_schema.hpp"
#include "convert/json_schema/schema_text.hpp"
#include "convert/read.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/enum_names.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::TypeRef;
using Kind = FlatType::Kind;

class FlatSchema {
 public:
  FlatSchema(const flat::Declarations& schema, const std::vector<FlatType>& types, std::size_t most)
      : schema_(schema), types_(types), out_(most) {
    for (const Declaration& one : schema.all) names_.add(one.name, "type");
  }

  Result<std::string> run() {
    out_.object([&] {
      out_.member("$schema", kJsonSchemaDraft);
      out_.member("$ref", SchemaText::pointer(names_[static_cast<std::size_t>(schema_.root)]));
      out_.key("$defs");
      out_.object([&] {
        for (std::size_t i = 0; i < types_.size(); ++i) {
          if (schema_.all[i].kind == Declaration::Kind::choice) continue;
          out_.key(names_[i]);
          definition(types_[i]);
        }
      });
    });
    return out_.take();
  }

 private:
  const FlatType& type_of(std::int32_t index) const {
    return types_[static_cast<std::size_t>(index)];
  }

  void definition(const FlatType& type) {
    switch (type.kind) {
      case Kind::kBox: return value(type.fields[0]);
      case Kind::kEither: return either(type);
      case Kind::kTuple: return tuple(type);
      case Kind::kMoment: return out_.date();
      case Kind::kExt: return out_.extension();
      default: return object(type);
    }
  }
  void object(const FlatType& type) {
    std::vector<std::string_view> required;
    out_.object([&] {
      out_.member("type", "object");
      out_.key("properties");
      out_.object([&] {
        for (const FlatField& field : type.fields) {
          if (!field.tag_key.empty()) tag(field);
          out_.key(field.key);
          value(field);
          if (field.declared->required) required.push_back(field.key);
        }
      });
      out_.required(required);
      out_.member("additionalProperties", false);
    });
  }
  void either(const FlatType& type) {
    out_.object([&] {
      out_.key("anyOf");
      out_.list([&] {
        for (const FlatField& field : type.fields) value(field);
        out_.of_type("null");
      });
    });
  }
  void tuple(const FlatType& type) {
    out_.object([&] {
      out_.member("type", "array");
      if (!type.fields.empty()) {
        out_.key("prefixItems");
        out_.list([&] {
          for (const FlatField& field : type.fields) value(field);
        });
      }
      out_.exactly(type.fields.size());
    });
  }

  // ---- fields

  // The number or the name of an alternative, or a list of them.
  void tag(const FlatField& field) {
    out_.key(field.tag_key);
    const bool is_list = field.declared->type.base == BaseType::Vector;
    const auto one = [&] { scalar(BaseType::UType, {field.tag_names}); };
    if (is_list) return list(one);
    one();
  }
  void value(const FlatField& field) {
    const TypeRef& type = field.declared->type;
    const bool may_be_null = field.null_if_missing || type.optional;
    if (may_be_null) return out_.or_null([&] { present(field); });
    present(field);
  }
  void present(const FlatField& field) {
    const TypeRef& type = field.declared->type;
    if (field.is_flex) return out_.anything();
    if (field.is_data) return out_.data();
    if (field.nested >= 0) {
      return out_.reference(names_[static_cast<std::size_t>(field.nested)]);
    }
    switch (type.base) {
      case BaseType::String: return out_.of_type("string");
      case BaseType::Obj: return out_.reference(names_[static_cast<std::size_t>(type.index)]);
      case BaseType::Union: return choice(type.index);
      case BaseType::Vector: return elements(field);
      case BaseType::Array: return list([&] { element(field); }, type.fixed_length);
      default: return scalar(type.base, field.text());
    }
  }
  void elements(const FlatField& field) {
    const TypeRef& type = field.declared->type;
    const Kind kind = type.element == BaseType::Obj ? type_of(type.index).kind : Kind::kPlain;
    if (kind == Kind::kMap || kind == Kind::kPairs) return map(type_of(type.index));
    list([&] { element(field); });
  }
  // In JSON all keys are text.
  void map(const FlatType& entry) {
    out_.object([&] {
      out_.member("type", "object");
      if (entry.fields.size() < 2) return;
      out_.key("additionalProperties");
      out_.or_null([&] { value(entry.fields[1]); });
    });
  }
  void element(const FlatField& field) {
    const TypeRef& type = field.declared->type;
    switch (type.element) {
      case BaseType::String: return out_.of_type("string");
      case BaseType::Obj: return out_.reference(names_[static_cast<std::size_t>(type.index)]);
      case BaseType::Union: return choice(type.index);
      default: return scalar(type.element, field.text());
    }
  }
  template <typename One>
  void list(One&& one, std::uint64_t count = 0) {
    out_.object([&] {
      out_.member("type", "array");
      out_.key("items");
      one();
      if (count != 0) out_.exactly(count);
    });
  }
  void choice(std::int32_t index) {
    out_.object([&] {
      out_.key("anyOf");
      out_.list([&] {
        for (const std::int32_t held : schema_.all[static_cast<std::size_t>(index)].alternatives) {
          if (held == Declaration::kText) out_.of_type("string");
          if (held >= 0) out_.reference(names_[static_cast<std::size_t>(held)]);
        }
        out_.of_type("null");
      });
    });
  }
  // An enum is its number or its name; a hash is its number, or any text.
  void scalar(BaseType base, const TextMeaning& text) {
    if (text.names == nullptr && text.hash.empty()) return number(base);
    out_.object([&] {
      out_.key("anyOf");
      out_.list([&] {
        number(base);
        if (text.names == nullptr) return out_.of_type("string");
        out_.object([&] {
          out_.key("enum");
          out_.list([&] {
            for (const auto& [bits, name] : text.names->values) out_.value(std::string_view(name));
          });
        });
      });
    });
  }
  void number(BaseType base) {
    switch (base) {
      case BaseType::Bool: return out_.of_type("boolean");
      case BaseType::Byte: return out_.integer<std::int8_t>();
      case BaseType::Short: return out_.integer<std::int16_t>();
      case BaseType::UShort: return out_.integer<std::uint16_t>();
      case BaseType::Int: return out_.integer<std::int32_t>();
      case BaseType::UInt: return out_.integer<std::uint32_t>();
      case BaseType::Long: return out_.integer<std::int64_t>();
      case BaseType::ULong: return out_.integer<std::uint64_t>();
      case BaseType::Float:
      case BaseType::Double: return out_.of_type("number");
      default: return out_.integer<std::uint8_t>();
    }
  }

  const flat::Declarations& schema_;
  const std::vector<FlatType>& types_;
  SchemaText out_;
  DefinitionNames names_;
};

}  // namespace

Result<std::string> json_schema_of_flat(BytesView schema, std::size_t most,
                                        std::string_view root_type) {
  return guarded([&]() -> Result<std::string> {
    const Result<flat::Declarations> declarations = schema_of(schema, root_type);
    if (!declarations.ok()) return of_schema(declarations.status());
    if (declarations->root < 0) return Status(Code::kUsage, "the schema has no root_type");
    const Result<flat::EnumNames> names = flat::enum_names(schema);
    if (!names.ok()) return of_schema(names.status());
    std::vector<FlatType> types;
    FASTSER_TRY(find_meanings(*declarations, types));
    set_names(*names, types);
    return FlatSchema(*declarations, types, most).run();
  });
}

}  // namespace fastser::convert
