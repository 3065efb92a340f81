// SPDX-License-Identifier: MIT
//
// Numbers as a writer of another version wrote them: of any width, fixed or as varints; ticks of a
// duration of any length.
#pragma once

#include <cstdint>
#include <string_view>

#include "fastser/internal/archive/resolve/node.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"

namespace fastser::archive {

/// A number as the writer wrote it.
struct WireNumber {
  enum class Kind : std::uint8_t { kSigned, kUnsigned, kFloat } kind;
  std::int64_t i;
  std::uint64_t u;
  double f;
};
/// Reads a number of any numeric code; an enum counts as its integer, a duration as its ticks.
/// Checks what may be wrong in a date or decimal, which it reads over.
[[nodiscard]] Cursor read_number(Decoder& decoder, TypeExpr type, Cursor cur, WireNumber& number);

/// Can memory of a code (kI8 to kF64) hold every value of the type?
[[nodiscard]] bool number_fits(TypeExpr type, TypeCode memory) noexcept;
/// Puts a number into memory of a code. False when an integer does not fit.
[[nodiscard]] bool store_number(const WireNumber& number, TypeCode memory, void* value) noexcept;

/// Whether the shape is that of a duration that counts in floats, and the length of its ticks.
[[nodiscard]] bool counts_ticks(const schema::TypeTable& table, const schema::Shape& shape,
                                TickLength& tick) noexcept;
/// The length of the ticks of a duration, if the writer says it; `type` is then the number's.
[[nodiscard]] bool tick_length(const schema::TypeTable& table, TypeExpr& type,
                               TickLength& tick) noexcept;
/// The same time in ticks of another length. False when it is not a whole number of 64 bits.
[[nodiscard]] bool convert_ticks(WireNumber& ticks, TickLength from, TickLength to) noexcept;
/// The same, rounded as a double rounds.
[[nodiscard]] double real_ticks(const WireNumber& ticks, TickLength from, TickLength to) noexcept;

/// The name of an enum or record that is a duration begins like this; "num/den" follows.
inline constexpr std::string_view kDurationName = "duration ";
/// The one field of such a record.
inline constexpr std::string_view kTicksName = "ticks";

}  // namespace fastser::archive
