// SPDX-License-Identifier: MIT
//
// Two passes: the first numbers the items and adds up their sizes, so that the second knows how
// wide numbers and offsets are, and writes into one allocation.
#include "convert/plist/binary_writer.hpp"

#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "convert/cocoa/plist.hpp"
#include "convert/document/apple_date.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/utf8_to_utf16.hpp"

namespace fastser::convert {
namespace {

constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
constexpr std::size_t kTrailer = 32;

// The kinds of items, as the upper half of their first byte.
enum class Mark : std::uint8_t {
  kBool = 0x0,
  kInteger = 0x1,
  kReal = 0x2,
  kDate = 0x3,
  kData = 0x4,
  kAscii = 0x5,
  kUtf16 = 0x6,
  kUid = 0x8,
  kArray = 0xA,
  kDictionary = 0xD,
};

struct Item {
  Mark mark;
  std::uint8_t low = 0;      // numbers: log2 of their width. Bools: 8 or 9
  std::uint32_t node = 0;    // containers
  std::uint64_t bits = 0;    // scalars: the value
  std::uint64_t count = 0;   // of bytes, units of UTF-16, elements, pairs
  std::string_view bytes{};  // texts and data
};

// A scalar, as what makes it the same as another.
struct Scalar {
  Mark mark;
  std::uint8_t low;
  std::uint64_t bits;
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

struct ScalarHash {
  NumberHash hash;
  std::size_t operator()(const Scalar& scalar) const {
    return hash(scalar.bits) * 31 + static_cast<std::size_t>(scalar.mark) * 8 + scalar.low;
  }
};

// log2 of the bytes that a number takes: 1, 2, 4 or 8.
std::uint8_t width_of(std::uint64_t number) {
  if (number <= UINT8_MAX) return 0;
  if (number <= UINT16_MAX) return 1;
  return number <= UINT32_MAX ? 2 : 3;
}

// Integers of up to four bytes have no sign; those of eight have; larger ones take sixteen.
std::uint8_t integer_width(std::uint64_t bits, bool negative) {
  if (negative) return 3;
  return bits > INT64_MAX ? 4 : width_of(bits);
}

std::uint64_t utf16_units(std::string_view text) {
  std::uint64_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0U) != 0x80U ? 1U : 0U;  // the first byte of a character
    units += byte >= 0xF0U ? 1U : 0U;            // which takes a pair
  }
  return units;
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80U) return false;
  }
  return true;
}

class BinaryWriter {
 public:
  BinaryWriter(const Document& document, const PlistWriting& options)
      : document_(document),
        options_(options),
        numbers_(document.nodes.size(), kNone),
        texts_(document.texts.size(), kNone),
        data_(document.texts.size(), kNone),
        scalars_(0, ScalarHash{document.number_hash()}) {}

  Result<Buffer> write() {
    FASTSER_TRY(number());
    return put();
  }

 private:
  // ---- the first pass

  Status number();
  Status number_leaf(std::uint32_t at);
  void number_container(std::uint32_t at);
  bool number_uid(std::uint32_t at);
  std::uint32_t null();
  std::uint32_t text(std::uint64_t number);
  std::uint32_t data(std::uint64_t number);
  std::uint32_t add_text(std::string_view text);
  std::uint32_t scalar(Mark mark, std::uint8_t low, std::uint64_t bits);
  std::uint32_t add(const Item& item, std::uint64_t bytes);
  static std::uint64_t head_size(std::uint64_t count) {
    return count < 15 ? 1 : 2 + (std::uint64_t{1} << width_of(count));
  }

  // ---- the second

  Result<Buffer> put();
  void put_item(const Item& item);
  void put_elements(const Item& item);
  void put_head(Mark mark, std::uint64_t count);
  void put_utf16(std::string_view text);
  void put_byte(unsigned byte) { *to_++ = static_cast<std::byte>(byte); }
  void put_bytes(std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(to_, bytes.data(), bytes.size());
    to_ += bytes.size();
  }
  void put_number(std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = bytes; i-- > 0;) put_byte(static_cast<unsigned>(number >> 8 * i) & 0xFFU);
  }

  const Document& document_;
  const PlistWriting& options_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> numbers_;  // of nodes: their item
  std::vector<std::uint32_t> texts_;    // of texts: the item of the string
  std::vector<std::uint32_t> data_;     // of texts: the item of the data
  std::uint32_t null_ = kNone;          // the item of kPlistNull, if the document has no such text
  std::unordered_map<Scalar, std::uint32_t, ScalarHash> scalars_;
  std::uint64_t size_ = 0;        // of the items, without the numbers in containers
  std::uint64_t references_ = 0;  // the numbers in containers
  std::size_t number_bytes_ = 0;
  std::byte* to_ = nullptr;
  std::u16string wide_;
};

