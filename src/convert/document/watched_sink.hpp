// SPDX-License-Identifier: MIT
//
// WatchedSink: a sink that passes on everything, and tells a Progress how far the reader is: for
// sinks that do not tell themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "convert/document/sink.hpp"
#include "convert/progress.hpp"

namespace fastser::convert {

class WatchedSink final : public Sink {
 public:
  /// Borrows both. `size`: of the input.
  WatchedSink(Sink& inner, const Progress& progress, std::size_t size)
      : inner_(inner), progress_(progress), size_(size) {}

  bool null() override {
    return tell([](Sink& to) { return to.null(); });
  }
  bool boolean(bool value) override {
    return tell([&](Sink& to) { return to.boolean(value); });
  }
  bool integer(std::uint64_t bits, bool negative) override {
    return tell([&](Sink& to) { return to.integer(bits, negative); });
  }
  bool f32(std::uint32_t bits) override {
    return tell([&](Sink& to) { return to.f32(bits); });
  }
  bool f64(std::uint64_t bits) override {
    return tell([&](Sink& to) { return to.f64(bits); });
  }
  bool real(double value) override {
    return tell([&](Sink& to) { return to.real(value); });
  }
  bool inexact(double value) override {
    return tell([&](Sink& to) { return to.inexact(value); });
  }
  bool text(std::string_view text) override {
    return tell([&](Sink& to) { return to.text(text); });
  }
  bool data(BytesView data) override {
    return tell([&](Sink& to) { return to.data(data); });
  }
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override {
    return tell([&](Sink& to) { return to.moment(seconds, nanoseconds); });
  }
  bool ext(std::int8_t type, BytesView data) override {
    return tell([&](Sink& to) { return to.ext(type, data); });
  }
  bool decimal(BytesView bytes) override {
    return tell([&](Sink& to) { return to.decimal(bytes); });
  }
  bool apple_date(double date) override {
    return tell([&](Sink& to) { return to.apple_date(date); });
  }
  bool no_moment() override {
    return tell([](Sink& to) { return to.no_moment(); });
  }
  bool begin_list(std::uint64_t count) override {
    return tell([&](Sink& to) { return to.begin_list(count); });
  }
  bool end_list() override {
    return tell([](Sink& to) { return to.end_list(); });
  }
  bool begin_object(std::uint64_t count, bool distinct) override {
    return tell([&](Sink& to) { return to.begin_object(count, distinct); });
  }
  bool key(std::string_view text) override {
    return tell([&](Sink& to) { return to.key(text); });
  }
  bool end_object() override {
    return tell([](Sink& to) { return to.end_object(); });
  }
  bool begin_map(std::uint64_t count) override {
    return tell([&](Sink& to) { return to.begin_map(count); });
  }
  bool end_map() override {
    return tell([](Sink& to) { return to.end_map(); });
  }
  bool choice(std::uint64_t index) override {
    return tell([&](Sink& to) { return to.choice(index); });
  }
  bool charge(std::size_t bytes) override {
    return tell([&](Sink& to) { return to.charge(bytes); });
  }
  bool passes_by() override {
    count();
    inner_.position = position;
    return inner_.passes_by();
  }

 private:
  void count() {
    if (--left_ != 0) return;
    progress_.tell(Progress::kStarted, Progress::kRead, position, size_);
    left_ = Progress::kEach;
  }
  template <typename Call>
  bool tell(Call&& call) {
    count();
    inner_.position = position;
    if (call(inner_)) return true;
    why = inner_.why;
    position = inner_.position;
    return false;
  }

  Sink& inner_;
  const Progress& progress_;
  std::size_t size_;
  std::size_t left_ = Progress::kEach;
};

}  // namespace fastser::convert
