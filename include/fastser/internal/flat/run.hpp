// SPDX-License-Identifier: MIT
//
// One encode, decode or verify from start to end. The root of a FlatBuffer is a table; a T that is
// none is put in a box.
#pragma once

#include <optional>

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/codec/box.hpp"
#include "fastser/internal/flat/options.hpp"

namespace fastser::flat::detail {

template <typename T>
using Root = HeldTable<T>;

template <typename T>
[[nodiscard]] Status run_encode(Buffer& out, const T& value, const EncodeOptions& options) {
  if (!options.identifier.empty() && options.identifier.size() != 4) {
    return Status(Code::kUsage, kBadIdentifier);
  }
  return guarded([&] {
    Builder builder(out);
    builder.limit_depth(options.depth);
    std::optional<SharedPool> pool;
    if (options.share_texts || options.share_objects) builder.shared = &pool.emplace();
    builder.share_texts = options.share_texts;
    const Offset root = Root<T>::encode(value, builder);
    return builder.finish(root, options.identifier);
  });
}

template <typename T>
[[nodiscard]] Status run_decode(BytesView bytes, T& value, const DecodeOptions& options) {
  return guarded([&] {
    Reader reader(bytes, options.limits, false);
    const Position root = reader.root(options.identifier);
    if (root != 0) static_cast<void>(Root<T>::decode(value, root, reader));
    return reader.status();
  });
}

}  // namespace fastser::flat::detail
