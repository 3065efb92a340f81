// SPDX-License-Identifier: MIT
//
// DocumentBuilder: the sink that makes a Document. It refuses keys that come twice, nesting beyond
// a depth, and documents beyond a budget of memory, which a few bytes of input can ask for (lists
// of nothing, objects referred to again).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "convert/document/dom.hpp"
#include "convert/document/sink.hpp"

namespace fastser::convert {

class DocumentBuilder final : public Sink {
 public:
  /// Fills an empty document. `budget`: bytes of nodes and texts, about.
  DocumentBuilder(Document& document, std::uint32_t depth,
                  std::size_t budget = std::numeric_limits<std::size_t>::max())
      : document_(document),
        seed_(wire::HashSeed::from(document.seed)),
        max_depth_(depth),
        budget_(budget) {}

  bool null() override { return leaf(NodeKind::kNull, 0, 1); }
  bool boolean(bool value) override { return leaf(NodeKind::kBool, value ? 1 : 0, 1); }
  bool integer(std::uint64_t bits, bool negative) override {
    return leaf(negative ? NodeKind::kNegative : NodeKind::kUnsigned, bits, 3);
  }
  /// A number of which not the width counts, but only the value.
  bool real(double value) override;
  bool f32(std::uint32_t bits) override;
  bool f64(std::uint64_t bits) override;
  bool text(std::string_view text) override { return content(NodeKind::kString, text, 0, 2); }
  bool data(BytesView data) override;
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override {
    return leaf(NodeKind::kMoment, static_cast<std::uint64_t>(seconds), 12, nanoseconds);
  }
  bool ext(std::int8_t type, BytesView data) override;

  bool begin_list(std::uint64_t) override { return start(NodeKind::kList); }
  bool end_list() override { return end(); }
  bool begin_object(std::uint64_t, bool) override { return start(NodeKind::kObject); }
  bool key(std::string_view text) override;
  bool end_object() override { return check_keys() && end(); }
  bool begin_map(std::uint64_t) override { return start(NodeKind::kMap); }
  bool end_map() override { return check_map_keys() && end(); }
  bool charge(std::size_t bytes) override;

  /// Of the value that is being read, or is about to be, or of the key that was refused.
  [[nodiscard]] std::string path() const;

 private:
  bool add(NodeKind kind);
  bool leaf(NodeKind kind, std::uint64_t bits, std::uint32_t weight, std::uint32_t count = 0);
  bool content(NodeKind kind, std::string_view text, std::uint32_t count, std::uint32_t weight);
  bool intern(std::string_view text, std::uint32_t& number);
  bool start(NodeKind kind);
  bool end();
  bool check_keys();
  bool check_map_keys();
  [[nodiscard]] int compare_keys(std::uint32_t left, std::uint32_t right) const;
  std::uint32_t find_same(std::uint32_t at, std::uint64_t hash);
  [[nodiscard]] bool equal(std::uint32_t left, std::uint32_t right) const;
  void note_key() { key_positions_.push_back(position); }

  Document& document_;
  wire::HashSeed seed_;
  std::uint32_t max_depth_;
  std::size_t budget_;
  std::uint32_t key_ = kNoKey;
  std::uint32_t minus_zero_ = 0;  // the last node that is one
  std::vector<std::uint32_t> open_;
  std::vector<std::size_t> key_positions_;  // of the keys of what is open
  std::vector<std::uint32_t> stamps_;
  // The first container of each content, by its hash, in a table with open addressing.
  struct Known {
    std::uint64_t hash;
    std::uint32_t node;  // kNoKey: the place is free
  };
  void grow_known();
  std::vector<Known> known_;
  std::size_t known_count_ = 0;
};

}  // namespace fastser::convert
