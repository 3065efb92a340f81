// SPDX-License-Identifier: MIT
//
// What the lax dialect of JSON has and JSON has not: the functions, the floats that are not finite,
// and what is said to those who write such things in JSON.
#pragma once

#include <string_view>

namespace fastser::convert {

// Messages of the strict reader.
inline constexpr std::string_view kLastComma =
    "a value was expected (no comma may follow the last element)";
inline constexpr std::string_view kLastPair =
    "a key was expected (no comma may follow the last pair)";
inline constexpr std::string_view kNoComments = "JSON has no comments";
inline constexpr std::string_view kNoNan = "JSON has no NaN and no Infinity";
inline constexpr std::string_view kNoQuotes = "a key needs double quotes";
inline constexpr std::string_view kMoreInLine = "text after the value of this line";
inline constexpr std::string_view kSingleQuotes = "text must be in double quotes";
inline constexpr std::string_view kSingleQuotedKey = "a key must be in double quotes";
inline constexpr std::string_view kZeroInFront =
    "a number of more than one digit must not start with 0";
inline constexpr std::string_view kNoHex = "JSON has no hexadecimal numbers";
inline constexpr std::string_view kNoPlus = "a number must not start with +";
inline constexpr std::string_view kPointInFront = "a number must not start with a point";
inline constexpr std::string_view kNoFunctions = "JSON has no functions";

/// Whether an error of the strict dialect is about what only the lax one has: it ends with one of
/// the messages above.
[[nodiscard]] bool is_lax(std::string_view message);

/// What people mean who begin a value with this text, which is not empty and begins none.
[[nodiscard]] std::string_view no_value(std::string_view text, bool lax);

/// What people mean who write `c` behind a value or for a key; else `expected`.
[[nodiscard]] std::string_view instead_of(char c, std::string_view expected, bool lax);

/// A function of flatc's JSON, of a number. Angles are in radians; rad and deg turn degrees into
/// them and back.
struct LaxFunction {
  std::string_view name;
  double (*of)(double value);
};

/// The function that the text begins with, its opening bracket behind it; null: none.
[[nodiscard]] const LaxFunction* function_in(std::string_view text);

/// Whether it is the name of NaN or of an infinity, in JavaScript, Python or flatc; then `value`
/// is that, with the sign.
[[nodiscard]] bool not_finite(std::string_view name, bool negative, double& value);

}  // namespace fastser::convert
