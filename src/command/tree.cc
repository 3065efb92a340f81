// SPDX-License-Identifier: MIT
//
// TreePrinter. A level whose container is cut off (or lies in something cut off) prints nothing,
// but is walked all the same: what inspect shows has been checked.
#include "command/tree.hpp"

#include "convert/json_text.hpp"
#include "fastser/wire/endian.hpp"
#include "fastser/wire/utf8.hpp"

namespace fastser::command {

using archive::ContentUse;
using archive::Scalar;
using schema::TypeCode;
using schema::TypeExpr;

namespace {

constexpr std::size_t kMaxText = 100;

// A scalar as JSON would have it, but every double.
std::string scalar_text(const Scalar& scalar) {
  std::string out;
  switch (scalar.code) {
    case TypeCode::kBool: return scalar.bits != 0 ? "true" : "false";
    case TypeCode::kF32: convert::append_float(out, static_cast<float>(scalar.real)); break;
    case TypeCode::kF64:
    case TypeCode::kAppleDate: convert::append_double(out, scalar.real); break;
    case TypeCode::kDate:
      convert::append_date(out, scalar.as_signed(),
                           wire::load_le<std::uint32_t>(scalar.bytes.data() + 8));
      break;
    case TypeCode::kUuid: convert::append_uuid(out, scalar.bytes); break;
    case TypeCode::kDecimal: convert::append_decimal(out, scalar.bytes); break;
    case TypeCode::kU64:
    case TypeCode::kVarU64: convert::append_unsigned(out, scalar.bits); break;
    default: convert::append_signed(out, scalar.as_signed());
  }
  return out;
}

// As in JSON, but bytes that are not UTF-8 as \xFF.
std::string quoted(std::string_view value) {
  std::string_view rest = value.substr(0, kMaxText);
  // Characters of up to four bytes are not cut.
  for (int cut = 0; cut < 3 && rest.size() < value.size() && !rest.empty() &&
                    (static_cast<unsigned char>(value[rest.size()]) & 0xC0U) == 0x80U;
       ++cut) {
    rest.remove_suffix(1);
  }
  const std::size_t size = rest.size();
  std::string out;
  for (;;) {
    const std::size_t sound = wire::utf8_prefix(rest);
    std::string piece;
    convert::append_quoted(piece, rest.substr(0, sound));
    out.append(piece, 1, piece.size() - 2);
    rest.remove_prefix(sound);
    if (rest.empty()) break;
    constexpr char kHex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(rest.front());
    out += "\\x";
    out += kHex[byte >> 4];
    out += kHex[byte & 0xF];
    rest.remove_prefix(1);
  }
  out = '"' + out + '"';
  if (size < value.size()) out += "... (" + std::to_string(value.size()) + " bytes)";
  return out;
}

}  // namespace

bool TreePrinter::hidden() const {
  if (levels_.empty()) return false;
  const Level& level = levels_.back();
  if (!level.shown) return true;
  if (limit_ == 0 || level.kind == 'r') return false;
  const std::uint64_t per = level.kind == 'm' ? 2 : 1;
  return level.values >= limit_ * per;
}

void TreePrinter::count_value() {
  if (!levels_.empty()) ++levels_.back().values;
  label_.clear();
  object_.clear();
}

bool TreePrinter::line(const std::string& what) {
  if (!hidden()) {
    if (!levels_.empty() && levels_.back().kind == 'm' && levels_.back().values % 2 == 0) {
      ++levels_.back().values;  // a key: part of the next value's line
      label_ = what;
      return true;
    }
    if (!levels_.empty() && levels_.back().kind == 's') {
      label_ = '[' + std::to_string(levels_.back().values) + ']';
    }
    tree_.append(indent(), ' ');
    if (!label_.empty()) tree_ += label_ + ": ";
    tree_ += object_ + what + '\n';
  }
  count_value();
  return true;
}

bool TreePrinter::open(char kind, const std::string& what) {
  const bool show = !hidden();
  // A container as a key is shown as a line of its own.
  if (!levels_.empty() && levels_.back().kind == 'm' && levels_.back().values % 2 == 0) {
    label_ = "key";
    ++levels_.back().values;
    if (show) tree_.append(indent(), ' ') += label_ + ": " + object_ + what + '\n';
    label_.clear();
    object_.clear();
  } else {
    line(what);
  }
  levels_.push_back({kind, show});
  return true;
}

bool TreePrinter::close() {
  const Level level = levels_.back();
  if (level.shown && hidden()) {
    const std::uint64_t per = level.kind == 'm' ? 2 : 1;
    const std::uint64_t more = level.values / per - limit_;
    if (more != 0) tree_.append(indent(), ' ') += "... " + std::to_string(more) + " more\n";
  }
  levels_.pop_back();
  return true;
}

bool TreePrinter::begin_record(std::uint32_t shape) {
  const std::string_view name = table_.shapes()[shape].name;
  return open('r', "record " + (name.empty() ? '#' + std::to_string(shape) : std::string(name)));
}

bool TreePrinter::field(const schema::FieldEntry& entry, std::uint64_t index) {
  label_ = entry.named ? std::string(entry.name) : std::to_string(index);
  return true;
}

bool TreePrinter::begin_sequence(TypeExpr type, std::uint64_t count) {
  return open('s', schema::to_string(table_, type) + ", " + std::to_string(count));
}

bool TreePrinter::begin_map(TypeExpr type, std::uint64_t count) {
  return open('m', schema::to_string(table_, type) + ", " + std::to_string(count));
}

bool TreePrinter::scalar(TypeExpr type, const Scalar& scalar) {
  if (schema::code(type) == TypeCode::kEnum) {
    return line(std::string(schema::enum_name(type)) + ' ' + scalar_text(scalar));
  }
  return line(scalar_text(scalar));
}

bool TreePrinter::text(TypeExpr, std::string_view value, ContentUse use) {
  std::string what = quoted(value);
  if (use.kind == ContentUse::kAgain) what += "  (string " + std::to_string(use.number) + " again)";
  return line(what);
}

bool TreePrinter::data(TypeExpr, BytesView data, ContentUse) {
  return line("data, " + std::to_string(data.size()) + " bytes");
}

bool TreePrinter::begin_object(std::uint64_t number, bool deferred) {
  if (deferred) label_ = "deferred";
  object_ = "object " + std::to_string(number) + " = ";
  return true;
}

bool TreePrinter::object_later(std::uint64_t number) {
  return line("object " + std::to_string(number) + ", its body is behind");
}

bool TreePrinter::object_promised(std::uint64_t number) {
  return line("object " + std::to_string(number) + ", promised");
}

bool TreePrinter::object_again(std::uint64_t number) {
  return line("object " + std::to_string(number) + " again");
}

}  // namespace fastser::command
