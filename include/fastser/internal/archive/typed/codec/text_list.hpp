// SPDX-License-Identifier: MIT
//
// Long lists of texts, and of records whose only values of variable size are texts: adaptive
// sharing asks a sample of them what repeats (text_sample.hpp). Fields in which nothing does are
// left alone, and where that is all of them, the list is written by a codec that looks nothing up.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <limits>

#include "fastser/internal/archive/text_sample.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/base/compiler.hpp"

namespace fastser::archive {

/// How many shared texts an E holds, where it holds nothing else of variable size; else 0.
template <typename E, Flags F>
inline constexpr std::size_t kTexts = [] {
  if constexpr (requires { Codec<E>::template text_count<F>(); }) {
    return Codec<E>::template text_count<F>();
  } else {
    return std::size_t{0};
  }
}();

/// Asks a sample of the list at `first` which of its texts repeat; true when none do. Fields in
/// which none do, beside others in which some do, are told to leave their texts alone.
template <Flags F, typename Iterator>
FASTSER_NOINLINE [[nodiscard]] bool leaves_texts(Iterator first, std::size_t count,
                                                 Encoder& encoder) noexcept {
  using E = std::iter_value_t<Iterator>;
  using Step = typename std::iterator_traits<Iterator>::difference_type;
  constexpr std::size_t kCount = kTexts<E, F>;
  std::array<TextSample, kCount> samples;
  std::array<bool, kCount> repeats = {};
  std::array<std::uint32_t, kCount> slots = {};
  std::size_t repeating = 0;
  for (std::size_t burst = 0; burst < TextSample::kBursts && repeating < kCount; ++burst) {
    const std::size_t start = TextSample::start_of(burst, count);
    for (std::size_t i = start; i < start + TextSample::kBurst; ++i) {
      std::size_t field = 0;
      Codec<E>::template each_text<F>(
          first[static_cast<Step>(i)], encoder, [&](const auto& text, std::uint32_t slot) {
            slots[field] = slot;
            if (!repeats[field] &&
                samples[field].add(reinterpret_cast<const char*>(text.data()), text.size())) {
              repeats[field] = true;
              ++repeating;
            }
            ++field;
          });
    }
  }
  if (repeating == 0) return true;
  for (std::size_t field = 0; field < kCount; ++field) {
    if (!repeats[field]) {
      encoder.tables->string_fields.leave_alone(slots[field], static_cast<std::uint32_t>(count));
    }
  }
  return false;
}

/// Whether to ask: a list that pays for it, and whose texts' numbers can be counted.
template <typename E, Flags F>
[[nodiscard]] inline bool asks_texts(std::size_t count, const Encoder& encoder) noexcept {
  return encoder.adaptive && count >= TextSample::kLeastCount &&
         count <= std::numeric_limits<std::uint32_t>::max() / kTexts<E, F>;
}

}  // namespace fastser::archive
