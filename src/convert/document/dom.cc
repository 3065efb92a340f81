// SPDX-License-Identifier: MIT
//
// What makes a Document: its secret.
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

Document::Document() : seed(random_seed()), texts(wire::HashSeed::from(seed)) {}

void Document::clear() {
  nodes.clear();
  texts.clear();
  apple_dates.clear();
}

}  // namespace fastser::convert
