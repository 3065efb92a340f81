// SPDX-License-Identifier: MIT
#include "convert/cocoa/plist_writer.hpp"

#include <algorithm>

#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/utf16_to_utf8.hpp"

namespace fastser::convert::cocoa {

using schema::TypeCode;

bool PlistWriter::look(std::uint64_t number, Item& out) {
  Status status = plist_.item(number, out);
  return status.ok() ? target_.charge(kStep, out.at) : target_.fail(std::move(status));
}

bool PlistWriter::value(Place at, std::uint64_t number) {
  Item item;
  return look(number, item) && value(at, number, item);
}

bool PlistWriter::value(Place at, std::uint64_t number, const Item& item) {
  using Kind = Item::Kind;
  switch (item.kind) {
    case Kind::kNull: target_.null(at); break;
    case Kind::kBool: target_.boolean(at, item.bits != 0); break;
    case Kind::kInteger:
      target_.integer(at, item.is_unsigned ? TypeCode::kU64 : TypeCode::kI64, item.bits);
      break;
    case Kind::kReal32: target_.f32(at, static_cast<std::uint32_t>(item.bits)); break;
    case Kind::kReal64: target_.f64(at, item.bits); break;
    case Kind::kDate: target_.date(at, item.bits); break;
    case Kind::kData:
      if (!target_.charge(item.count, item.at)) return false;
      target_.data(at, plist_.data(item));
      break;
    case Kind::kAscii:
    case Kind::kUtf16: return text(at, item);
    case Kind::kUid: return uid(at, item);
    case Kind::kArray:
    case Kind::kSet:
    case Kind::kDictionary: {
      if (std::find(open_.begin(), open_.end(), number) != open_.end()) {
        return target_.fail(Code::kTypeMismatch, "an array or dictionary that contains itself",
                            item.at);
      }
      open_.push_back(number);
      const bool written = container(at, item);
      open_.pop_back();
      return written;
    }
  }
  return target_.sound(item.at);
}

bool PlistWriter::uid(Place, const Item& item) {
  return target_.fail(Code::kTypeMismatch, "the number of an object, which only an archive has",
                      item.at);
}

bool PlistWriter::utf8(const Item& item, std::string_view& out) {
  if (item.kind == Item::Kind::kAscii) {
    out = plist_.ascii(item);
    return true;
  }
  wide_.resize(item.count);
  const std::byte* const from = plist_.input().data() + item.body;
  for (std::size_t i = 0; i < item.count; ++i) {
    std::uint16_t unit;
    wire::load_be(from + 2 * i, unit);
    wide_[i] = static_cast<char16_t>(unit);
  }
  narrow_.resize(item.count * 3);
  const std::size_t size = wire::utf16_to_utf8(wide_, narrow_.data());
  if (size == wire::kLoneSurrogate) {
    return target_.fail(Code::kMalformed, "text with a surrogate that stands alone", item.at);
  }
  out = std::string_view(narrow_).substr(0, size);
  return true;
}

bool PlistWriter::text(Place at, const Item& item) {
  // The address where it lies is its identity: it is looked at once.
  std::string_view text;
  return target_.charge(item.count / 4, item.at) && utf8(item, text) &&
         target_.text(at, text, item.body, plist_.input().data() + item.at) &&
         target_.sound(item.at);
}

bool PlistWriter::container(Place at, const Item& item) {
  if (item.kind == Item::Kind::kDictionary) return map(at, item);
  if (item.kind == Item::Kind::kArray) return list(at, item);
  target_.begin_set(at, item.count);
  if (!target_.sound(item.at) || !elements(item)) return false;
  target_.writer.end_list();
  return target_.sound(item.at);
}

bool PlistWriter::list(Place at, const Item& item) {
  target_.begin_list(at, item.count, TypeCode::kAny);
  if (!target_.sound(item.at) || !elements(item)) return false;
  target_.writer.end_list();
  return target_.sound(item.at);
}

bool PlistWriter::elements(const Item& item) {
  for (std::size_t i = 0; i < item.count; ++i) {
    if (!value(kPlain, plist_.element(item, i))) return target_.inside(std::uint64_t{i});
  }
  return true;
}

bool PlistWriter::key(std::uint64_t number, std::string_view& out) {
  Item item;
  if (!look(number, item)) return false;
  if (!item.is_text()) return target_.fail(Code::kMalformed, "a key that is no string", item.at);
  if (!target_.charge(item.count, item.at)) return false;
  if (item.kind == Item::Kind::kAscii) return utf8(item, out);
  std::string_view& kept = wide_keys_[number];
  if (kept.data() == nullptr) {
    std::string_view text;
    if (!utf8(item, text)) return false;
    kept = target_.keep(text).text();
  }
  out = kept;
  return true;
}

bool PlistWriter::map(Place at, const Item& item) {
  target_.begin_map(at, item.count, true);
  for (std::size_t i = 0; i < item.count; ++i) {
    std::string_view name;
    if (!target_.sound(item.at) || !key(plist_.element(item, i), name)) return false;
    if (!target_.text(kPlain, name, item.at) ||
        !value(kPlain, plist_.element(item, item.count + i))) {
      return target_.inside(name);
    }
  }
  target_.writer.end_map();
  return target_.sound(item.at);
}

}  // namespace fastser::convert::cocoa
