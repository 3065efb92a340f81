// SPDX-License-Identifier: MIT
#include "convert/flat/hash_of.hpp"

namespace fastser::convert {
namespace {

// FNV-1 multiplies before it takes a byte in, FNV-1a behind.
template <typename Word>
Word fnv(std::string_view text, Word basis, Word prime, bool is_1a) {
  Word hash = basis;
  for (const char c : text) {
    if (!is_1a) hash *= prime;
    hash ^= static_cast<unsigned char>(c);
    if (is_1a) hash *= prime;
  }
  return hash;
}

}  // namespace

bool hash_of(std::string_view text, std::string_view name, flat::BaseType base,
             std::uint64_t& bits) {
  using flat::BaseType;
  const bool is_integer = base >= BaseType::Short && base <= BaseType::ULong;
  const bool is_1a = name.starts_with("fnv1a_");
  if (!is_integer || !(is_1a || name.starts_with("fnv1_"))) return false;
  const std::string_view width = name.substr(name.find('_') + 1);
  text = text.substr(0, text.find('\0'));
  const std::uint32_t size = flat::inline_size(base);
  if (size == 8) {
    // Not the basis of FNV, which ends in 2325: the one that FlatBuffers have.
    bits = fnv<std::uint64_t>(text, 0xCBF29CE484222645U, 0x100000001B3U, is_1a);
    return width == "64";
  }
  const auto hash = fnv<std::uint32_t>(text, 0x811C9DC5U, 0x01000193U, is_1a);
  bits = size == 2 ? (hash >> 16U) ^ (hash & 0xFFFFU) : hash;  // 16 bits are those of 32, folded
  return width == (size == 2 ? "16" : "32");
}

}  // namespace fastser::convert
