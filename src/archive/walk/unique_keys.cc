// SPDX-License-Identifier: MIT
//
// ContentTable and UniqueKeys.
#include "fastser/internal/archive/walk/unique_keys.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

// ---- ContentTable

namespace {

constexpr std::size_t kFirstCapacity = 32;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();

}  // namespace

ContentTable::ContentTable(std::size_t& budget) noexcept
    : budget_(budget), seed_(wire::HashSeed::from(wire::random_seed())) {}

Code ContentTable::grow() noexcept {
  const std::size_t capacity = capacity_ == 0 ? kFirstCapacity : capacity_ * 2;
  const std::size_t bytes = capacity * sizeof(std::uint32_t);
  if (bytes > budget_) return Code::kOverBudget;
  std::unique_ptr<std::uint32_t[]> fresh(new (std::nothrow) std::uint32_t[capacity]());
  if (!fresh) return Code::kNoMemory;
  budget_ -= bytes - capacity_ * sizeof(std::uint32_t);
  slots_ = std::move(fresh);
  capacity_ = capacity;
  // In the order of their numbers, which cut() relies on.
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    std::size_t slot = runs_[i].hash & (capacity_ - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (capacity_ - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
  return Code::kOk;
}

Code ContentTable::add(const std::byte* base, std::size_t offset, std::size_t size,
                       std::size_t first, bool& found, std::uint32_t& number) noexcept {
  if (size >= kMost || runs_.size() >= kMost - 1) return Code::kOverBudget;
  if ((runs_.size() + 1) * 2 > capacity_) {
    if (const Code code = grow(); code != Code::kOk) return code;
  }
  const auto* const chars = reinterpret_cast<const char*>(base);
  // A level's own place in the table: levels inside each other may have the same keys.
  const auto level = static_cast<std::uint32_t>(first) * 0x9E3779B1U;
  const std::uint32_t hash =
      (size == 0 ? 0 : wire::content_hash(chars + offset, size, seed_)) ^ level;
  std::size_t slot = hash & (capacity_ - 1);
  for (; slots_[slot] != 0; slot = (slot + 1) & (capacity_ - 1)) {
    const std::uint32_t known = slots_[slot] - 1;
    const Run& run = runs_[known];
    if (known < first || run.hash != hash || run.size != size) continue;
    if (!wire::same_content(chars + run.offset, chars + offset, size)) continue;
    found = true;
    number = known;
    return Code::kOk;
  }
  found = false;
  number = static_cast<std::uint32_t>(runs_.size());
  const Code code = runs_.push_within({offset, static_cast<std::uint32_t>(size), hash}, budget_);
  if (code == Code::kOk) slots_[slot] = number + 1;
  return code;
}

// The last added is no part of any other's way through the table: it can be taken out as if it had
// never been there.
void ContentTable::cut(std::size_t first) noexcept {
  for (std::size_t i = runs_.size(); i-- > first;) {
    std::size_t slot = runs_[i].hash & (capacity_ - 1);
    while (slots_[slot] != i + 1) slot = (slot + 1) & (capacity_ - 1);
    slots_[slot] = 0;
  }
  runs_.truncate(first);
}

// ---- UniqueKeys: levels

UniqueKeys::UniqueKeys(BytesView payload, std::size_t& budget) noexcept
    : payload_(payload.data()), budget_(budget), keys_(budget), texts_(budget) {}

BytesView key_content(KeyBytes kind, BytesView key) noexcept {
  if (kind != KeyBytes::kContent) return key;
  std::size_t size = 0;  // of the varint
  while (size < key.size() && (key[size] & std::byte{0x80}) != std::byte{0}) ++size;
  return key.subspan(std::min(size + 1, key.size()));
}

KeyBytes UniqueKeys::in_place(TypeExpr type) noexcept {
  TypeCode code = schema::code(type);
  if (code == TypeCode::kEnum) code = schema::code(schema::enum_integer(type));
  switch (code) {
    case TypeCode::kF32:
    case TypeCode::kF64:
    case TypeCode::kAppleDate: return KeyBytes::kNone;
    case TypeCode::kString:
    case TypeCode::kData:
    case TypeCode::kUrl:
    case TypeCode::kClassRef: return KeyBytes::kContent;
    default: return schema::fixed_size(code) != 0 ? KeyBytes::kAll : KeyBytes::kNone;
  }
}

template <typename T>
bool UniqueKeys::push(PodStack<T>& array, const T& item) noexcept {
  if (failed_ == Code::kOk) failed_ = array.push_within(item, budget_);
  return failed_ == Code::kOk;
}

Code UniqueKeys::open(TypeExpr key, bool recording) noexcept {
  const KeyBytes lies = recording ? KeyBytes::kNone : in_place(key);
  push(levels_, Level{keys_.size(), bytes_.size(), bytes_.size(), nan_, lies, recording});
  return failed_;
}

bool UniqueKeys::begin_key() noexcept {
  Level& level = levels_.back();
  level.key_start = bytes_.size();
  return level.in_place == KeyBytes::kNone;
}

Code UniqueKeys::end_key(BytesView wire) noexcept {
  if (failed_ != Code::kOk) return failed_;
  const Level& level = levels_.back();
  bool found = false;
  std::uint32_t number = 0;
  Code code = Code::kOk;
  if (level.in_place != KeyBytes::kNone) {
    const BytesView content = key_content(level.in_place, wire);
    const auto offset = static_cast<std::size_t>(content.data() - payload_);
    code = keys_.add(payload_, offset, content.size(), level.first_key, found, number);
  } else if (nan_ == kNowhere || nan_ < level.key_start) {
    code = keys_.add(bytes_.data(), level.key_start, bytes_.size() - level.key_start,
                     level.first_key, found, number);
  }
  return found ? Code::kMalformed : code;
}

bool UniqueKeys::close() noexcept {
  const Level level = levels_.back();
  levels_.pop();
  keys_.cut(level.first_key);
  if (!level.recording) {
    bytes_.truncate(level.first_byte);
    nan_ = level.nan;
  }
  return level.recording;
}

// ---- UniqueKeys: canonical bytes

void UniqueKeys::put_bytes(BytesView bytes) noexcept {
  while (bytes_.room() < bytes.size() && failed_ == Code::kOk) {
    failed_ = bytes_.grow_within(budget_);
  }
  if (failed_ == Code::kOk) bytes_.append_within(bytes.data(), bytes.size());
}

void UniqueKeys::put_number(std::uint64_t number) noexcept {
  std::byte bytes[wire::kMaxVarint];
  const std::byte* const end = wire::put_varint(bytes, number);
  put_bytes({bytes, end});
}

void UniqueKeys::put_fixed(TypeCode code, BytesView bytes) noexcept {
  constexpr std::uint64_t kWideSign = std::uint64_t{1} << 63;
  constexpr std::uint64_t kWideInfinity = std::uint64_t{0x7FF} << 52;
  constexpr std::uint32_t kSign = std::uint32_t{1} << 31;
  constexpr std::uint32_t kInfinity = std::uint32_t{0xFF} << 23;
  bool nan = false;
  bool minus_zero = false;
  if (code == TypeCode::kF64 || code == TypeCode::kAppleDate) {
    const auto bits = wire::load_le<std::uint64_t>(bytes.data());
    nan = (bits & ~kWideSign) > kWideInfinity;
    minus_zero = bits == kWideSign;
  } else if (code == TypeCode::kF32) {
    const auto bits = wire::load_le<std::uint32_t>(bytes.data());
    nan = (bits & ~kSign) > kInfinity;
    minus_zero = bits == kSign;
  }
  constexpr std::byte kZero[8] = {};
  if (nan) nan_ = bytes_.size();
  put_bytes(minus_zero ? BytesView(kZero, bytes.size()) : bytes);
}

void UniqueKeys::put_text(std::string_view text) noexcept {
  if (inside_any_) return put_content(text);
  put_number(text.size());
  put_bytes({reinterpret_cast<const std::byte*>(text.data()), text.size()});
}

std::uint32_t UniqueKeys::intern(std::string_view text) noexcept {
  const auto* const at = reinterpret_cast<const std::byte*>(text.data());
  bool found = false;
  std::uint32_t number = 0;
  const std::size_t offset = text.empty() ? 0 : static_cast<std::size_t>(at - payload_);
  if (failed_ == Code::kOk) failed_ = texts_.add(payload_, offset, text.size(), 0, found, number);
  return number;
}

void UniqueKeys::put_content(std::string_view text) noexcept { put_number(intern(text)); }

void UniqueKeys::put_shared(bool is_data, std::string_view text, bool numbered,
                            std::uint64_t number) noexcept {
  if (!numbered) return put_content(text);
  PodStack<std::uint32_t>& known = known_[is_data ? 1 : 0];
  while (known.size() <= number) {
    if (!push(known, std::uint32_t{0})) return;
  }
  std::uint32_t& one = known[static_cast<std::size_t>(number)];
  if (one == 0) one = intern(text) + 1;
  put_number(one - 1);
}

// ---- UniqueKeys: types, without padding

bool UniqueKeys::begin_any(TypeExpr type) noexcept {
  put_type(type);
  return std::exchange(inside_any_, true);
}

TypeExpr UniqueKeys::put_operand(TypeExpr at, std::uint64_t& number) noexcept {
  bool truncated = false;
  const std::byte* const next = wire::get_varint(at.at, at.end, number, truncated);
  put_number(number);
  return {next, at.end};
}

// Nesting is bounded by what validate_type let pass.
TypeExpr UniqueKeys::put_type(TypeExpr type) noexcept {
  TypeCode code = schema::code(type);
  if (code == TypeCode::kSharedString) code = TypeCode::kString;
  if (code == TypeCode::kSharedData) code = TypeCode::kData;
  put_number(static_cast<std::uint64_t>(code));
  const TypeExpr next{type.at + 1, type.end};
  std::uint64_t count = 0;
  switch (code) {
    case TypeCode::kOptional:
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kRef: return put_type(next);
    case TypeCode::kArray: return put_operand(put_type(next), count);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return put_type(put_type(next));
    case TypeCode::kVariant:
    case TypeCode::kTuple: {
      TypeExpr at = put_operand(next, count);
      for (; count != 0; --count) at = put_type(at);
      return at;
    }
    case TypeCode::kEnum: {
      put_text(schema::enum_name(type));
      return put_type(schema::enum_integer(type));
    }
    case TypeCode::kRecord:
    case TypeCode::kBits: return put_operand(next, count);
    default: return next;
  }
}

}  // namespace fastser::archive
