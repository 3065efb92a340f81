// SPDX-License-Identifier: MIT
//
// DocumentBuilder: the sink that makes a Document. It refuses keys that come twice, nesting beyond
// a depth, and documents beyond a budget of memory, which a few bytes of input can ask for (lists
// of nothing, objects referred to again).
//
// Which texts and containers are equal is looked up in tables that no cache holds when a document
// is large. So that is done a few dozen at a time, and the memory that one needs is fetched while
// others are looked up (group prefetching: Chen et al., Improving Hash Join Performance through
// Prefetching, 2004). Small documents do without. Until settle() a node of a text has no number,
// and an ended container is the same as no other; a document whose root has ended is settled.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "convert/document/dom.hpp"
#include "convert/document/sink.hpp"
#include "convert/progress.hpp"
#include "fastser/internal/base/compiler.hpp"

namespace fastser::convert {

class DocumentBuilder final : public Sink {
 public:
  /// Fills an empty document. `budget`: bytes of nodes and texts, about.
  DocumentBuilder(Document& document, std::uint32_t depth,
                  std::size_t budget = std::numeric_limits<std::size_t>::max())
      : document_(document),
        seed_(wire::HashSeed::from(document.seed)),
        max_depth_(depth),
        is_bounded_(budget != std::numeric_limits<std::size_t>::max()),
        budget_(budget) {}

  /// Before anything is told: has `progress`, which must outlive this, told of reading an input of
  /// `size` bytes.
  void watch(const Progress& progress, std::size_t size) {
    progress_ = &progress;
    input_size_ = size;
    if (progress.is_wanted()) stop_ = Progress::kEach;
  }

  bool null() override { return leaf(NodeKind::kNull, 0); }
  bool boolean(bool value) override { return leaf(NodeKind::kBool, value ? 1 : 0); }
  bool integer(std::uint64_t bits, bool negative) override {
    return leaf(negative ? NodeKind::kNegative : NodeKind::kUnsigned, bits);
  }
  /// A number of which not the width counts, but only the value.
  bool real(double value) override {
    return leaf(NodeKind::kReal, std::bit_cast<std::uint64_t>(value));
  }
  bool inexact(double value) override;
  /// As a number, if that was asked for and it has no more digits than any double keeps.
  bool decimal(BytesView bytes) override;
  /// From here on: for JSON, which has them as numbers.
  void take_decimals_as_numbers() { decimals_are_numbers_ = true; }
  /// From here on integers beyond 64 bits are refused, not rounded.
  void refuse_rounding() { rounds_ = false; }
  bool f32(std::uint32_t bits) override;
  bool f64(std::uint64_t bits) override;
  bool text(std::string_view text) override { return content(NodeKind::kString, text, 0); }
  /// The same of a text that stays where it is, with the Texts::kMargin bytes behind it, as long as
  /// the document. Without a budget its number is looked up later, and it is not copied.
  bool lasting_text(std::string_view text) {
    if (is_bounded_ || !is_large() || open_.empty()) return this->text(text);
    if (late_text_count_ == kLate) settle();
    const std::uint32_t hash = document_.texts.hash(text);
    document_.texts.fetch_place(hash);
    late_texts_[late_text_count_++] = {text, hash,
                                       static_cast<std::uint32_t>(document_.nodes.size())};
    return leaf(NodeKind::kString, 0);
  }
  bool data(BytesView data) override;
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override {
    return leaf(NodeKind::kMoment, static_cast<std::uint64_t>(seconds), nanoseconds);
  }
  bool apple_date(double date) override;
  bool ext(std::int8_t type, BytesView data) override;

  bool begin_list(std::uint64_t) override { return start(NodeKind::kList); }
  bool end_list() override { return end(); }
  bool begin_object(std::uint64_t, bool) override { return start(NodeKind::kObject); }
  bool key(std::string_view text) override;
  bool end_object() override { return check_keys() && end(); }

  /// The key that came behind the last one when that was met before; empty: not known. A reader
  /// that finds it in the input tells so, and the text is neither hashed nor compared again. It
  /// teaches the builder such keys right after it told of them: those that stand in the input as
  /// they are, so that the same bytes are always the same key.
  [[nodiscard]] std::string_view likely_key() const {
    return likely_ != kNoKey ? document_.text(likely_) : std::string_view{};
  }
  bool key_as_likely() {
    note_key();
    key_ = likely_;
    move_on();
    return charge(document_.text(key_).size() / kTextShare);
  }
  void learn_key() {
    if (key_ >= followers_.size()) followers_.resize(std::size_t{key_} + 1, kNoKey);
    if (last_key_ != kNoKey) followers_[last_key_] = key_;
    move_on();
  }
  bool begin_map(std::uint64_t) override { return start(NodeKind::kMap); }
  bool end_map() override { return check_map_keys() && end(); }
  /// Refused: more than 65,534 of them, and a variant that is itself an alternative.
  bool choice(std::uint64_t index) override;
  /// Refused: a value of any type that is itself one of any type.
  bool inline_type(BytesView type) override;
  bool charge(std::size_t bytes) override {
    if (bytes > budget_) return is_over_budget();
    budget_ -= bytes;
    return true;
  }

