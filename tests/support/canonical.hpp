// SPDX-License-Identifier: MIT
//
// What a reader tells, as text in which the order of the keys of objects does not count: for
// conversions that keep values but not that order.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "convert/document/sink.hpp"
#include "convert/msgpack/reader.hpp"
#include "fastser/limits.hpp"

namespace fastser::testing {

class Canonical final : public convert::Sink {
 public:
  [[nodiscard]] const std::string& text() const { return levels_[0].values[0].second; }

  bool null() override { return value("null"); }
  bool boolean(bool value) override { return this->value(value ? "true" : "false"); }
  bool integer(std::uint64_t bits, bool negative) override {
    return value((negative ? "i-" : "i") + std::to_string(bits));
  }
  bool f32(std::uint32_t bits) override { return value("f" + std::to_string(bits)); }
  bool f64(std::uint64_t bits) override { return value("d" + std::to_string(bits)); }
  bool text(std::string_view text) override { return value(counted('t', text)); }
  bool data(BytesView data) override { return value(counted('b', chars(data))); }
  bool moment(std::int64_t seconds, std::uint32_t nanoseconds) override {
    return value("m" + std::to_string(seconds) + "." + std::to_string(nanoseconds));
  }
  bool ext(std::int8_t type, BytesView data) override {
    return value("e" + std::to_string(type) + counted(':', chars(data)));
  }
  bool begin_list(std::uint64_t) override { return open(); }
  bool end_list() override { return close('[', false); }
  bool begin_object(std::uint64_t, bool) override { return open(); }
  bool key(std::string_view text) override {
    levels_.back().key = counted('k', text);
    return true;
  }
  bool end_object() override { return close('{', true); }
  bool begin_map(std::uint64_t) override { return open(); }
  bool end_map() override { return close('(', false); }
  bool charge(std::size_t) override { return true; }

 private:
  struct Level {
    std::string key;
    std::vector<std::pair<std::string, std::string>> values;
  };
  static std::string counted(char kind, std::string_view text) {
    return kind + std::to_string(text.size()) + ":" + std::string(text);
  }
  static std::string_view chars(BytesView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  bool value(std::string text) {
    levels_.back().values.emplace_back(std::move(levels_.back().key), std::move(text));
    levels_.back().key.clear();
    return true;
  }
  bool open() {
    levels_.emplace_back();
    return true;
  }
  bool close(char kind, bool sorted) {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    if (sorted) std::sort(level.values.begin(), level.values.end());
    std::string text(1, kind);
    for (const auto& [key, one] : level.values) text += key + one + ",";
    return value(text + ".");
  }

  std::vector<Level> levels_{1};
};

/// Of a sound message.
inline std::string canonical(BytesView message) {
  Canonical sink;
  if (!convert::read_msgpack(message, kMaxDepth, sink).ok()) return "not a message";
  return sink.text();
}

}  // namespace fastser::testing
