// SPDX-License-Identifier: MIT
//
// GraphWriter: objects of Foundation from the values that they were written with. The archivers
// differ: macOS writes a string as bytes, GNUstep as count, encoding and units; both are understood
// wherever they stand.
#include <string>

#include "convert/cocoa/graph_writer.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/utf16_to_utf8.hpp"

namespace fastser::convert::cocoa {
namespace {

using schema::TypeCode;

// NSStringEncoding.
constexpr std::uint64_t kAscii = 1;
constexpr std::uint64_t kUtf8 = 4;
constexpr std::uint64_t kLatin1 = 5;
constexpr std::uint64_t kUnicode = 10;

bool is_map(Known known) {
  return known == Known::kDictionary || known == Known::kMutableDictionary;
}
bool is_set(Known known) { return known == Known::kSet || known == Known::kMutableSet; }

}  // namespace

// ---- strings and data

// `count` integers: as one run, or one after another.
bool GraphWriter::scalars(Values& values, std::size_t count, std::vector<std::byte>& out) {
  out.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const Node* const node = values.take();
    if (node == nullptr || !node->is_integer()) return false;
    out.push_back(static_cast<std::byte>(node->a));
  }
  return values.at_end();
}

bool GraphWriter::bytes_of(const Object& object, BytesView& out) {
  Values values = values_of(object);
  const Node* node = values.take();
  if (node != nullptr && node->kind == GraphKind::kBytes && values.at_end()) {
    out = target_.input().subspan(static_cast<std::size_t>(node->a),
                                  static_cast<std::size_t>(node->b));
    return true;
  }
  if (node == nullptr || !node->is_integer()) return false;
  const std::uint64_t count = node->a;
  out = {};
  if (count == 0 && values.at_end()) return true;
  Values rest = values;
  node = rest.take();
  // GNUstep says by a number how data is packed: 0, not at all.
  if (node != nullptr && node->is_integer() && node->a == 0 && !rest.at_end()) {
    Values behind = rest;
    const Node* const next = behind.take();
    if (next->kind == GraphKind::kRun || next->kind == GraphKind::kBytes) {
      values = rest;
      rest = behind;
      node = next;
    }
  }
  if (node == nullptr) return false;
  if (node->kind == GraphKind::kBytes ||
      (node->kind == GraphKind::kRun && schema::fixed_size(node->code) == 1)) {
    if (node->b != count || !rest.at_end()) return false;
    out =
        target_.input().subspan(static_cast<std::size_t>(node->a), static_cast<std::size_t>(count));
    return true;
  }
  if (!target_.charge(graph_.chains[object.chain].count, object.at)) return false;
  if (count > graph_.chains[object.chain].count ||
      !scalars(values, static_cast<std::size_t>(count), bytes_)) {
    return false;
  }
  out = bytes_;
  return true;
}

bool GraphWriter::text_of(const Node* node, std::string_view& out) {
  if (node == nullptr || node->kind != GraphKind::kObject) return false;
  const Object& object = graph_.objects[static_cast<std::size_t>(node->a)];
  if (object.of == kNoIndex) return false;
  const Known known = graph_.classes[object.of].known;
  return (known == Known::kString || known == Known::kMutableString) && text_of(object, out);
}

bool GraphWriter::text_of(const Object& object, std::string_view& out) {
  Values values = values_of(object);
  const Node* const first = values.take();
  if (first == nullptr) return false;
  if (first->kind == GraphKind::kBytes || first->kind == GraphKind::kText) {
    out = characters(*first);
    return values.at_end();
  }
  if (!first->is_integer()) return false;
  if (first->a == 0 && values.at_end()) {
    out = "";
    return true;
  }
  const Node* const encoding = values.take();
  if (encoding == nullptr || !encoding->is_integer()) return false;
  const bool wide = encoding->a == kUnicode;
  if (!wide && encoding->a != kAscii && encoding->a != kUtf8 && encoding->a != kLatin1)
    return false;
  const std::uint64_t count = first->a;
  if (count > target_.input().size() ||
      !target_.charge(static_cast<std::size_t>(count) / 4, object.at)) {
    return false;
  }
  std::string_view text;
  if (!units(values, static_cast<std::size_t>(count), wide, text)) return false;
  out = text;
  if (encoding->a != kLatin1) return true;
  // What is above 7F takes two bytes.
  std::string latin;
  for (const char c : text) {
    const auto unit = static_cast<unsigned char>(c);
    if (unit >= 0x80) latin += static_cast<char>(0xC0U | unit >> 6);
    latin += unit < 0x80 ? c : static_cast<char>(0x80U | (unit & 0x3FU));
  }
  narrow_ = std::move(latin);
  out = narrow_;
  return true;
}

