// SPDX-License-Identifier: MIT
//
// PathSink: a sink that lets one value through, the one at a path, and stops the reader behind it.
// What is not on the way there is passed by, unread where the reader can do that.
#pragma once

#include <cstdint>
#include <vector>

#include "convert/document/sink.hpp"
#include "convert/path/path.hpp"

namespace fastser::convert {

class PathSink final : public Sink {
 public:
  /// Borrows both.
  PathSink(const Path& path, Sink& inner) : path_(path), inner_(inner) {}

  /// What a reader came to, given its status: ok where the value was found and told whole;
  /// kUsage where there is none, with the path as far as there is something.
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

  template <typename Tell>
  bool tell(Tell&& call) {
    inner_.position = position;
    return call(inner_) || inner_failed();
  }
  template <typename Tell>
  bool leaf(Tell&& call) {
    if (state_ == State::kTelling) return tell(call);
    if (at_map_key(false)) return true;
    if (!selected()) return true;
    if (levels_.size() != path_.size()) return stop(State::kMissing);
    return tell(call) && stop(State::kFound);
  }
  template <typename Tell>
  bool begin(Kind kind, Tell&& call) {
    if (state_ == State::kTelling) {
      ++inside_;
      return tell(call);
    }
    const bool is_key = at_map_key(false);
    const bool on_path = !is_key && selected();
    if (on_path && levels_.size() == path_.size()) {
      state_ = State::kTelling;
      inside_ = 1;
      return tell(call);
    }
    levels_.push_back({.kind = kind, .on_path = on_path, .key_next = kind == Kind::kMap});
    return true;
  }
  template <typename Tell>
  bool end(Tell&& call) {
    if (state_ == State::kTelling) {
      if (!tell(call)) return false;
      return --inside_ != 0 || stop(State::kFound);
    }
    const bool on_path = levels_.back().on_path;
    levels_.pop_back();
    return !on_path || stop(State::kMissing);  // its last value was none of it
  }

  const Path& path_;
  Sink& inner_;
  std::vector<Level> levels_;
  std::uint64_t inside_ = 0;  // lists and maps that are open in what is told
  State state_ = State::kLooking;
};

}  // namespace fastser::convert