  /// Of the value that is being read, or is about to be, or of the key that was refused.
  [[nodiscard]] std::string path() const;

 private:
  static constexpr std::size_t kTextShare = 4;   // bytes of text looked at for one that is charged
  static constexpr std::size_t kContainer = 64;  // bytes of its entry among the known ones
  static constexpr std::size_t kMaxNodes = std::numeric_limits<std::uint32_t>::max() - 1;

  bool is_over_budget();
  FASTSER_COLD bool may_go_on();
  bool is_too_deep();
  bool leaf(NodeKind kind, std::uint64_t bits, std::uint32_t count = 0) {
    const std::size_t number = document_.nodes.size();
    if (number >= stop_ && !may_go_on()) return false;
    if (!charge(sizeof(Node))) return false;
    if (!open_.empty()) {
      Node& parent = document_.nodes[open_.back()];
      if (parent.kind == NodeKind::kMap && parent.count % 2 == 0) note_key();
      ++parent.count;
    }
    document_.nodes.push_back({.bits = bits,
                               .end = static_cast<std::uint32_t>(number + 1),
                               .key = key_,
                               .count = count,
                               .kind = kind,
                               .choice = choice_});
    key_ = kNoKey;
    choice_ = 0;
    return true;
  }
  bool content(NodeKind kind, std::string_view text, std::uint32_t count);
  bool intern(std::string_view text, std::uint32_t& number);
  bool start(NodeKind kind) {
    if (open_.size() >= max_depth_) return is_too_deep();
    if (!charge(kContainer) || !leaf(kind, 0)) return false;
    open_.push_back(static_cast<std::uint32_t>(document_.nodes.size() - 1));
    return true;
  }
  bool end();
  [[nodiscard]] bool is_large() const { return document_.nodes.size() >= kLarge; }
  void settle();
  void settle_texts();
  [[nodiscard]] std::uint32_t weight_of(const Node& node) const;
  [[nodiscard]] std::uint32_t sum_up(std::uint32_t container);
  bool check_keys();
  bool check_map_keys();
  [[nodiscard]] int compare_keys(std::uint32_t left, std::uint32_t right) const;
  [[nodiscard]] std::uint32_t find_same(std::uint32_t at, std::uint32_t hash);
  [[nodiscard]] bool equal(std::uint32_t left, std::uint32_t right) const;
  void note_key() { key_positions_.push_back(position); }
  void move_on() {
    last_key_ = key_;
    likely_ = followers_[key_];
  }

  Document& document_;
  wire::HashSeed seed_;
  std::uint32_t max_depth_;
  bool is_bounded_;
  bool rounds_ = true;
  bool decimals_are_numbers_ = false;
  std::size_t budget_;
  std::size_t stop_ = kMaxNodes;
  const Progress* progress_ = nullptr;  // null: nobody is told
  std::size_t input_size_ = 0;
  std::uint32_t key_ = kNoKey;
  std::uint16_t choice_ = 0;      // of the next node
  std::uint32_t minus_zero_ = 0;  // the last node that is one
  std::vector<std::uint32_t> open_;
  std::vector<std::size_t> key_positions_;  // of the keys of what is open
  std::vector<std::uint32_t> stamps_;       // of keys: the last object that had it
  std::vector<std::uint32_t> followers_;    // of keys: the key that came behind it
  std::uint32_t last_key_ = kNoKey;
  std::uint32_t likely_ = kNoKey;
  // The first container of each content, by its hash, in a table with open addressing.
  struct Known {
    std::uint32_t hash;
    std::uint32_t node;  // kNoKey: the place is free
  };
  void grow_known();
  std::vector<Known> known_;
  std::size_t known_count_ = 0;
  // What waits for settle(), in the order in which it was told.
  static constexpr std::size_t kLate = 32;
  static constexpr std::size_t kLarge = std::size_t{1} << 16;  // nodes
  struct LateText {
    std::string_view text;
    std::uint32_t hash;
    std::uint32_t node;
  };
  std::array<LateText, kLate> late_texts_;
  std::array<std::uint32_t, kLate> late_ends_;  // containers
  std::size_t late_text_count_ = 0;
  std::size_t late_end_count_ = 0;
};

}  // namespace fastser::convert