// `count` characters of one byte, or units of UTF-16: as one run, or one after another.
bool GraphWriter::units(Values& values, std::size_t count, bool wide, std::string_view& out) {
  Values rest = values;
  const Node* const node = rest.take();
  if (node == nullptr) return false;
  if (node->kind != GraphKind::kRun) {
    wide_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const Node* const unit = values.take();
      if (unit == nullptr || !unit->is_integer()) return false;
      wide_ += static_cast<char16_t>(unit->a);
    }
    if (!values.at_end()) return false;
  } else {
    const std::size_t width = schema::fixed_size(node->code);
    if (node->b != count || !rest.at_end() || width != (wide ? 2U : 1U)) return false;
    const std::byte* const from = target_.input().data() + node->a;
    if (!wide) {
      out = {reinterpret_cast<const char*>(from), count};
      return true;
    }
    wide_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint16_t unit;
      wire::load_be(from + 2 * i, unit);
      wide_[i] = static_cast<char16_t>(unit);
    }
  }
  narrow_.resize(count * 3);
  std::size_t size = 0;
  if (wide) {
    size = wire::utf16_to_utf8(wide_, narrow_.data());
    if (size == wire::kLoneSurrogate) return false;
  } else {
    for (const char16_t unit : wide_) narrow_[size++] = static_cast<char>(unit);
  }
  narrow_.resize(size);
  out = narrow_;
  return true;
}

// ---- values without an identity

bool GraphWriter::plain(const Object& object, Known known) {
  switch (known) {
    case Known::kNull:
      if (graph_.chains[object.chain].count != 0) return false;
      target_.null(kPlain);
      return true;
    case Known::kString: return string(object);
    case Known::kNumber: return number(object);
    case Known::kUuid: return uuid(object);
    case Known::kUrl: return url(object);
    case Known::kData: {
      BytesView bytes;
      if (!bytes_of(object, bytes) || !target_.charge(bytes.size(), object.at)) return false;
      target_.data(kPlain, bytes);
      return true;
    }
    case Known::kDate: {
      Values values = values_of(object);
      const Node* const node = values.take();
      if (node == nullptr || node->kind != GraphKind::kF64 || !values.at_end()) return false;
      target_.date(kPlain, node->a);
      return true;
    }
    case Known::kDecimal: {
      Values values = values_of(object);
      std::string_view digits;
      if (!text_of(values.take(), digits) || !values.at_end()) return false;
      const auto value = decimal_of(digits);
      if (value) target_.decimal(kPlain, *value);
      return value.has_value();
    }
    default: return false;
  }
}

bool GraphWriter::string(const Object& object) {
  const void* const identity = target_.input().data() + object.at;
  if (target_.writer.string_again(identity)) return true;
  std::string_view text;
  return text_of(object, text) && target_.text(kPlain, text, object.at, identity);
}

// The type, as text or as a character, then the value, which has it.
bool GraphWriter::number(const Object& object) {
  Values values = values_of(object);
  const Node* const type = values.take();
  const Node* const node = values.take();
  if (type == nullptr || node == nullptr || !values.at_end()) return false;
  if (type->kind != GraphKind::kText && type->kind != GraphKind::kInteger) return false;
  if (!node->is_integer() && node->kind != GraphKind::kF32 && node->kind != GraphKind::kF64)
    return false;
  return value(*node);
}

bool GraphWriter::uuid(const Object& object) {
  BytesView bytes;
  if (!bytes_of(object, bytes) || bytes.size() != kUuidSize) return false;
  target_.uuid(kPlain, bytes);
  return true;
}

