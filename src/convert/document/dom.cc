// SPDX-License-Identifier: MIT
//
// The texts of a Document.
#include "convert/document/dom.hpp"

#include <exception>
#include <random>

#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::convert {
namespace {

std::uint64_t random_seed() {
  try {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
  } catch (const std::exception&) {  // a system without one
    return wire::random_seed();
  }
}

}  // namespace

Document::Document() : seed(random_seed()), numbers_(64, TextHash{wire::HashSeed::from(seed)}) {}

std::uint32_t Document::intern(std::string_view text) {
  const auto found = numbers_.find(text);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(texts.size());
  texts.emplace_back(text);
  numbers_.emplace(texts.back(), number);
  return number;
}

std::uint32_t Document::find(std::string_view text) const {
  const auto found = numbers_.find(text);
  return found == numbers_.end() ? kNoKey : found->second;
}

void Document::clear() {
  nodes.clear();
  numbers_.clear();
  texts.clear();
}

}  // namespace fastser::convert
