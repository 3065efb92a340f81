// SPDX-License-Identifier: MIT
//
// KeyedWriter: what NSKeyedArchiver wrote. A property list whose "$objects" are objects by number
// (UID): strings, numbers, data and dates as they are, all else as a dictionary of the keys that
// the object was written with and its "$class".
//
// Objects are written where they are met, or behind the root where they lie deep, so that a graph
// may be as deep as it likes. An object of Foundation that does not look as it should is an object
// like any other, with its keys.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "convert/cocoa/foundation.hpp"
#include "convert/cocoa/plist_writer.hpp"

namespace fastser::convert::cocoa {

/// Whether the outermost item is what NSKeyedArchiver writes.
[[nodiscard]] bool is_keyed_archive(const Plist& plist);

class KeyedWriter final : public PlistWriter {
 public:
  using PlistWriter::PlistWriter;
  /// The whole archive.
  bool write();

 private:
  struct Class {
    Known known = Known::kOther;
    ClassHandle handle;
    std::size_t name_size = 0;
  };
  /// N of a key like "NS.object.N", and the item.
  using Numbered = std::pair<std::uint64_t, std::uint64_t>;
  /// What an object of Foundation holds, as far as one looks before it is written.
  struct Contents {
    Item keys;                    ///< dictionaries: an array
    Item values;                  ///< an array; or what a mutable string or data holds
    std::vector<Numbered> keyed;  ///< the same without arrays
    std::vector<Numbered> valued;
  };

  bool top();
  bool uid(Place at, const Item& item) override;
  bool class_of(const Item& object, Class& out);
  bool read_class(std::uint64_t number, Class& out);
  bool super_classes(const Item& list, const Item& name, ClassHandle& out);
  bool object(Place at, std::uint64_t uid, const Item& item, const Class& of);
  bool body(std::uint64_t uid);
  bool fields(const Item& object, const Class& of);

  /// A value of Foundation without an identity; false where it does not look as it should.
  bool plain(Place at, const Item& object, Known known);
  bool decimal(Place at, const Item& object);
  bool apple_decimal(Place at, const Item& object);
  bool absolute_url(Place at, const Item& object);
  /// Whether the object looks as an object of that class should.
  bool contents(const Item& object, Known known, Contents& out);
  bool write_contents(const Item& object, Known known, const Contents& what);
  bool sequence(const Item& array, const std::vector<Numbered>& numbered);
  bool pairs(const Contents& what);
  bool counts(const Contents& what);
  bool are_texts(const Contents& what);

  /// The entry of an object with this key, followed where it is a UID; kNull: there is none.
  Item entry(const Item& object, std::string_view key);
  std::uint64_t number_of(const Item& object, std::string_view key);
  /// The entries with keys of this beginning and a number behind it, sorted by that.
  bool has_only(const Item& object, std::initializer_list<std::string_view> keys);
  void numbered(const Item& object, std::string_view prefix, std::vector<Numbered>& out);
  /// A string, or an object that is one.
  bool as_text(Item& item);
  bool follow(Item& item);

  Item objects_;
  std::unordered_map<std::uint64_t, Class> classes_;  // by the item that a "$class" leads to
};

}  // namespace fastser::convert::cocoa
