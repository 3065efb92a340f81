// SPDX-License-Identifier: MIT
//
// Tables of the model as bytes (docs/format.md sections 4 and 5), and everything as text.
#include "support/version_model.hpp"

#include <algorithm>

namespace fastser::testing::versions {
namespace {

const char* name_of(TypeCode code) {
  switch (code) {
    case TypeCode::kNull: return "null";
    case TypeCode::kBool: return "bool";
    case TypeCode::kI8: return "i8";
    case TypeCode::kU8: return "u8";
    case TypeCode::kI16: return "i16";
    case TypeCode::kU16: return "u16";
    case TypeCode::kI32: return "i32";
    case TypeCode::kU32: return "u32";
    case TypeCode::kI64: return "i64";
    case TypeCode::kU64: return "u64";
    case TypeCode::kF32: return "f32";
    case TypeCode::kF64: return "f64";
    case TypeCode::kVarI16: return "vi16";
    case TypeCode::kVarU16: return "vu16";
    case TypeCode::kVarI32: return "vi32";
    case TypeCode::kVarU32: return "vu32";
    case TypeCode::kVarI64: return "vi64";
    case TypeCode::kVarU64: return "vu64";
    case TypeCode::kString: return "string";
    case TypeCode::kData: return "data";
    case TypeCode::kSharedString: return "shared string";
    case TypeCode::kSharedData: return "shared data";
    case TypeCode::kDate: return "date";
    case TypeCode::kDuration: return "duration";
    case TypeCode::kUuid: return "uuid";
    case TypeCode::kDecimal: return "decimal";
    case TypeCode::kUrl: return "url";
    case TypeCode::kClassRef: return "class reference";
    case TypeCode::kAppleDate: return "apple date";
    case TypeCode::kOptional: return "optional";
    case TypeCode::kList: return "list";
    case TypeCode::kArray: return "array";
    case TypeCode::kSet: return "set";
    case TypeCode::kMap: return "map";
    case TypeCode::kOrderedMap: return "ordered map";
    case TypeCode::kVariant: return "variant";
    case TypeCode::kEnum: return "enum";
    case TypeCode::kRecord: return "record";
    case TypeCode::kRef: return "ref";
    case TypeCode::kAnyRecord: return "any record";
    case TypeCode::kAnyRef: return "any ref";
    case TypeCode::kAny: return "any";
    case TypeCode::kTuple: return "tuple";
    case TypeCode::kBits: return "bits";
    case TypeCode::kOwnedAny: return "owned any";
  }
  return "?";
}

void put_text(std::string& out, const std::string& text) {
  put_varint(out, text.size());
  out += text;
}

/// Prints a forest: bodies of objects behind the root, as the first pointers to them are met.
class Printer {
 public:
  explicit Printer(const Forest& forest) : forest_(forest) { mark(forest.root); }

  std::string print() {
    std::string out = print(forest_.root);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      out += "\n#" + std::to_string(i) + " = " + print(forest_.objects.at(order_[i]));
    }
    return out;
  }

 private:
  // What the root owns.
  void mark(const Node& node) {
    std::vector<const Node*> list = {&node};
    while (!list.empty()) {
      const Node& next = *list.back();
      list.pop_back();
      for (const Node& kid : next.kids) list.push_back(&kid);
      if (next.object < 0 || next.weak || owned_.count(next.object) != 0) continue;
      const auto found = forest_.objects.find(next.object);
      if (found == forest_.objects.end()) continue;
      owned_[next.object] = true;
      list.push_back(&found->second);
    }
  }
  std::string print(const Node& node) {
    if (node.object >= 0) {
      if (owned_.count(node.object) == 0) return "nil";
      const auto known = std::find(order_.begin(), order_.end(), node.object);
      const auto number = known - order_.begin();
      if (known == order_.end()) order_.push_back(node.object);
      return (node.weak ? "~#" : "#") + std::to_string(number);
    }
    if (node.kids.empty()) return node.text;
    std::vector<const Node*> order;
    for (const Node& kid : node.kids) order.push_back(&kid);
    if (node.unordered) {  // without the numbers, which depend on the order
      std::sort(order.begin(), order.end(), [](const Node* a, const Node* b) {
        const std::string left = plain(*a);
        const std::string right = plain(*b);
        return left != right ? left < right : a < b;
      });
    }
    std::vector<std::string> kids;
    for (const Node* kid : order) kids.push_back(print(*kid));
    std::string out = node.text + "(";
    for (const std::string& kid : kids) out += (&kid == kids.data() ? "" : ", ") + kid;
    return out + ")";
  }

