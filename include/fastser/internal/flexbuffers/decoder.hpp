// SPDX-License-Identifier: MIT
//
// Decoder: a Source, and what reading it may cost.
//
// Offsets may lead to one place as often as a writer likes, so the size of the input says nothing
// about the size of the value. Everything that is made, and every key that is looked at, is paid
// from one budget for the whole decode that is never refilled: what is referred to twice is paid
// twice.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "fastser/internal/flexbuffers/shape.hpp"
#include "fastser/internal/flexbuffers/source.hpp"
#include "fastser/internal/schema/empty_heap.hpp"
#include "fastser/internal/wire/input.hpp"

namespace fastser::flexbuffers {

class Decoder : public wire::Input {
 public:
  Decoder(BytesView bytes, const Limits& limits) noexcept
      : Input(bytes, limits, bytes.size()), source(bytes), work_(limits.memory_for(bytes.size())) {}

  // All of these are false where they failed.
  [[nodiscard]] bool number(const Raw& raw, Number& number) noexcept;
  [[nodiscard]] bool boolean(const Raw& raw, bool& value) noexcept;
  [[nodiscard]] bool text(const Raw& raw, std::string_view& text) noexcept {
    if (raw.type == kString && source.text(raw, text) == Found::ok) [[likely]] {
      return true;
    }
    return any_text(raw, text);
  }
  [[nodiscard]] bool blob(const Raw& raw, std::string_view& bytes) noexcept;
  [[nodiscard]] bool elements(const Raw& raw, Elements& elements) noexcept;
  /// A vector of exactly so many.
  [[nodiscard]] bool elements(const Raw& raw, Elements& elements, std::size_t count) noexcept;
  [[nodiscard]] bool map(const Raw& raw, Elements& keys, Elements& values) noexcept;

  /// Whether these keys were found to be those of the record type; to be kept in mind as such.
  [[nodiscard]] bool knows(const Shape& shape, const Elements& keys) const noexcept {
    const Match& match = matches_[slot_of(shape)];
    return match.shape == &shape && match.keys == keys.data && match.step == keys.step;
  }
  void remember(const Shape& shape, const Elements& keys) noexcept {
    matches_[slot_of(shape)] = {&shape, keys.data, keys.step};
  }

  /// Pays for memory; for steps that leave nothing.
  [[nodiscard]] bool pay(const Raw& raw, std::size_t count, std::size_t size = 1) noexcept {
    if (charge(count, size)) [[likely]] {
      return true;
    }
    return fail_budget(raw.at) != nullptr;
  }
  /// Pays for the elements of a list.
  template <typename T>
  [[nodiscard]] bool pay_elements(const Raw& raw, std::size_t count) noexcept {
    return schema::charge_elements<T>(*this, count) || fail_budget(raw.at) != nullptr;
  }
  /// Pays for the elements of a set or map.
  template <typename T>
  [[nodiscard]] bool pay_nodes(const Raw& raw, std::size_t count) noexcept {
    return schema::charge_nodes<T>(*this, count) || fail_budget(raw.at) != nullptr;
  }
  [[nodiscard]] bool pay_work(const Raw& raw, std::size_t steps) noexcept {
    if (steps <= work_) [[likely]] {
      work_ -= steps;
      return true;
    }
    return refuse(raw, Code::kOverBudget,
                  "the value takes more steps than DecodeOptions::limits allow");
  }
  [[nodiscard]] bool enter(const Raw& raw) noexcept {
    if (Input::enter()) [[likely]] {
      return true;
    }
    return fail_depth(raw.at) != nullptr;
  }

  /// Keeps the first failure; false, for the caller to return.
  bool refuse(const Raw& raw, Code code, std::string_view message) noexcept {
    fail(code, raw.at, message);
    return false;
  }
  bool mismatch(const Raw& raw, std::string_view message) noexcept {
    return refuse(raw, Code::kTypeMismatch, message);
  }

  // The way to the failure, told by those on it, the innermost first; false, to be returned.
  bool at_name(std::string_view name);
  bool at_index(std::size_t index);

  /// The status with its path.
  [[nodiscard]] Status status() const;

  Source source;

 private:
  /// A vector of keys that was compared with those of a type. As many as there are matches need
  /// not be compared again.
  struct Match {
    const Shape* shape = nullptr;
    Cursor keys = nullptr;
    std::uint8_t step = 0;
  };
  static constexpr std::size_t kMatches = 8;
  static std::size_t slot_of(const Shape& shape) noexcept { return shape.keys[0].hash % kMatches; }

  [[nodiscard]] bool any_text(const Raw& raw, std::string_view& text) noexcept;
  [[nodiscard]] bool check(Found found, const Raw& raw, std::string_view wanted) noexcept;

  std::size_t work_;
  Match matches_[kMatches];
  std::string path_;
  std::size_t shown_ = 0;
};

namespace detail {
/// Whether all of it can be read, as verify() says.
[[nodiscard]] bool is_sound(BytesView bytes);
}  // namespace detail

}  // namespace fastser::flexbuffers
