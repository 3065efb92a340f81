// SPDX-License-Identifier: MIT
//
// Regions of bytes, each with what it is, and their text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"

namespace fastser::convert {

/// Longer lists of numbers are one region, if not all is to be shown.
inline constexpr std::size_t kFewNumbers = 20;

class Regions {
 public:
  /// `all`: every byte of long regions is shown.
  explicit Regions(bool all) : all_(all) {}

  /// `path`: of the value that the bytes belong to; may be empty. Regions of no bytes are left out.
  void add(std::size_t offset, std::size_t size, std::string_view path, std::string what);
  /// How much memory they and their text take, about.
  [[nodiscard]] std::size_t memory() const { return memory_; }

  /// In the order of the bytes, with what lies between them; bytes of more than one region come
  /// again.
  [[nodiscard]] std::string text(BytesView bytes) const;

 private:
  struct Region {
    std::size_t offset;
    std::size_t size;
    std::string what;
  };
  [[nodiscard]] std::size_t shown(std::size_t size) const;
  void append(std::string& out, BytesView bytes, std::size_t offset, std::size_t size,
              std::string_view what) const;

  bool all_;
  std::vector<Region> regions_;
  std::size_t memory_ = 0;
};

/// "0x1C".
[[nodiscard]] std::string hex_offset(std::size_t offset);

}  // namespace fastser::convert