  static std::string plain(const Node& node) {
    std::string out = node.text + "(";
    for (const Node& kid : node.kids) out += plain(kid) + ",";
    return out + ")";
  }

  const Forest& forest_;
  std::map<std::int64_t, bool> owned_;
  std::vector<std::int64_t> order_;
};

std::string to_text(const Document& document, const Type& type, const Value& value);

std::string fields_text(const Document& document, std::uint64_t shape, const Value& value) {
  std::string out = document.shapes[static_cast<std::size_t>(shape)].name + "{";
  const std::vector<const Field*> fields = fields_of(document.shapes, shape);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    out += (i == 0 ? "" : ", ") + fields[i]->name + " " +
           to_text(document, fields[i]->type, value.items[i]);
  }
  return out + "}";
}

std::string to_text(const Document& document, const Type& type, const Value& value) {
  switch (type.code) {
    case TypeCode::kRecord: return fields_text(document, type.n, value);
    case TypeCode::kAnyRecord: return fields_text(document, value.bits, value);
    case TypeCode::kOwnedAny:
      return value.bits == 0 ? "nil" : fields_text(document, value.bits - 1, value);
    case TypeCode::kVariant:
    case TypeCode::kAny:
      return "<" + std::to_string(value.bits) + ">" +
             to_text(document, type.of[static_cast<std::size_t>(value.bits)], value.items[0]);
    case TypeCode::kRef:
    case TypeCode::kAnyRef: return value.bits == 0 ? "nil" : "#" + std::to_string(value.bits - 1);
    default: break;
  }
  if (type.of.empty()) {
    if (value.text.empty() && !is_text(type.code)) {
      return std::to_string(static_cast<std::int64_t>(value.bits));
    }
    return type.code == TypeCode::kBits ? "bits" : "\"" + value.text + "\"";
  }
  if (type.code == TypeCode::kEnum) return to_text(document, type.of[0], value);
  if (type.code == TypeCode::kOptional && value.bits == 0) return "none";
  std::string out = "(";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const Type& item = type.of[type.of.size() == 1 ? 0 : i % type.of.size()];
    out += (i == 0 ? "" : ", ") + to_text(document, item, value.items[i]);
  }
  return out + ")";
}

}  // namespace

std::vector<const Field*> fields_of(const std::vector<Shape>& shapes, std::uint64_t shape) {
  std::vector<const Field*> fields;
  const Shape& last = shapes[static_cast<std::size_t>(shape)];
  if (last.super >= 0) fields = fields_of(shapes, static_cast<std::uint64_t>(last.super));
  for (const Field& field : last.fields) fields.push_back(&field);
  return fields;
}

bool is_signed(TypeCode code) { return integer_bits(code) != 0 && static_cast<int>(code) % 2 == 0; }
bool is_varint(TypeCode code) { return code >= TypeCode::kVarI16 && code <= TypeCode::kVarU64; }
int integer_bits(TypeCode code) {
  if (code >= TypeCode::kI8 && code <= TypeCode::kU64)
    return 8 << ((static_cast<int>(code) - 2) / 2);
  if (is_varint(code)) return 16 << ((static_cast<int>(code) - 0x0C) / 2);
  return 0;
}
bool is_text(TypeCode code) {
  return code == TypeCode::kString || code == TypeCode::kSharedString || code == TypeCode::kUrl ||
         code == TypeCode::kClassRef;
}
bool is_slot(TypeCode code) { return code == TypeCode::kRef || code == TypeCode::kAnyRef; }

