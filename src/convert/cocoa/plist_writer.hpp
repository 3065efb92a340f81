// SPDX-License-Identifier: MIT
//
// PlistWriter: the plain values of a property list: numbers, texts, data, dates, arrays as lists,
// dictionaries as maps. What a UID means is for who knows of objects (keyed.hpp).
//
// It recurses as deep as the writer nests, which the limits bound. An array that holds itself is
// refused; one that is held twice is written twice, within the budget.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "convert/cocoa/plist.hpp"
#include "convert/cocoa/target.hpp"

namespace fastser::convert::cocoa {

class PlistWriter {
 public:
  PlistWriter(const Plist& plist, Target& target) : plist_(plist), target_(target) {}
  virtual ~PlistWriter() = default;
  PlistWriter(const PlistWriter&) = delete;
  PlistWriter& operator=(const PlistWriter&) = delete;

  /// Writes the item with this number.
  bool value(Place at, std::uint64_t number);

 protected:
  virtual bool uid(Place at, const Item& item);

  static constexpr std::size_t kStep = 32;  // what a value costs

  bool look(std::uint64_t number, Item& out);
  bool value(Place at, std::uint64_t number, const Item& item);
  bool text(Place at, const Item& item);
  bool list(Place at, const Item& item);
  bool elements(const Item& item);
  bool map(Place at, const Item& item);
  /// A key: a string, whose characters stay.
  bool key(std::uint64_t number, std::string_view& out);
  /// UTF-8 of a string, until the next call.
  bool utf8(const Item& item, std::string_view& out);

  const Plist& plist_;
  Target& target_;

 private:
  bool container(Place at, const Item& item);

  std::vector<std::uint64_t> open_;  // containers being written
  std::unordered_map<std::uint64_t, std::string_view> wide_keys_;
  std::u16string wide_;
  std::string narrow_;
};

}  // namespace fastser::convert::cocoa
