// SPDX-License-Identifier: MIT
//
// TreeText: lines of a tree, indented, one value each; long lists and maps are cut. Those who walk
// values (of archives, of messages) tell it what they come by.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fastser::convert {

/// As in JSON, but bytes that are not UTF-8 as \xFF, and what is long cut off.
[[nodiscard]] std::string quoted(std::string_view value);

/// The name of a field: as it is if it is an identifier, else quoted.
[[nodiscard]] std::string field_text(std::string_view name);
/// The name of a record's shape, as it is if it is what C++ calls classes, else quoted; its number
/// if it has none.
[[nodiscard]] std::string shape_text(std::string_view name, std::size_t number);

/// What a type is called, in one line, cut off where it is long.
[[nodiscard]] std::string type_text(std::string_view type);

class TreeText {
 public:
  /// `limit`: elements of a list or map that are shown; 0 for all.
  explicit TreeText(std::uint64_t limit) : limit_(limit) {}

  /// The tree so far.
  [[nodiscard]] const std::string& tree() const { return tree_; }

  /// What the next value is called, and what stands before it.
  void label(std::string text) { label_ = std::move(text); }
  void object(std::string text) { object_ = std::move(text); }
  /// A value; in a map, in turn a key, which is shown before its value. All return true.
  bool line(const std::string& what);
  /// Around the values of a container: 'r' record, 's' sequence, 'm' map.
  bool open(char kind, const std::string& what);
  bool close();

 private:
  struct Level {
    char kind;
    bool shown;
    std::uint64_t values = 0;  // of maps: keys and values
  };

  void count_value();
  [[nodiscard]] bool hidden() const;
  // Deeper levels look alike: a line may not cost more than the value.
  [[nodiscard]] std::size_t indent() const {
    return std::min<std::size_t>(2 * levels_.size() + 2, 100);
  }

  std::uint64_t limit_;
  std::vector<Level> levels_;
  std::string tree_;
  std::string label_;   // what the next value is: field, index or key
  std::string object_;  // "object 3: ", before the next value
};

}  // namespace fastser::convert
