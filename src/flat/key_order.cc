// SPDX-License-Identifier: MIT
#include "fastser/internal/flat/key_order.hpp"

#include <array>
#include <cstddef>

namespace fastser::flat {
namespace {

// Below this, comparing is faster than counting.
constexpr std::size_t kRadixFrom = 256;

std::size_t common_prefix(const std::vector<std::string_view>& texts) {
  if (texts.empty()) return 0;
  const std::string_view first = texts.front();
  std::size_t common = first.size();
  for (const std::string_view text : texts) {
    common = std::min(common, text.size());
    std::size_t same = 0;
    while (same < common && text[same] == first[same]) ++same;
    common = same;
  }
  return common;
}

// Shorter texts are filled with zeros.
std::uint64_t prefix_of(std::string_view text, std::size_t from) {
  std::uint64_t prefix = 0;
  const std::size_t size = std::min(text.size() - from, std::size_t{8});
  for (std::size_t i = 0; i < size; ++i) {
    prefix |= std::uint64_t{static_cast<std::uint8_t>(text[from + i])} << (56 - 8 * i);
  }
  return prefix;
}

// By the least byte first, each pass stable.
void radix_sort(std::vector<SortKey>& keys) {
  std::vector<SortKey> other(keys.size());
  std::uint64_t differ = 0;
  for (const SortKey& key : keys) differ |= key.prefix ^ keys.front().prefix;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    if ((differ >> shift & 0xff) == 0) continue;
    std::array<std::uint32_t, 256> place{};
    for (const SortKey& key : keys) ++place[key.prefix >> shift & 0xff];
    std::uint32_t next = 0;
    for (std::uint32_t& at : place) {
      const std::uint32_t count = at;
      at = next;
      next += count;
    }
    for (const SortKey& key : keys) other[place[key.prefix >> shift & 0xff]++] = key;
    keys.swap(other);
  }
}

}  // namespace

void sort_texts(const std::vector<std::string_view>& texts, std::vector<SortKey>& sorted) {
  const std::size_t common = common_prefix(texts);
  sorted.resize(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    sorted[i] = {prefix_of(texts[i], common), static_cast<std::uint32_t>(i)};
  }
  const auto by_prefix = [](const SortKey& a, const SortKey& b) { return a.prefix < b.prefix; };
  if (sorted.size() >= kRadixFrom) {
    radix_sort(sorted);
  } else {
    std::sort(sorted.begin(), sorted.end(), by_prefix);
  }
  const auto by_text = [&](const SortKey& a, const SortKey& b) {
    const int order = texts[a.index].compare(texts[b.index]);
    return order != 0 ? order < 0 : a.index < b.index;
  };
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(first + 1, sorted.end(),
                                   [&](const SortKey& key) { return key.prefix != first->prefix; });
    if (last - first > 1) std::sort(first, last, by_text);
    first = last;
  }
}

}  // namespace fastser::flat
