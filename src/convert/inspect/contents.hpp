// SPDX-License-Identifier: MIT
//
// A table of contents: which paths there are in some values, how many values each has, and how many
// bytes they take where they lie in a row. Elements of a list are one path, `users[].name`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "convert/document/sink.hpp"

namespace fastser::convert {

class Contents final : public Sink {
 public:
  /// `depth`: levels that have lines of their own. `in_a_row`: positions tell where values lie, in
  /// an input of `size` bytes. `budget`: what values may cost, which a few bytes can ask for many
  /// of.
  Contents(std::uint64_t depth, bool in_a_row, std::size_t size, std::size_t budget)
      : depth_(depth), in_a_row_(in_a_row), size_(size), budget_(budget) {
    entries_.push_back({.name = "."});
  }

  /// The table as text, after the reader is done.
  [[nodiscard]] std::string report();

  bool null() override { return leaf("null"); }
  bool boolean(bool) override { return leaf("bool"); }
  bool integer(std::uint64_t, bool) override { return leaf("integer"); }
  bool f32(std::uint32_t) override { return leaf("float"); }
  bool f64(std::uint64_t) override { return leaf("float"); }
  bool text(std::string_view) override { return leaf("text"); }
  bool data(BytesView) override { return leaf("data"); }
  bool moment(std::int64_t, std::uint32_t) override { return leaf("timestamp"); }
  bool ext(std::int8_t, BytesView) override { return leaf("extension"); }
  bool begin_list(std::uint64_t) override { return open('s', "list"); }
  bool end_list() override { return close(); }
  bool begin_object(std::uint64_t, bool) override { return open('o', "map"); }
  bool key(std::string_view text) override;
  bool end_object() override { return close(); }
  bool begin_map(std::uint64_t) override { return open('m', "map"); }
  bool end_map() override { return close(); }
  bool charge(std::size_t bytes) override;

 private:
  struct Entry {
    std::string name;
    std::uint64_t values = 0;
    std::uint64_t bytes = 0;
    std::vector<std::string_view> kinds{};
    std::map<std::string, std::size_t, std::less<>> children{};
    std::size_t parent = 0;
  };
  struct Level {
    char kind;
    std::size_t entry;
    bool key_next = true;  // of maps with keys of any kind
  };

  std::size_t child(std::size_t parent, std::string_view name);
  std::size_t next(std::string_view kind);
  bool leaf(std::string_view kind);
  bool open(char kind, std::string_view what);
  bool close();
  void move_on(std::size_t to);
  void lines(std::size_t entry, std::size_t indent, std::string& out) const;

  std::uint64_t depth_;
  bool in_a_row_;
  std::size_t size_;
  std::size_t budget_;
  std::vector<Entry> entries_;
  std::vector<Level> levels_;
  std::string key_;
  std::size_t at_ = 0;  // the entry that the bytes from start_ on belong to
  std::size_t start_ = 0;
};

}  // namespace fastser::convert
