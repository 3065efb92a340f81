// SPDX-License-Identifier: MIT
//
// Walker: values that hold no others: numbers, dates, text, data, bits.

#include "base/as_text.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/archive/walk/unique_keys.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

namespace {

template <typename T>
std::uint64_t widened(const std::byte* from) noexcept {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(wire::load_le<T>(from)));
}

void load(TypeCode code, const std::byte* from, Scalar& out) noexcept {
  switch (code) {
    case TypeCode::kBool:
    case TypeCode::kU8: out.bits = wire::load_le<std::uint8_t>(from); break;
    case TypeCode::kI8: out.bits = widened<std::int8_t>(from); break;
    case TypeCode::kI16: out.bits = widened<std::int16_t>(from); break;
    case TypeCode::kU16: out.bits = wire::load_le<std::uint16_t>(from); break;
    case TypeCode::kI32: out.bits = widened<std::int32_t>(from); break;
    case TypeCode::kU32: out.bits = wire::load_le<std::uint32_t>(from); break;
    case TypeCode::kI64:
    case TypeCode::kDate:
    case TypeCode::kDuration:
    case TypeCode::kU64: out.bits = wire::load_le<std::uint64_t>(from); break;
    case TypeCode::kF32:
      out.bits = wire::load_le<std::uint32_t>(from);
      out.real = static_cast<double>(wire::load_le<float>(from));
      break;
    case TypeCode::kF64:
    case TypeCode::kAppleDate:
      out.bits = wire::load_le<std::uint64_t>(from);
      out.real = wire::load_le<double>(from);
      break;
    default: break;
  }
}

}  // namespace

bool Walker::fixed(TypeExpr type, TypeCode code) {
  Scalar scalar{code, 0, 0, {}};
  if (!take(schema::fixed_size(code), scalar.bytes)) return false;
  const std::byte* from = scalar.bytes.data();
  load(code, from, scalar);
  if (const ValueFault fault = fault_of_fixed(code, from)) {
    return fail(Code::kMalformed, fault.message, from + fault.at);
  }
  if (recording_) keys_->put_fixed(code, scalar.bytes);
  return told(visitor_->scalar(type, scalar));
}

bool Walker::varying(TypeExpr type, TypeCode code) {
  const std::byte* start = at_;
  Scalar scalar{code, 0, 0, {}};
  if (!varint(scalar.bits)) return false;
  scalar.bytes = {start, at_};
  if (scalar.bits > largest_varint(code)) return fail(Code::kMalformed, kBeyondItsWidth, start);
  if (recording_) keys_->put_number(scalar.bits);
  if (code == TypeCode::kVarI16 || code == TypeCode::kVarI32 || code == TypeCode::kVarI64) {
    scalar.bits = static_cast<std::uint64_t>(wire::unzigzag(scalar.bits));
  }
  return told(visitor_->scalar(type, scalar));
}

// The format leaves it to the reader whether text must be UTF-8 (docs/format.md section 1).
bool Walker::well_formed(std::string_view text) {
  if (!options_.utf8 || replaying_) return true;  // the walk before a replay looked at all text
  const std::size_t good = wire::utf8_prefix(text);
  if (good == text.size()) return true;
  return fail(Code::kMalformed, "text that is not UTF-8",
              reinterpret_cast<const std::byte*>(text.data()) + good);
}

bool Walker::text(TypeExpr type) {
  std::uint64_t size = 0;
  BytesView bytes;
  if (!varint(size) || !take(size, bytes)) return false;
  const std::string_view view = as_text(bytes);
  if (recording_) keys_->put_text(view);
  return well_formed(view) && told(visitor_->text(type, view, {}));
}

bool Walker::data(TypeExpr type) {
  std::uint64_t size = 0;
  BytesView bytes;
  if (!varint(size) || !take(size, bytes)) return false;
  if (recording_) {
    keys_->put_text(as_text(bytes));
  }
  return told(visitor_->data(type, bytes, {}));
}

bool Walker::shared(TypeExpr type) {
  const bool is_text = schema::code(type) == TypeCode::kSharedString;
  PodStack<std::string_view>& known = is_text ? strings_ : datas_;
  const std::byte* start = at_;
  std::uint64_t head = 0;
  if (!varint(head)) return false;
  ContentUse sharing;
  std::string_view view;
  if ((head & 1) != 0) {
    sharing = {ContentUse::kAgain, head >> 1};
    if (sharing.number >= known.size()) {
      return fail(Code::kBadReference, kNoSuchText, start);
    }
    view = known[static_cast<std::size_t>(sharing.number)];
  } else {
    BytesView bytes;
    if (!take(head >> 1, bytes)) return false;
    view = as_text(bytes);
    if (is_text && !well_formed(view)) return false;
    if (!view.empty() && !replaying_) {
      sharing = {ContentUse::kNew, known.size()};
      if (!push(known, view)) return false;
    }
  }
  if (recording_) {
    keys_->put_shared(!is_text, view, sharing.kind != ContentUse::kPlain, sharing.number);
  }
  if (is_text) return told(visitor_->text(type, view, sharing));
  const BytesView bytes{reinterpret_cast<const std::byte*>(view.data()), view.size()};
  return told(visitor_->data(type, bytes, sharing));
}

bool Walker::bits(TypeExpr type) {
  const std::uint64_t count = schema::operand_count(type);
  BytesView bytes;
  if (!take(bytes_of_bits(count), bytes)) return false;
  if (const ValueFault fault = fault_of_bits(count, bytes)) {
    return fail(Code::kMalformed, fault.message, bytes.data() + fault.at);
  }
  if (recording_) keys_->put_bytes(bytes);
  return told(visitor_->data(type, bytes, {}));
}

}  // namespace fastser::archive