std::uint32_t BinaryWriter::add(const Item& item, std::uint64_t bytes) {
  size_ += bytes;
  items_.push_back(item);
  return static_cast<std::uint32_t>(items_.size() - 1);
}

std::uint32_t BinaryWriter::scalar(Mark mark, std::uint8_t low, std::uint64_t bits) {
  const auto [at, is_new] = scalars_.try_emplace(Scalar{mark, low, bits}, kNone);
  if (is_new) {
    const std::uint64_t bytes = mark == Mark::kBool  ? 0
                                : mark == Mark::kUid ? low + 1U
                                                     : std::uint64_t{1} << low;
    at->second = add({.mark = mark, .low = low, .bits = bits}, 1 + bytes);
  }
  return at->second;
}

std::uint32_t BinaryWriter::text(std::uint64_t number) {
  std::uint32_t& item = texts_[static_cast<std::size_t>(number)];
  if (item == kNone) item = add_text(document_.text(number));
  return item;
}

std::uint32_t BinaryWriter::add_text(std::string_view text) {
  const bool ascii = is_ascii(text);
  const std::uint64_t count = ascii ? text.size() : utf16_units(text);
  return add({.mark = ascii ? Mark::kAscii : Mark::kUtf16, .count = count, .bytes = text},
             head_size(count) + (ascii ? count : 2 * count));
}

// The document may have the text already.
std::uint32_t BinaryWriter::null() {
  const std::uint32_t known = document_.find(kPlistNull);
  if (known != kNoKey) return text(known);
  if (null_ == kNone) null_ = add_text(kPlistNull);
  return null_;
}

std::uint32_t BinaryWriter::data(std::uint64_t number) {
  std::uint32_t& item = data_[static_cast<std::size_t>(number)];
  if (item != kNone) return item;
  const std::string_view bytes = document_.text(number);
  const std::uint64_t count = bytes.size();
  item = add({.mark = Mark::kData, .count = count, .bytes = bytes}, head_size(count) + count);
  return item;
}

bool BinaryWriter::number_uid(std::uint32_t at) {
  const Node& node = document_.nodes[at];
  if (!options_.uids || node.kind != NodeKind::kObject || node.count != 1) return false;
  const Node& child = document_.nodes[at + 1];
  if (child.kind != NodeKind::kUnsigned || document_.text(child.key) != "CF$UID") return false;
  const auto bytes = static_cast<std::uint8_t>(1U << width_of(child.bits));
  numbers_[at] = scalar(Mark::kUid, static_cast<std::uint8_t>(bytes - 1), child.bits);
  return true;
}

void BinaryWriter::number_container(std::uint32_t at) {
  const Node& node = document_.nodes[at];
  const bool list = node.kind == NodeKind::kList;
  numbers_[at] =
      add({.mark = list ? Mark::kArray : Mark::kDictionary, .node = at, .count = node.count},
          head_size(node.count));
  references_ += list ? node.count : 2 * std::uint64_t{node.count};
  if (list) return;
  for (std::uint32_t child = at + 1; child != node.end; child = document_.nodes[child].end) {
    static_cast<void>(text(document_.nodes[child].key));
  }
}

Status BinaryWriter::number_leaf(std::uint32_t at) {
  const Node& node = document_.nodes[at];
  std::uint32_t& number = numbers_[at];
  switch (node.kind) {
    case NodeKind::kNull:
      if (!options_.replace) return plist_refused(document_, at, kPlistHasNoNull);
      number = null();
      return {};
    case NodeKind::kBool: number = scalar(Mark::kBool, node.bits != 0 ? 9 : 8, 0); return {};
    case NodeKind::kNegative:
    case NodeKind::kUnsigned: {
      const bool negative = node.kind == NodeKind::kNegative;
      number = scalar(Mark::kInteger, integer_width(node.bits, negative), node.bits);
      return {};
    }
    case NodeKind::kF32: number = scalar(Mark::kReal, 2, node.bits); return {};
    case NodeKind::kReal:
    case NodeKind::kF64: number = scalar(Mark::kReal, 3, node.bits); return {};
    case NodeKind::kString: number = text(node.bits); return {};
    case NodeKind::kData: number = data(node.bits); return {};
    case NodeKind::kMoment: {
      double date = 0;
      const double* const told = document_.apple_date(at);
      bool exact = told != nullptr;
      if (exact) {
        date = *told;
      } else if (!apple_date_of({static_cast<std::int64_t>(node.bits), node.count}, date, exact)) {
        return plist_refused(document_, at, "a timestamp that is too far away");
      }
      if (!exact && !options_.replace) return plist_refused(document_, at, kPlistRounds);
      number = scalar(Mark::kDate, 3, std::bit_cast<std::uint64_t>(date));
      return {};
    }
    case NodeKind::kExt: return plist_refused(document_, at, kPlistLacks.ext);
    case NodeKind::kMap: return plist_refused(document_, at, kPlistLacks.map);
    case NodeKind::kList:
    case NodeKind::kObject: break;
  }
  return {};
}