// macOS: whether there is a base, it, the string. GNUstep: the string, the base.
bool GraphWriter::url_parts(const Object& object, const Node*& base, const Node*& relative) {
  if (object.of == kNoIndex || graph_.classes[object.of].known != Known::kUrl) return false;
  Values values = values_of(object);
  const Node* first = values.take();
  if (first == nullptr) return false;
  if (first->is_integer()) {
    base = first->a != 0 ? values.take() : nullptr;
    relative = values.take();
    if (first->a != 0 && base == nullptr) return false;
  } else {
    relative = first;
    base = values.take();
    if (base == nullptr) return false;
    if (base->kind == GraphKind::kNil) base = nullptr;
  }
  std::string_view text;
  return values.at_end() && text_of(relative, text) &&
         (base == nullptr || base->kind == GraphKind::kObject);
}

bool GraphWriter::url(const Object& object) {
  const Node* base = nullptr;
  const Node* relative = nullptr;
  std::string_view text;
  return url_parts(object, base, relative) && base == nullptr && text_of(relative, text) &&
         target_.url(kPlain, text, relative->at);
}

// ---- objects

bool GraphWriter::counted(const Object& object, std::uint64_t& count, Values& elements) const {
  Values values = values_of(object);
  const Node* const first = values.take();
  if (first == nullptr || !first->is_integer()) return false;
  count = first->a;
  elements = values;
  const Node* const list = values.take();
  std::uint64_t there = graph_.chains[object.chain].count - 1;
  if (list != nullptr && list->kind == GraphKind::kList && values.at_end()) {
    elements = Values(graph_, static_cast<std::uint32_t>(list->a));
    there = graph_.chains[static_cast<std::size_t>(list->a)].count;
  }
  // In pairs where that is asked for; what is not, is not.
  const Known known = graph_.classes[object.of].known;
  const bool pairs = is_map(known) || known == Known::kCountedSet;
  return there == (pairs ? 2 : 1) * count && count <= there;
}

bool GraphWriter::contents(const Object& object, Known known) {
  switch (known) {
    case Known::kMutableString: {
      std::string_view text;
      return text_of(object, text);
    }
    case Known::kMutableData: {
      BytesView bytes;
      return bytes_of(object, bytes);
    }
    default: break;
  }
  if (archive_name(known).empty()) return false;
  std::uint64_t count = 0;
  Values elements = values_of(object);
  if (!counted(object, count, elements)) return false;
  if (known != Known::kCountedSet) return true;
  if (!target_.charge(static_cast<std::size_t>(count), object.at)) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    elements.take();
    if (!elements.take()->is_integer()) return false;
  }
  return true;
}

bool GraphWriter::are_texts(Values keys) const {
  while (const Node* const key = keys.take()) {
    if (key->kind != GraphKind::kObject) return false;
    const Object& object = graph_.objects[static_cast<std::size_t>(key->a)];
    if (object.of == kNoIndex || graph_.classes[object.of].known != Known::kString) return false;
    keys.take();
  }
  return true;
}

bool GraphWriter::write_contents(const Object& object, Known known) {
  if (known == Known::kMutableString) {
    std::string_view text;
    return text_of(object, text) && target_.text(kPlain, text, object.at) &&
           target_.sound(object.at);
  }
  if (known == Known::kMutableData) {
    BytesView bytes;
    if (!bytes_of(object, bytes) || !target_.charge(bytes.size(), object.at)) return false;
    target_.data(kPlain, bytes);
    return target_.sound(object.at);
  }
  std::uint64_t count = 0;
  Values elements = values_of(object);
  counted(object, count, elements);
  const bool maps = is_map(known) || known == Known::kCountedSet;
  if (known == Known::kCountedSet) {
    target_.writer.begin_map(count, TypeCode::kAny, TypeCode::kU64);
  } else if (maps) {
    target_.begin_map(kPlain, count, are_texts(elements));
  } else if (is_set(known)) {
    target_.begin_set(kPlain, count);
  } else {
    target_.begin_list(kPlain, count, TypeCode::kAny);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!target_.sound(object.at) || !value(*elements.take())) return target_.inside(i);
    if (!maps) continue;
    const Node* const mapped = elements.take();
    if (known == Known::kCountedSet) {
      target_.writer.u64(mapped->a);
    } else if (!value(*mapped)) {
      return target_.inside(i);
    }
  }
  if (maps) {
    target_.writer.end_map();
  } else {
    target_.writer.end_list();
  }
  return target_.sound(object.at);
}

}  // namespace fastser::convert::cocoa
