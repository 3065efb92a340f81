// SPDX-License-Identifier: MIT
//
// What schemas written here say beyond FlatBuffers' own words: attributes, without which the data
// can be read, and with which it comes back as what it was. Readers of others ignore them.
#pragma once

#include <string_view>

namespace fastser::flat::idiom {

// Of fields.
inline constexpr std::string_view kName = "fastser_name";      ///< the key, where the name is not
inline constexpr std::string_view kFlex = "fastser_flex";      ///< [ubyte]: a FlexBuffer
inline constexpr std::string_view kFlexBuffer = "flexbuffer";  ///< the same in FlatBuffers' words
inline constexpr std::string_view kHash = "hash";              ///< FlatBuffers': text is hashed
inline constexpr std::string_view kData = "fastser_data";      ///< [ubyte]: data, not a list
inline constexpr std::string_view kMissingNull = "fastser_null";  ///< where it is missing: null

// Of tables and structures.
inline constexpr std::string_view kBox = "fastser_box";      ///< stands for its only field
inline constexpr std::string_view kMap = "fastser_map";      ///< a list of them: an object
inline constexpr std::string_view kPairs = "fastser_pairs";  ///< a list of them: a map
inline constexpr std::string_view kEither =
    "fastser_either";                                        ///< stands for the field it has; null
inline constexpr std::string_view kTuple = "fastser_tuple";  ///< a list of its fields
inline constexpr std::string_view kMoment = "fastser_moment";  ///< seconds, nanoseconds
inline constexpr std::string_view kExt = "fastser_ext";        ///< type, data
// No attribute: only schemas of types, by which values are converted, have it.
inline constexpr std::string_view kLone = "fastser_lone";  ///< is told as its only field

}  // namespace fastser::flat::idiom
