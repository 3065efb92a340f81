// SPDX-License-Identifier: MIT
#include "convert/cocoa/plist.hpp"

#include <algorithm>
#include <string>

#include "base/as_text.hpp"

namespace fastser::convert::cocoa {
namespace {

constexpr std::size_t kTrailer = 32;
constexpr std::size_t kWidest = 8;

Status malformed(std::string_view message, std::size_t at) {
  return Status(Code::kMalformed, message, at);
}

}  // namespace

std::uint64_t Plist::big_endian(std::size_t at, std::size_t width) const {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    value = value << 8 | static_cast<std::uint8_t>(input_[at + i]);
  }
  return value;
}

bool is_binary_plist(std::string_view text) noexcept {
  const auto is_digit = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
  return text.size() >= kPlistMark.size() && text.starts_with(kPlistName) &&
         is_digit(kPlistName.size()) && is_digit(kPlistName.size() + 1);
}

Result<Plist> Plist::open(BytesView input) {
  const std::string_view text = as_text(input);
  if (!is_binary_plist(text)) return malformed("this is no binary property list", 0);
  if (!text.starts_with(kPlistMark)) {
    const std::string version(text.substr(kPlistName.size(), 2));
    return Status(Code::kVersion, {}, kPlistName.size())
        .with_detail("a binary property list of version " + version + "; only version 00 is read");
  }
  if (input.size() < kPlistMark.size() + kTrailer) {
    return Status(Code::kTruncated, "the property list ends before its trailer", input.size());
  }
  Plist plist;
  plist.input_ = input;
  const std::size_t trailer = input.size() - kTrailer;
  plist.offset_width_ = static_cast<std::uint8_t>(input[trailer + 6]);
  plist.number_width_ = static_cast<std::uint8_t>(input[trailer + 7]);
  plist.count_ = plist.big_endian(trailer + 8, 8);
  plist.top_ = plist.big_endian(trailer + 16, 8);
  const std::uint64_t table = plist.big_endian(trailer + 24, 8);
  if (plist.offset_width_ == 0 || plist.offset_width_ > kWidest || plist.number_width_ == 0 ||
      plist.number_width_ > kWidest) {
    return malformed("an unknown width of numbers", trailer + 6);
  }
  if (table < kPlistMark.size() || table > trailer ||
      plist.count_ > (trailer - table) / plist.offset_width_) {
    return malformed("the table of offsets does not lie in the property list", trailer + 24);
  }
  if (plist.top_ >= plist.count_) return malformed("the root item does not exist", trailer + 16);
  plist.end_ = static_cast<std::size_t>(table);
  return plist;
}

Status Plist::integer(std::size_t at, std::size_t width, Item& out) const {
  if (width > 16) return malformed("an integer of an unknown width", at - 1);
  if (width > end_ - at) return malformed("an integer that is longer than the input", at - 1);
  out.kind = Item::Kind::kInteger;
  out.bits = big_endian(at + width - std::min(width, kWidest), std::min(width, kWidest));
  if (width <= kWidest) return {};
  const std::uint64_t high = big_endian(at, kWidest);
  const bool negative = out.bits >> 63 != 0;
  out.is_unsigned = high == 0 && negative;
  if (high == 0 || (high == ~std::uint64_t{0} && negative)) return {};
  return Status(Code::kTypeMismatch, "an integer beyond 64 bits", at - 1);
}

// A count, in the low half of the first byte or in an integer behind it; then so many units.
Status Plist::sized(Item& out, unsigned low, std::size_t unit) const {
  std::uint64_t count = low;
  out.body = out.at + 1;
  if (low == 15) {
    if (out.body >= end_) return malformed("an item that is longer than the input", out.at);
    const auto head = static_cast<std::uint8_t>(input_[out.body]);
    const std::size_t width = std::size_t{1} << (head & 15);
    if (head >> 4 != 1 || width > kWidest || width > end_ - out.body - 1) {
      return malformed("a count that is no integer", out.body);
    }
    count = big_endian(out.body + 1, width);
    out.body += 1 + width;
  }
  if (count > (end_ - out.body) / unit) {
    return malformed("an item that is longer than the input", out.at);
  }
  out.count = static_cast<std::size_t>(count);
  return {};
}

Status Plist::item(std::uint64_t number, Item& out) const {
  out = Item();
  if (number >= count_)
    return Status(Code::kBadReference, "a reference to an item that does not exist");
  const std::size_t entry = end_ + static_cast<std::size_t>(number) * offset_width_;
  const std::uint64_t offset = big_endian(entry, offset_width_);
  if (offset < kPlistMark.size() || offset >= end_) {
    return malformed("an item outside of the part that has the items", entry);
  }
  out.at = static_cast<std::size_t>(offset);
  const auto head = static_cast<std::uint8_t>(input_[out.at]);
  const unsigned low = head & 15U;
  const std::size_t body = out.at + 1;
  using Kind = Item::Kind;
  switch (head >> 4) {
    case 0x0:
      if (low == 8 || low == 9) {
        out.kind = Kind::kBool;
        out.bits = low - 8;
        return {};
      }
      if (low == 0) return {};
      break;
    case 0x1: return integer(body, std::size_t{1} << low, out);
    case 0x2:
    case 0x3: {
      const std::size_t width = std::size_t{1} << low;
      const bool date = head >> 4 == 3;
      if ((width != 4 && width != 8) || (date && width != 8)) break;
      if (width > end_ - body) return malformed("a number that is longer than the input", out.at);
      out.kind = date ? Kind::kDate : width == 4 ? Kind::kReal32 : Kind::kReal64;
      out.bits = big_endian(body, width);
      return {};
    }
    case 0x4: out.kind = Kind::kData; return sized(out, low, 1);
    case 0x5: out.kind = Kind::kAscii; return sized(out, low, 1);
    case 0x6: out.kind = Kind::kUtf16; return sized(out, low, 2);
    case 0x8: {
      const std::size_t width = low + 1;
      if (width > kWidest) break;
      if (width > end_ - body) return malformed("a number that is longer than the input", out.at);
      out.kind = Kind::kUid;
      out.bits = big_endian(body, width);
      return {};
    }
    case 0xA: out.kind = Kind::kArray; return sized(out, low, number_width_);
    case 0xC: out.kind = Kind::kSet; return sized(out, low, number_width_);
    case 0xD: out.kind = Kind::kDictionary; return sized(out, low, 2 * number_width_);
    default: break;
  }
  return malformed("an item of an unknown kind", out.at);
}

}  // namespace fastser::convert::cocoa
