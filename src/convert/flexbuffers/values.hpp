// SPDX-License-Identifier: MIT
//
// FlexValues: single values of a document as FlexBuffers. A writer of FlexBuffers has tables as
// long as the document has texts; most values that are embedded are small, and there are many. So
// small values are copied into a document of their own, which is used again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "convert/document/dom.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

class FlexValues {
 public:
  explicit FlexValues(const Document& document) : document_(document) {}

  /// The value of a node, in place of what `out` held. As write_flexbuffer; cost in proportion to
  /// the value.
  Status write(std::uint32_t node, Buffer& out);

 private:
  void copy(std::uint32_t node);

  static constexpr std::size_t kMostTexts = 256;  // a larger copy is not used again

  const Document& document_;
  std::unique_ptr<Document> copy_;
};

}  // namespace fastser::convert
