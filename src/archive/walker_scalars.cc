// SPDX-License-Identifier: MIT
//
// Walker: values that hold no others: numbers, dates, text, data, bits.
#include <bit>

#include "fastser/internal/archive/unique_keys.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

namespace {

constexpr std::uint32_t kNanosPerSecond = 1'000'000'000;

// Bits that a decimal's flags may have set: the sign, and the scale's eight.
constexpr std::uint32_t kDecimalFlags = 0x80FF0000U;
constexpr std::uint32_t kMaxScale = 28;

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
  if (code == TypeCode::kBool && scalar.bits > 1) {
    return fail(Code::kMalformed, "a bool that is neither 0 nor 1", from);
  }
  if (code == TypeCode::kDate && wire::load_le<std::uint32_t>(from + 8) >= kNanosPerSecond) {
    return fail(Code::kMalformed, "a date with a second or more of nanoseconds", from + 8);
  }
  if (code == TypeCode::kDecimal) {
    const auto flags = wire::load_le<std::uint32_t>(from + 12);
    if ((flags & ~kDecimalFlags) != 0 || ((flags >> 16) & 0xFF) > kMaxScale) {
      return fail(Code::kMalformed, "a decimal with a wrong scale or sign", from + 12);
    }
  }
  if (recording_) keys_->put_fixed(code, scalar.bytes);
  return told(visitor_->scalar(type, scalar));
}

bool Walker::varying(TypeExpr type, TypeCode code) {
  const std::byte* start = at_;
  Scalar scalar{code, 0, 0, {}};
  if (!varint(scalar.bits)) return false;
  scalar.bytes = {start, at_};
  std::uint64_t most = static_cast<std::uint64_t>(-1);
  if (code == TypeCode::kVarI16 || code == TypeCode::kVarU16) most = 0xFFFF;
  if (code == TypeCode::kVarI32 || code == TypeCode::kVarU32) most = 0xFFFFFFFF;
  if (scalar.bits > most) return fail(Code::kMalformed, "a number beyond its width", start);
  if (recording_) keys_->put_number(scalar.bits);
  if (code == TypeCode::kVarI16 || code == TypeCode::kVarI32 || code == TypeCode::kVarI64) {
    scalar.bits = static_cast<std::uint64_t>(wire::unzigzag(scalar.bits));
  }
  return told(visitor_->scalar(type, scalar));
}

// The format leaves it to the reader whether text must be UTF-8 (docs/format.md section 1).
bool Walker::well_formed(std::string_view text) {
  if (!options_.utf8) return true;
  const std::size_t good = wire::utf8_prefix(text);
  if (good == text.size()) return true;
  return fail(Code::kMalformed, "text that is not UTF-8",
              reinterpret_cast<const std::byte*>(text.data()) + good);
}

bool Walker::text(TypeExpr type) {
  std::uint64_t size = 0;
  BytesView bytes;
  if (!varint(size) || !take(size, bytes)) return false;
  const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (recording_) keys_->put_text(view);
  return well_formed(view) && told(visitor_->text(type, view, {}));
}

bool Walker::data(TypeExpr type) {
  std::uint64_t size = 0;
  BytesView bytes;
  if (!varint(size) || !take(size, bytes)) return false;
  if (recording_) {
    keys_->put_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return told(visitor_->data(type, bytes, {}));
}

bool Walker::shared(TypeExpr type) {
  const bool is_text = schema::code(type) == TypeCode::kSharedString;
  GrowArray<std::string_view>& known = is_text ? strings_ : datas_;
  const std::byte* start = at_;
  std::uint64_t head = 0;
  if (!varint(head)) return false;
  ContentUse sharing;
  std::string_view view;
  if ((head & 1) != 0) {
    sharing = {ContentUse::kAgain, head >> 1};
    if (sharing.number >= known.size()) {
      return fail(Code::kBadReference, "a back-reference to no string or data", start);
    }
    view = known[static_cast<std::size_t>(sharing.number)];
  } else {
    BytesView bytes;
    if (!take(head >> 1, bytes)) return false;
    view = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
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
  const auto spare = static_cast<unsigned>(count % 8);
  BytesView bytes;
  if (!take(count / 8 + (spare != 0 ? 1 : 0), bytes)) return false;
  if (spare != 0 && (static_cast<unsigned>(bytes.back()) >> spare) != 0) {
    return fail(Code::kMalformed, "spare bits that are set", at_ - 1);
  }
  if (recording_) keys_->put_bytes(bytes);
  return told(visitor_->data(type, bytes, {}));
}

}  // namespace fastser::archive
