// SPDX-License-Identifier: MIT
//
// CoderReader: strings and data. A shared one is known by its position, so that one which is passed
// by and read afterwards keeps its number.
#include "base/as_text.hpp"
#include "fastser/coder_reader.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/internal/wire/utf8_to_utf16.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

namespace {

bool is_text(BytesView bytes) noexcept {
  const bool is_short = bytes.size() >= 8 && bytes.size() <= wire::kShortText;
  return (is_short && coder::is_short_ascii(bytes.data(), bytes.size())) ||
         wire::is_utf8(as_text(bytes));
}

}  // namespace

// Registers a string at its first appearance, unless it was passed by before.
FASTSER_CODER_INLINE bool CoderReader::new_text(PodStack<Text>& known, bool text,
                                                BytesView bytes) noexcept {
  shared_number_ = kNone;
  if (bytes.empty()) return true;
  const auto at = static_cast<std::size_t>(bytes.data() - begin_);
  if (!known.empty() && known.back().at >= at) return known_text(known, bytes);
  if (text && !is_text(bytes)) {
    return error(Code::kMalformed, "text that is not UTF-8", bytes.data());
  }
  shared_number_ = static_cast<std::uint32_t>(known.size());
  if (!charge(sizeof(Text))) return false;
  if (known.full() && !known.grow_for(more_to_come(known))) {
    return error(Code::kNoMemory, "no memory for the strings", bytes.data());
  }
  *known.extend_within() = {at, bytes.size()};
  return true;
}

// One that was passed by before.
bool CoderReader::known_text(const PodStack<Text>& known, BytesView bytes) noexcept {
  const auto at = static_cast<std::size_t>(bytes.data() - begin_);
  const std::size_t low = known.lower_bound(&Text::at, at);
  if (known[low].at != at) {
    return error(Code::kMalformed, "a string whose position is wrong", bytes.data());
  }
  shared_number_ = static_cast<std::uint32_t>(low);
  return true;
}

std::string_view CoderReader::string() noexcept {
  std::string_view text;
  return shared_field(text) ? text : string_slow();
}

// No short field: mostly an element of a list or a key of a map, or a longer text.
std::string_view CoderReader::string_slow() noexcept {
  Frame& in = *top_;
  const bool is_key =
      in.kind == Kind::kMap && in.left % 2 == 0 && schema::code(in.type) == TypeCode::kSharedString;
  if ((is_key || in.each == TypeCode::kSharedString) && in.left != 0) {
    const std::byte* const start = cur_;
    if (std::string_view text; short_shared(text)) {
      if (in.unique) in.key = start;
      --in.left;
      return text;
    }
  }
  if (at_->tag != coder::tag_of(TypeCode::kSharedString)) return text_value(nullptr, "a string");
  ++at_;
  BytesView bytes;
  return shared_value(strings_, true, bytes) ? as_text(bytes) : std::string_view();
}

// A shared string or shared data (docs/format.md section 7).
bool CoderReader::shared_value(PodStack<Text>& known, bool text, BytesView& out) noexcept {
  const std::byte* const start = cur_;
  std::uint64_t head = 0;
  if (!varint(head)) return false;
  const std::uint64_t number = head >> 1;
  if ((head & 1) == 0) return take(number, out) && new_text(known, text, out);
  if (number >= known.size() ||
      known[static_cast<std::size_t>(number)].at > static_cast<std::size_t>(start - begin_)) {
    return error(Code::kBadReference, kNoSuchText, start);
  }
  const Text& first = known[static_cast<std::size_t>(number)];
  out = {begin_ + first.at, first.size};
  shared_number_ = static_cast<std::uint32_t>(number);
  return true;
}

std::string_view CoderReader::text_value(const Key* key, std::string_view asked) noexcept {
  TypeExpr type;
  return next(key, type) ? as_text(text_bytes(type, asked)) : std::string_view();
}

BytesView CoderReader::text_bytes(TypeExpr type, std::string_view asked) noexcept {
  BytesView bytes;
  switch (schema::code(type)) {
    case TypeCode::kSharedString:
      if (!shared_value(strings_, true, bytes)) return {};
      break;
    case TypeCode::kString:
    case TypeCode::kUrl:
    case TypeCode::kClassRef: {
      std::uint64_t size = 0;
      if (!varint(size) || !take(size, bytes)) return {};
      shared_number_ = kNone;
      if (!is_text(bytes)) {
        error(Code::kMalformed, "text that is not UTF-8", bytes.data());
        return {};
      }
      break;
    }
    default: mismatch(asked, type); return {};
  }
  return bytes;
}

std::u16string_view CoderReader::wide_value(const Key* key) noexcept {
  const std::string_view text = text_value(key, "a string");
  if (text.empty()) return {};
  // No character takes more units than bytes.
  const std::size_t before = wide_.bytes();
  if (text.size() > wide_.size() && !wide_.resize(text.size())) {
    error(Code::kNoMemory, "no memory for a string", cur_);
    return {};
  }
  if (wide_.bytes() > before && !charge(wide_.bytes() - before)) return {};
  return {wide_.data(), wire::utf8_to_utf16(text, wide_.data())};
}

BytesView CoderReader::data_value(const Key* key) noexcept {
  TypeExpr type;
  return next(key, type) ? data_bytes(type) : BytesView();
}

BytesView CoderReader::data_bytes(TypeExpr type) noexcept {
  BytesView bytes;
  std::uint64_t size = 0;
  switch (schema::code(type)) {
    case TypeCode::kSharedData:
      if (!shared_value(datas_, false, bytes)) return {};
      break;
    case TypeCode::kData:
      shared_number_ = kNone;
      if (!varint(size) || !take(size, bytes)) return {};
      break;
    case TypeCode::kBits:
      shared_number_ = kNone;
      if (!bits_value(type, bytes)) return {};
      break;
    default: mismatch("data", type); return {};
  }
  return bytes;
}

bool CoderReader::bits_value(TypeExpr type, BytesView& out) noexcept {
  const std::uint64_t count = schema::operand_count(type);
  if (!take(bytes_of_bits(count), out)) return false;
  const ValueFault fault = fault_of_bits(count, out);
  return !fault || error(Code::kMalformed, fault.message, out.data() + fault.at);
}

void CoderReader::set_user_slow(PodStack<void*>& users, std::size_t known, std::uint32_t number,
                                void* object) noexcept {
  if (failed_ || number >= known) return;
  if (number >= users.size()) {
    if (!charge((known - users.size()) * sizeof(void*))) return;
    const std::size_t before = users.size();
    const bool room =
        users.room() >= known - before || users.grow_for(known - before + more_to_come(users));
    if (!room || !users.resize(known)) {
      error(Code::kNoMemory, "no memory for the strings", cur_);
      return;
    }
  }
  users[number] = object;
}

}  // namespace fastser::archive
