// SPDX-License-Identifier: MIT
//
// How deep the values of a type may lie in each other, as far as its table says: then nobody needs
// to count while values are written or read. constexpr, for the tables of C++ types.
//
// Objects are looked at each by itself, since how many lie in each other is up to the writer.
// The table is sound: it comes from a TableBuilder.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fastser/internal/archive/depth_rule.hpp"
#include "fastser/type/code.hpp"

namespace fastser::archive {

/// Of types whose values may hold values of the same type, of types that only the payload says, and
/// of what is deeper than anybody reads.
inline constexpr std::uint32_t kNoDepth = 1000;

class DepthOfType {
 public:
  constexpr explicit DepthOfType(std::span<const std::uint8_t> table) : table_(table) {
    const std::uint64_t count = varint();
    for (std::uint64_t i = 0; i < count; ++i) {
      shapes_.push_back({at_, 0, State::kNew});
      pass_shape();
    }
    root_ = at_;
  }

  /// Of the root, where it lies `inside` something; objects count as nothing.
  [[nodiscard]] constexpr std::uint32_t root(Inside inside = Inside::kElement) {
    return at(root_, inside);
  }
  /// Of the deepest object by itself, after root(): 0 if there are none.
  [[nodiscard]] constexpr std::uint32_t objects() {
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {  // each may add further ones
      deepest = std::max(deepest, deeper(at(bodies_[i], Inside::kBody), true));
    }
    return deepest;
  }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kKnown };
  struct Shape {
    std::size_t at;
    std::uint32_t depth;
    State state;
  };

  static constexpr std::uint32_t deeper(std::uint32_t depth, bool counts) {
    return counts && depth < kNoDepth ? depth + 1 : depth;
  }

  constexpr std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = table_[at_++];
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
  }
  constexpr void pass_text() {
    const std::uint64_t size = varint();
    at_ += static_cast<std::size_t>(size);
  }
  constexpr void pass_shape() {
    passing_ = true;
    pass_text();
    varint();
    varint();
    static_cast<void>(entries());
    passing_ = false;
  }

  constexpr std::uint32_t entries() {
    std::uint32_t deepest = 0;
    for (std::uint64_t left = varint(); left != 0; --left) {
      if ((varint() & 1) != 0) pass_text();
      deepest = std::max(deepest, type(Inside::kField));
    }
    return deepest;
  }

  constexpr std::uint32_t at(std::size_t place, Inside inside) {
    const std::size_t outer = at_;
    at_ = place;
    const std::uint32_t depth = type(inside);
    at_ = outer;
    return depth;
  }

  constexpr std::uint32_t shape(std::uint64_t number) {
    if (passing_) return 0;
    Shape& known = shapes_[static_cast<std::size_t>(number)];
    if (known.state == State::kOpen) return kNoDepth;
    if (known.state == State::kKnown) return known.depth;
    known.state = State::kOpen;
    const std::size_t outer = at_;
    at_ = known.at;
    pass_text();
    varint();
    const std::uint64_t super = varint();
    known.depth = entries();
    if (super != 0) known.depth = std::max(known.depth, shape(super - 1));
    at_ = outer;
    known.state = State::kKnown;
    return known.depth;
  }

  /// Of the type at the cursor, which goes on behind it.
  constexpr std::uint32_t type(Inside inside) {
    using schema::TypeCode;
    const auto code = static_cast<TypeCode>(table_[at_++]);
    std::uint32_t depth = 0;
    switch (code) {
      case TypeCode::kOptional: depth = type(Inside::kChoice); break;
      case TypeCode::kList:
      case TypeCode::kSet: depth = type(Inside::kElement); break;
      case TypeCode::kArray:
        depth = type(Inside::kField);
        varint();
        break;
      case TypeCode::kMap:
      case TypeCode::kOrderedMap:
        depth = type(Inside::kElement);
        depth = std::max(depth, type(Inside::kElement));
        break;
      case TypeCode::kVariant:
      case TypeCode::kTuple: {
        const Inside each = code == TypeCode::kTuple ? Inside::kField : Inside::kChoice;
        for (std::uint64_t left = varint(); left != 0; --left) depth = std::max(depth, type(each));
        break;
      }
      case TypeCode::kEnum:
        pass_text();
        ++at_;
        break;
      case TypeCode::kRecord: depth = shape(varint()); break;
      case TypeCode::kBits: varint(); break;
      case TypeCode::kRef: pass_body(); break;
      case TypeCode::kAny:
      case TypeCode::kAnyRecord:
      case TypeCode::kAnyRef:
      case TypeCode::kOwnedAny: return kNoDepth;
      default: break;
    }
    return deeper(depth, counts_as_depth(code, inside));
  }
  constexpr void pass_body() {
    if (!passing_ && std::find(bodies_.begin(), bodies_.end(), at_) == bodies_.end()) {
      bodies_.push_back(at_);
    }
    const bool outer = passing_;
    passing_ = true;
    static_cast<void>(type(Inside::kBody));
    passing_ = outer;
  }

  std::span<const std::uint8_t> table_;
  std::vector<Shape> shapes_;
  std::vector<std::size_t> bodies_;  ///< where types of objects stand
  std::size_t at_ = 0;
  std::size_t root_ = 0;
  bool passing_ = false;  ///< shapes need not be known yet
};

}  // namespace fastser::archive
