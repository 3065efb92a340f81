// SPDX-License-Identifier: MIT
//
// ForwardingSink: stands in front of another sink and passes on everything. Sinks that change or
// watch some of it derive from this one and override that alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "convert/document/sink.hpp"

namespace fastser::convert {

struct NotWatched {
  void operator()(std::size_t /*position*/) const noexcept {}
};

/// `Watch` is called with the position of each value before it is passed on.
template <typename Watch = NotWatched>
class ForwardingSink : public Sink {
 public:
  /// Borrows it.
  explicit ForwardingSink(Sink& next, Watch watch = {}) : next_(next), watch_(std::move(watch)) {}

  bool null() override { return passed(at().null()); }
  bool boolean(bool value) override { return passed(at().boolean(value)); }
  bool integer(std::uint64_t bits, bool negative) override {
    return passed(at().integer(bits, negative));
  }
  bool f32(std::uint32_t bits) override { return passed(at().f32(bits)); }
  bool f64(std::uint64_t bits) override { return passed(at().f64(bits)); }
  bool real(double value) override { return passed(at().real(value)); }
  bool inexact(double value) override { return passed(at().inexact(value)); }
  bool text(std::string_view text) override { return passed(at().text(text)); }
  bool data(BytesView data) override { return passed(at().data(data)); }
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override {
    return passed(at().moment(seconds, nanoseconds));
  }
  bool ext(std::int8_t type, BytesView data) override { return passed(at().ext(type, data)); }
  bool decimal(BytesView bytes) override { return passed(at().decimal(bytes)); }
  bool apple_date(double date) override { return passed(at().apple_date(date)); }
  bool no_moment() override { return passed(at().no_moment()); }
  bool begin_list(std::uint64_t count) override { return passed(at().begin_list(count)); }
  bool end_list() override { return passed(at().end_list()); }
  bool begin_object(std::uint64_t count, bool distinct) override {
    return passed(at().begin_object(count, distinct));
  }
  bool key(std::string_view text) override { return passed(at().key(text)); }
  bool end_object() override { return passed(at().end_object()); }
  bool begin_map(std::uint64_t count) override { return passed(at().begin_map(count)); }
  bool end_map() override { return passed(at().end_map()); }
  bool passes_by() override { return at().passes_by(); }
  bool choice(std::uint64_t index) override { return passed(at().choice(index)); }
  bool inline_type(BytesView type) override { return passed(at().inline_type(type)); }
  bool charge(std::size_t bytes) override { return passed(at().charge(bytes)); }

 protected:
  /// The next sink, which is told where the value is.
  Sink& at() {
    watch_(position);
    next_.position = position;
    return next_;
  }
  /// What the next sink answered, and why.
  bool passed(bool go_on) {
    if (go_on) return true;
    why = next_.why;
    position = next_.position;
    return false;
  }

 private:
  Sink& next_;
  Watch watch_;
};

}  // namespace fastser::convert
