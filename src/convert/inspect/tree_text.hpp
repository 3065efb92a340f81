// SPDX-License-Identifier: MIT
//
// TreeText: lines of a tree, indented, one value each; long lists and maps are cut. Those who walk
// values (of archives, of messages) tell it what they come by.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/path/path.hpp"

namespace fastser::convert {

/// As in JSON, but bytes that are not UTF-8 as \xFF, and what is long cut off.
[[nodiscard]] std::string in_quotes(std::string_view value);

/// The name of a field: as it is if it is an identifier, else quoted.
[[nodiscard]] std::string field_text(std::string_view name);
/// The name of a record's shape, as it is if it is what C++ calls classes, else quoted; its number
/// if it has none.
[[nodiscard]] std::string shape_text(std::string_view name, std::size_t number);

/// What a type is called, in one line, cut off where it is long.
[[nodiscard]] std::string type_text(std::string_view type);

/// What is shown of a tree.
struct TreeView {
  std::uint64_t limit = 0;  ///< elements of a list or map; 0 for all
  std::uint64_t depth = 0;  ///< levels; 0 for all
  Path path{};              ///< the value that is shown; others are left out
};

class TreeText {
 public:
  explicit TreeText(TreeView view) : view_(std::move(view)) {}

  /// The tree so far.
  [[nodiscard]] const std::string& tree() const { return tree_; }
  /// Whether there was a value at the path.
  [[nodiscard]] bool found() const { return found_ || view_.path.empty(); }

  /// What the next value is called, with the whole name if it has one; and what stands before it.
  void label(std::string text, std::optional<std::string_view> name = {}) {
    label_ = std::move(text);
    keep_name(name);
  }
  void object(std::string text) { object_ = std::move(text); }
  /// A value, with the whole of it if it is a text; in a map, in turn a key, which is shown before
  /// its value. All return true.
  bool line(const std::string& what, std::optional<std::string_view> text = {});
  /// Around the values of a container: 'r' record, 'l' a record whose field is no step of paths
  /// (schema::is_lone_value), 's' sequence, 'm' map.
  bool open(char kind, const std::string& what);
  bool close();

 private:
  // Of a value: not shown, on the way to the one that is, shown.
  enum class Show : std::uint8_t { kNot, kWay, kYes };
  struct Level {
    char kind;
    Show show;                 // of what is in it
    std::uint64_t values = 0;  // of maps: keys and values
  };

  void count_value();
  void keep_name(std::optional<std::string_view> name) {
    name_.reset();
    if (name && !view_.path.empty()) name_.emplace(*name);
  }
  [[nodiscard]] Show show_next() const;
  [[nodiscard]] bool matches(const Level& level) const;
  [[nodiscard]] bool at_key() const {
    return !levels_.empty() && levels_.back().kind == 'm' && levels_.back().values % 2 == 0;
  }
  // Deeper levels look alike: a line may not cost more than the value.
  [[nodiscard]] std::size_t indent() const {
    return std::min<std::size_t>(2 * (levels_.size() - base_) + 2, 100);
  }

  TreeView view_;
  [[nodiscard]] static bool is_record(const Level& level) {
    return level.kind == 'r' || level.kind == 'l';
  }

  std::size_t lone_ = 0;  // of levels_, those of kind 'l'
  std::size_t base_ = 0;  // levels around the value at the path
  bool found_ = false;
  bool root_told_ = false;
  std::vector<Level> levels_;
  std::string tree_;
  std::string label_;                // what the next value is: field, index or key
  std::optional<std::string> name_;  // and not as it looks, where steps are compared with it
  std::string object_;               // "object 3: ", before the next value
};

}  // namespace fastser::convert