Status BinaryWriter::number() {
  for (std::uint32_t at = 0; at != document_.nodes.size(); ++at) {
    const NodeKind kind = document_.nodes[at].kind;
    if (number_uid(at)) {
      ++at;  // its only child is its number
    } else if (kind == NodeKind::kList || kind == NodeKind::kObject) {
      number_container(at);
    } else {
      FASTSER_TRY(number_leaf(at));
    }
  }
  return {};
}

// ---- the second pass

void BinaryWriter::put_head(Mark mark, std::uint64_t count) {
  const unsigned high = static_cast<unsigned>(mark) << 4;
  if (count < 15) return put_byte(high | static_cast<unsigned>(count));
  put_byte(high | 15U);
  const std::uint8_t width = width_of(count);
  put_byte(static_cast<unsigned>(Mark::kInteger) << 4 | width);
  put_number(count, std::size_t{1} << width);
}

void BinaryWriter::put_utf16(std::string_view text) {
  wide_.resize(text.size());
  const std::size_t units = wire::utf8_to_utf16(text, wide_.data());
  for (std::size_t i = 0; i < units; ++i) put_number(wide_[i], 2);
}

void BinaryWriter::put_elements(const Item& item) {
  const Node& node = document_.nodes[item.node];
  const auto each = [&](auto&& put) {
    for (std::uint32_t at = item.node + 1; at != node.end; at = document_.nodes[at].end) put(at);
  };
  if (item.mark == Mark::kDictionary) {
    each([&](std::uint32_t at) { put_number(texts_[document_.nodes[at].key], number_bytes_); });
  }
  each([&](std::uint32_t at) { put_number(numbers_[at], number_bytes_); });
}

void BinaryWriter::put_item(const Item& item) {
  const unsigned head = static_cast<unsigned>(item.mark) << 4 | item.low;
  switch (item.mark) {
    case Mark::kBool: put_byte(head); break;
    case Mark::kInteger:
      put_byte(head);
      if (item.low == 4) put_number(0, 8);  // the upper half of sixteen bytes
      put_number(item.bits, item.low == 4 ? 8 : std::size_t{1} << item.low);
      break;
    case Mark::kReal:
    case Mark::kDate:
      put_byte(head);
      put_number(item.bits, std::size_t{1} << item.low);
      break;
    case Mark::kUid:
      put_byte(head);
      put_number(item.bits, item.low + std::size_t{1});
      break;
    case Mark::kData:
    case Mark::kAscii:
      put_head(item.mark, item.count);
      put_bytes(item.bytes);
      break;
    case Mark::kUtf16:
      put_head(item.mark, item.count);
      put_utf16(item.bytes);
      break;
    case Mark::kArray:
    case Mark::kDictionary:
      put_head(item.mark, item.count);
      put_elements(item);
      break;
  }
}

Result<Buffer> BinaryWriter::put() {
  number_bytes_ = std::size_t{1} << width_of(items_.size());
  const std::uint64_t table = cocoa::kPlistMark.size() + size_ + references_ * number_bytes_;
  const std::size_t offset_bytes = std::size_t{1} << width_of(table);
  const std::uint64_t whole = table + items_.size() * offset_bytes + kTrailer;
  if (whole > options_.max_bytes) {
    return Status(Code::kOverBudget, "the property list would be longer than allowed");
  }
  Buffer out;
  if (!out.resize(static_cast<std::size_t>(whole))) {
    return Status(Code::kNoMemory, "no memory for the property list");
  }
  to_ = out.data();
  put_bytes(cocoa::kPlistMark);
  std::vector<std::uint64_t> offsets;
  offsets.reserve(items_.size());
  for (const Item& item : items_) {
    offsets.push_back(static_cast<std::uint64_t>(to_ - out.data()));
    put_item(item);
  }
  for (const std::uint64_t offset : offsets) put_number(offset, offset_bytes);
  put_number(0, 6);
  put_byte(static_cast<unsigned>(offset_bytes));
  put_byte(static_cast<unsigned>(number_bytes_));
  put_number(items_.size(), 8);
  put_number(0, 8);  // the root is the first item
  put_number(table, 8);
  return out;
}

}  // namespace

Result<Buffer> write_binary_plist(const Document& document, const PlistWriting& options) {
  return BinaryWriter(document, options).write();
}

}  // namespace fastser::convert
