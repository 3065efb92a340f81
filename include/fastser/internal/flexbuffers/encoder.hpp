// SPDX-License-Identifier: MIT
//
// Encoder: writes what is inside before what holds it, as FlexBuffers want it. A value that was
// written, or a scalar that is still to be, is a Slot; the slots of a vector or map are turned into
// its elements when the last is there.
//
// Widths: all elements of a vector are as wide as the widest. Where scalars alone would make it
// wide, they are written apart (indirect) if that is smaller.
//
// Keys: each text once per message. The vector of a record's keys is written once, and again only
// where the way back to it would make a small record wide.
//
// Errors are kept and reported by finish(), as wire::Output does: writing has no error branches.
// Invariant: positions count from the start of the message, to which everything is aligned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "fastser/internal/flexbuffers/format.hpp"
#include "fastser/internal/flexbuffers/pool.hpp"
#include "fastser/internal/flexbuffers/shape.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/limits.hpp"

namespace fastser::flexbuffers {

struct Slot {
  std::uint64_t bits = 0;  ///< scalar: the number, a float as a double; else its position
  Type type = kNull;
  std::uint8_t step = 0;  ///< scalar: the smallest width; else the width inside
};

/// A vector of keys in the output.
struct KeyVector {
  std::size_t position = 0;
  std::uint8_t step = 0;
};

class Encoder {
 public:
  explicit Encoder(Buffer& out) noexcept : out_(out), cur_(out_.start()) {}
  explicit Encoder(std::span<std::byte> memory) noexcept : out_(memory), cur_(out_.start()) {}
  Encoder() noexcept : cur_(out_.start()) {}

  [[nodiscard]] static Slot scalar(bool value) noexcept { return {value ? 1U : 0U, kBool, 0}; }
  [[nodiscard]] static Slot scalar(std::int64_t value) noexcept {
    return {static_cast<std::uint64_t>(value), kInt, static_cast<std::uint8_t>(step_of_int(value))};
  }
  [[nodiscard]] static Slot scalar(std::uint64_t value) noexcept {
    return {value, kUint, static_cast<std::uint8_t>(step_of(value))};
  }
  [[nodiscard]] static Slot scalar(const float& value) noexcept;
  [[nodiscard]] static Slot scalar(const double& value) noexcept;

  /// While a Passing lives, texts and keys are part of a value made for the moment, as the UTF-8 of
  /// a text in UTF-16: it is gone before the message is finished.
  class Passing {
   public:
    explicit Passing(Encoder& encoder) noexcept : encoder_(encoder) {
      encoder_.keys_.begin_passing();
      encoder_.strings_.begin_passing();
    }
    Passing(const Passing&) = delete;
    Passing& operator=(const Passing&) = delete;
    ~Passing() {
      encoder_.keys_.end_passing();
      encoder_.strings_.end_passing();
    }

   private:
    Encoder& encoder_;
  };

  /// A text that lives until the message is finished, or is part of a passing value: later ones are
  /// compared with it.
  [[nodiscard]] Slot put_string(std::string_view text) {
    if (text.size() <= 0xFF && !share_strings && out_.room(cur_) > text.size() + 2) [[likely]] {
      const std::size_t at = position() + 1;
      *cur_ = static_cast<std::byte>(text.size());
      if (!text.empty()) std::memcpy(cur_ + 1, text.data(), text.size());
      cur_[1 + text.size()] = std::byte{0};
      cur_ += text.size() + 2;
      return {at, kString, 0};
    }
    return put_any_string(text);
  }
  /// A text that is gone before the message is finished: never shared.
  [[nodiscard]] Slot put_passing(std::string_view text) noexcept;
  [[nodiscard]] Slot put_blob(const void* from, std::size_t size) noexcept;
  /// A text without a zero byte, which lives as long.
  [[nodiscard]] Slot put_key(std::string_view text, std::uint32_t hash);

  /// The head of a typed vector of `count` elements of that width, which the caller then writes.
  [[nodiscard]] Slot start_typed(Type element, std::size_t count, unsigned step) noexcept;
  /// One element of it: its bits; a scalar.
  void put_element(std::uint64_t bits, unsigned step) noexcept { store(bits, step); }
  void put_scalar(const Slot& slot, unsigned step) noexcept {
    store(slot.type == kFloat ? bits_of(slot, 0, step) : slot.bits, step);
  }
  void put_bytes(const void* from, std::size_t size) noexcept {
    cur_ = out_.put_bytes(cur_, from, size);
  }

