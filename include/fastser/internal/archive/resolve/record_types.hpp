// SPDX-License-Identifier: MIT
//
// RecordTypes: the type expression "record n" for every shape of a table, as bytes one can point
// at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fastser/internal/schema/type_table.hpp"
#include "fastser/type/code.hpp"

namespace fastser::archive {

class RecordTypes {
 public:
  RecordTypes() = default;
  explicit RecordTypes(std::size_t shapes) : bytes_(shapes * kStride) {
    for (std::size_t i = 0; i < shapes; ++i) {
      std::byte* at = bytes_.data() + i * kStride;
      at[0] = static_cast<std::byte>(schema::TypeCode::kRef);
      at[1] = static_cast<std::byte>(schema::TypeCode::kRecord);
      std::size_t rest = i;
      for (std::size_t k = 2; k < kStride; ++k, rest >>= 7) {  // a varint padded to five bytes
        at[k] = static_cast<std::byte>((rest & 0x7F) | (k + 1 < kStride ? 0x80U : 0U));
      }
    }
  }
  [[nodiscard]] schema::TypeExpr expr(std::uint32_t shape) const noexcept {
    return {bytes_.data() + shape * kStride + 1, bytes_.data() + bytes_.size()};
  }
  /// A ref to such a record.
  [[nodiscard]] schema::TypeExpr ref_expr(std::uint32_t shape) const noexcept {
    return {bytes_.data() + shape * kStride, bytes_.data() + bytes_.size()};
  }

  [[nodiscard]] BytesView bytes() const noexcept { return {bytes_.data(), bytes_.size()}; }

 private:
  static constexpr std::size_t kStride = 7;
  std::vector<std::byte> bytes_;
};

}  // namespace fastser::archive
