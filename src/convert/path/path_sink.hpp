// SPDX-License-Identifier: MIT
//
// PathSink: a sink that lets the value at a path through, or all values of a query with forward
// steps alone, and stops the reader behind the last. What is not on the way there is passed by,
// unread where the reader can do that.
//
// Above the first range there is one container at each level that is on the path; where it ends,
// all is told. Below it there are several, and one that has not what is asked for is no fault. What
// is passed by there is charged to the inner sink (B4).
#pragma once

#include <cstdint>
#include <vector>

#include "convert/document/sink.hpp"
#include "convert/path/path.hpp"

namespace fastser::convert {

class PathSink final : public Sink {
 public:
  /// Borrows both.
  PathSink(const Path& path, Sink& inner)
      : path_(path), inner_(inner), first_range_(first_range(path)) {}

  /// What a reader came to, given its status: ok where the value was found and told whole, and
  /// where the first range was found to be empty; kUsage where there is no value.
  [[nodiscard]] Status outcome(const Status& reading) const;

  bool null() override {
    return leaf([](Sink& to) { return to.null(); });
  }
  bool boolean(bool value) override {
    return leaf([&](Sink& to) { return to.boolean(value); });
  }
  bool integer(std::uint64_t bits, bool negative) override;
  bool f32(std::uint32_t bits) override {
    return leaf([&](Sink& to) { return to.f32(bits); });
  }
  bool f64(std::uint64_t bits) override {
    return leaf([&](Sink& to) { return to.f64(bits); });
  }
  bool real(double value) override {
    return leaf([&](Sink& to) { return to.real(value); });
  }
  bool inexact(double value) override {
    return leaf([&](Sink& to) { return to.inexact(value); });
  }
  bool text(std::string_view text) override;
  bool data(BytesView data) override {
    return leaf([&](Sink& to) { return to.data(data); });
  }
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override {
    return leaf([&](Sink& to) { return to.moment(seconds, nanoseconds); });
  }
  bool ext(std::int8_t type, BytesView data) override {
    return leaf([&](Sink& to) { return to.ext(type, data); });
  }
  bool decimal(BytesView bytes) override {
    return leaf([&](Sink& to) { return to.decimal(bytes); });
  }
  bool no_moment() override {
    return leaf([](Sink& to) { return to.no_moment(); });
  }
  bool begin_list(std::uint64_t count) override {
    return begin(Kind::kList, [&](Sink& to) { return to.begin_list(count); });
  }
  bool end_list() override {
    return end([](Sink& to) { return to.end_list(); });
  }
  bool begin_object(std::uint64_t count, bool distinct) override {
    return begin(Kind::kObject, [&](Sink& to) { return to.begin_object(count, distinct); });
  }
  bool key(std::string_view text) override;
  bool end_object() override {
    return end([](Sink& to) { return to.end_object(); });
  }
  bool begin_map(std::uint64_t count) override {
    return begin(Kind::kMap, [&](Sink& to) { return to.begin_map(count); });
  }
  bool end_map() override {
    return end([](Sink& to) { return to.end_map(); });
  }
  bool passes_by() override;
  bool charge(std::size_t bytes) override { return inner_.charge(bytes) || inner_failed(); }

 private:
  enum class Kind : std::uint8_t { kList, kObject, kMap };
  enum class State : std::uint8_t { kLooking, kTelling, kFound, kMissing, kFailed };
  struct Level {
    Kind kind;
    bool on_path;
    bool key_next = false;    // of a map
    bool selected = false;    // of a map or object: the value that comes is the next step's
    std::uint64_t index = 0;  // of a list: of the value that comes
  };

  bool selected();
  // Whether an element of the first range was come by that is behind all that it takes.
  [[nodiscard]] bool is_past() const {
    return levels_.size() == first_range_ + 1 && levels_.back().on_path &&
           levels_.back().kind == Kind::kList && is_behind(levels_.back().index - 1);
  }
  [[nodiscard]] bool is_behind(std::uint64_t index) const {
    return index >= static_cast<std::uint64_t>(path_[first_range_].behind);
  }
  [[nodiscard]] bool matches_key(const Level& level, std::string_view text) const {
    return level.on_path && step().may_be_key && step().key == text;
  }
  // What is on the way, and not what the next step is about.
  bool miss() { return levels_.size() > first_range_ || stop(State::kMissing); }
  bool found() {
    was_told_ = true;
    if (first_range_ == path_.size()) return stop(State::kFound);
    state_ = State::kLooking;
    return true;
  }
  // Where the container ends, or the part of it, that the first range takes from.
  bool end_range() { return stop(was_told_ || !took_element_ ? State::kFound : State::kMissing); }
  [[nodiscard]] const PathStep& step() const { return path_[levels_.size() - 1]; }
  // A reader stops for an error only.
  bool stop(State state) {
    state_ = state;
    if (state != State::kFailed) why = Status(Code::kUsage, "nothing more is needed");
    return false;
  }
  bool inner_failed() {
    why = inner_.why;
    position = inner_.position;
    return stop(State::kFailed);
  }
  // A key of a map other than by key(): true, and then it has been dealt with.
  bool at_map_key(bool matches);

  // Something was not told. Below a range that counts: an archive may refer to one object from each
  // of its elements.
  bool pass() { return levels_.size() <= first_range_ || charge(1); }

  template <typename Tell>
  bool tell(Tell&& call) {
    inner_.position = position;
    return call(inner_) || inner_failed();
  }
  template <typename Tell>
  bool leaf(Tell&& call) {
    if (state_ == State::kTelling) return tell(call);
    if (at_map_key(false)) return pass();
    if (!selected()) return is_past() ? end_range() : pass();
    if (levels_.size() != path_.size()) return miss();
    return tell(call) && found();
  }
  template <typename Tell>
  bool begin(Kind kind, Tell&& call) {
    if (state_ == State::kTelling) {
      ++inside_;
      return tell(call);
    }
    const bool is_key = at_map_key(false);
    const bool on_path = !is_key && selected();
    if (!is_key && !on_path && is_past()) return end_range();
    if (on_path && levels_.size() == path_.size()) {
      state_ = State::kTelling;
      inside_ = 1;
      return tell(call);
    }
    levels_.push_back({.kind = kind, .on_path = on_path, .key_next = kind == Kind::kMap});
    return pass();
  }
  template <typename Tell>
  bool end(Tell&& call) {
    if (state_ == State::kTelling) {
      if (!tell(call)) return false;
      return --inside_ != 0 || found();
    }
    const bool on_path = levels_.back().on_path;
    const bool is_list = levels_.back().kind == Kind::kList;
    levels_.pop_back();
    if (!on_path) return true;
    const bool is_range = levels_.size() == first_range_ && first_range_ != path_.size();
    if (is_range && (is_list || path_[first_range_].takes_all())) return end_range();
    return miss();  // its last value was none of it
  }

  const Path& path_;
  Sink& inner_;
  std::vector<Level> levels_;
  std::uint64_t inside_ = 0;   // lists and maps that are open in what is told
  std::size_t first_range_;    // the number of that step; of a path without one, how many there are
  bool took_element_ = false;  // the first range
  bool was_told_ = false;
  State state_ = State::kLooking;
};

}  // namespace fastser::convert