  /// The vector, map or record of the slots; they are changed. `keys`: slots of the keys, sorted;
  /// for a record room for as many.
  [[nodiscard]] Slot end_vector(Slot* slots, std::size_t count) noexcept;
  [[nodiscard]] Slot end_map(Slot* keys, Slot* slots, std::size_t count) noexcept;
  [[nodiscard]] Slot end_record(Slot* slots, Slot* keys, const Shape& shape);
  /// A vector of keys for several maps; a map with it. try_map: with one that was written before,
  /// unless the way back to it costs more than new ones would; then nothing is written.
  [[nodiscard]] KeyVector put_keys(const Slot* keys, std::size_t count) noexcept;
  [[nodiscard]] Slot end_map(const KeyVector& keys, Slot* slots, std::size_t count) noexcept;
  [[nodiscard]] bool try_map(const KeyVector& keys, Slot* slots, std::size_t count,
                             Slot& map) noexcept;
  /// A scalar written by itself (indirect): its width is then its own.
  [[nodiscard]] Slot put_apart(const Slot& scalar) noexcept;
  /// How far back from here something lies that was written.
  [[nodiscard]] std::size_t distance(std::size_t there) const noexcept {
    return position() - there;
  }

  void expect(std::size_t size) noexcept { out_.expect(cur_, size); }
  void fail(Code code, std::string_view message) noexcept { out_.fail(cur_, code, message); }
  [[nodiscard]] Status finish(const Slot& root, std::size_t& written) noexcept;

  /// Entering what the caller's type may nest without end. False, and failed, when too deep.
  [[nodiscard]] bool enter() noexcept;
  void leave() noexcept { --depth_; }
  /// How deep values may nest, before the first is entered.
  void limit_depth(std::uint32_t most) noexcept {
    max_depth_ = most < kMaxDepth ? most : kMaxDepth;
  }
  /// Pays for one more object behind a shared pointer.
  [[nodiscard]] bool expand() noexcept;

  bool share_strings = false;
  std::size_t expansions = 0;  ///< objects behind shared pointers that may still be written
  std::vector<Slot> stack;     ///< slots of vectors and maps that are not finished

 private:
  /// How a vector or map is going to be laid out; kNone: not at that width.
  struct Plan {
    std::size_t end = kNone;
    unsigned step = 0;
  };
  struct Known {
    const Shape* shape = nullptr;
    KeyVector keys;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::size_t kKnownInline = 8;

  [[nodiscard]] std::size_t position() const noexcept { return out_.used(cur_); }
  void store(std::uint64_t bits, unsigned step) noexcept {
    cur_ = out_.ensure(cur_, sizeof bits);
    wire::store_le(cur_, bits);  // more than wanted; what is behind it comes later
    cur_ += std::size_t{1} << step;
  }
  void align(unsigned step) noexcept {
    cur_ = out_.ensure(cur_, sizeof(std::uint64_t));
    wire::store_le(cur_, std::uint64_t{0});
    cur_ += (0 - position()) & ((std::size_t{1} << step) - 1);
  }
  [[nodiscard]] Slot put_any_string(std::string_view text);
  [[nodiscard]] Plan plan(const Slot* slots, std::size_t count, const KeyVector* keys,
                          std::size_t prefix) const noexcept;
  [[nodiscard]] Slot put_vector(Slot* slots, std::size_t count, const KeyVector* keys,
                                const Plan& plan) noexcept;
  void put_indirect(Slot* slots, std::size_t count, unsigned step) noexcept;
  /// What is written for a slot at that position.
  [[nodiscard]] static std::uint64_t bits_of(const Slot& slot, std::size_t at,
                                             unsigned step) noexcept;
  void put_slots(const Slot* slots, std::size_t count, unsigned step) noexcept;
  void put_types(const Slot* slots, std::size_t count, unsigned step) noexcept;
  [[nodiscard]] Known& known(const Shape& shape);
  [[nodiscard]] KeyVector put_shape(const Shape& shape, Slot* keys);

  wire::Output out_;
  std::byte* cur_;
  std::uint32_t depth_ = 0;
  std::uint32_t max_depth_ = kMaxDepth;
  std::size_t known_count_ = 0;
  Known known_[kKnownInline];
  std::vector<Known> more_known_;
  Pool keys_;
  Pool strings_;
};

}  // namespace fastser::flexbuffers