bool same_type(const Type& a, const Type& b) {
  std::string left;
  std::string right;
  put_type(left, a);
  put_type(right, b);
  return left == right;
}

void put_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

void put_type(std::string& out, const Type& type) {
  out += static_cast<char>(type.code);
  switch (type.code) {
    case TypeCode::kAny:  // operands of these are what the generator may choose from
    case TypeCode::kAnyRecord:
    case TypeCode::kAnyRef:
    case TypeCode::kOwnedAny: return;
    case TypeCode::kVariant:
    case TypeCode::kTuple: put_varint(out, type.of.size()); break;
    case TypeCode::kEnum: put_text(out, type.name); break;
    case TypeCode::kRecord:
    case TypeCode::kBits: put_varint(out, type.n); return;
    default: break;
  }
  for (const Type& operand : type.of) put_type(out, operand);
  if (type.code == TypeCode::kArray) put_varint(out, type.n);
}

std::string table_bytes(const Document& document) {
  std::string out;
  put_varint(out, document.shapes.size());
  for (const Shape& shape : document.shapes) {
    put_text(out, shape.name);
    put_varint(out, shape.version);
    put_varint(out, static_cast<std::uint64_t>(shape.super + 1));
    std::string entries;
    std::size_t count = 0;
    for (std::size_t i = 0; i < shape.fields.size(); ++count) {
      const Field& field = shape.fields[i];
      std::size_t end = i + 1;
      if (field.name.empty()) {  // equal ones side by side are one entry
        while (end < shape.fields.size() && shape.fields[end].name.empty() &&
               same_type(shape.fields[end].type, field.type)) {
          ++end;
        }
      }
      put_varint(entries, (end - i) << 1 | (field.name.empty() ? 0U : 1U));
      if (!field.name.empty()) put_text(entries, field.name);
      put_type(entries, field.type);
      i = end;
    }
    put_varint(out, count);
    out += entries;
  }
  put_type(out, document.root);
  return out;
}

std::string to_text(const Type& type, const std::vector<Shape>& shapes) {
  std::string out = name_of(type.code);
  if (type.code == TypeCode::kRecord) {
    out = shapes[static_cast<std::size_t>(type.n)].name + "/" + std::to_string(type.n);
  }
  if (type.weak) out = "weak " + out;
  if (type.code == TypeCode::kBits) out += " " + std::to_string(type.n);
  if (type.code == TypeCode::kEnum) out += " " + type.name;
  if (type.den != 0) out += " " + std::to_string(type.num) + "/" + std::to_string(type.den) + "s";
  if (type.of.empty()) return out;
  out += "<";
  for (const Type& operand : type.of) {
    out += (&operand == type.of.data() ? "" : ", ") + to_text(operand, shapes);
  }
  if (type.code == TypeCode::kArray) out += ", " + std::to_string(type.n);
  return out + ">";
}

std::string to_text(const std::vector<Shape>& shapes) {
  std::string out;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape& shape = shapes[i];
    out += "  class " + shape.name + "/" + std::to_string(i) + " version " +
           std::to_string(shape.version);
    if (shape.super >= 0) {
      out += " : " + shapes[static_cast<std::size_t>(shape.super)].name + "/" +
             std::to_string(shape.super);
    }
    out += "\n";
    for (const Field& field : shape.fields) {
      out += "    " + (field.name.empty() ? "(no name)" : field.name) + ": " +
             to_text(field.type, shapes) + "\n";
    }
  }
  return out;
}

std::string values_text(const Document& document) {
  std::string out = "  value " + to_text(document, document.root, document.value) + "\n";
  for (std::size_t i = 0; i < document.objects.size(); ++i) {
    const Object& object = document.objects[i];
    out += "  #" + std::to_string(i) + " " + to_text(object.type, document.shapes) + " " +
           to_text(document, object.type, object.value) + "\n";
  }
  return out;
}

std::string to_text(const Forest& forest) { return Printer(forest).print(); }

}  // namespace fastser::testing::versions
