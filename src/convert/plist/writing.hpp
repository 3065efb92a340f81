// SPDX-License-Identifier: MIT
//
// What both writers of property lists are told, and what they say of values that property lists do
// not have.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

#include "convert/document/dom.hpp"
#include "convert/document/node_path.hpp"
#include "convert/document/plain_sink.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// What a PlainSink in front of the document says, or replaces. Null is left to the writers: JSON
/// text is read without a PlainSink.
inline constexpr PlainSink::Lacks kPlistLacks{
    .ext = "an extension: property lists have none",
    .map = "a map with keys that are no text: property lists have none"};

/// What null is replaced by: NSKeyedArchiver writes it, too.
inline constexpr std::string_view kPlistNull = "$null";

struct PlistWriting {
  /// Null becomes the text "$null", timestamps are rounded; else both are refused.
  bool replace = false;
  /// Binary: dictionaries {CF$UID: number}, which stand for it in property lists of text, become a
  /// UID.
  bool uids = false;
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();
};

/// kTypeMismatch at a node of the document.
inline Status plist_refused(const Document& document, std::uint32_t node,
                            std::string_view message) {
  return Status(Code::kTypeMismatch, message).with_path(path_between(document, 0, node));
}

inline constexpr std::string_view kPlistHasNoNull = "null: property lists have none";
inline constexpr std::string_view kPlistRounds = "a timestamp, which would be rounded";

}  // namespace fastser::convert
