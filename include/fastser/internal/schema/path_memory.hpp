// SPDX-License-Identifier: MIT
//
// What a std::filesystem::path takes in memory, which is much more than its text: libstdc++ keeps
// each part of it as a path of its own. The type is a parameter: <filesystem> takes compilers long.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "fastser/internal/schema/assign_bytes.hpp"

namespace fastser::schema {

/// Pays for a path of this text, from anything that has charge(size) and charge(count, size). The
/// text is there twice for a moment; and so are, in libstdc++, the parts of a path of many.
template <typename Path, typename Payer>
[[nodiscard]] bool charge_path(Payer& payer, std::string_view text) {
  constexpr std::size_t kPart = sizeof(Path) + 2 * sizeof(void*);
  constexpr std::size_t kFew = 64;  // for which room is made once; else by halves
  const auto separators = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c == '/' || c == '\\'; }));
  return payer.charge(2 * bytes_memory<std::string>(text.size())) &&
         payer.charge(separators, separators < kFew ? kPart : kPart * 5 / 2);
}

}  // namespace fastser::schema
