// SPDX-License-Identifier: MIT
#include "convert/document/texts.hpp"

#include <algorithm>
#include <cstring>

namespace fastser::convert {
namespace {

constexpr std::size_t kFirstTable = 64;
constexpr std::size_t kFirstBlock = 512;
constexpr std::size_t kLargestBlock = std::size_t{1} << 20;

}  // namespace

std::uint32_t Texts::hash(std::string_view text) const {
  if (text.empty()) return 0;
  const std::uint64_t whole = wire::content_hash(text.data(), text.size(), seed_);
  return static_cast<std::uint32_t>(whole ^ (whole >> 32));
}

std::size_t Texts::place(std::string_view text, std::uint32_t hash) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    if (table_[at] == kNone) return at;
    const Entry& one = entries_[table_[at]];
    if (one.hash != hash || one.size != text.size()) continue;
    if (wire::same_content(one.text, text.data(), text.size())) return at;
  }
}

void Texts::grow() {
  std::vector<std::uint32_t> table(std::max(kFirstTable, table_.size() * 2), kNone);
  const std::size_t mask = table.size() - 1;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    std::size_t at = entries_[i].hash & mask;
    while (table[at] != kNone) at = (at + 1) & mask;
    table[at] = i;
  }
  table_ = std::move(table);
}

const char* Texts::keep(std::string_view text) {
  static constexpr char kNothing[kMargin] = {};
  if (text.empty()) return kNothing;
  if (text.size() > left_) {
    block_ = std::max(std::clamp(block_ * 2, kFirstBlock, kLargestBlock), text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_ + kMargin));
    left_ = block_;
  }
  char* const to = blocks_.back().get() + (block_ - left_);
  std::memcpy(to, text.data(), text.size());
  left_ -= text.size();
  return to;
}

std::uint32_t Texts::intern(std::string_view text) {
  if (2 * entries_.size() >= table_.size()) grow();
  const std::uint32_t hash = this->hash(text);
  const std::size_t at = place(text, hash);
  if (table_[at] != kNone) return table_[at];
  const auto number = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({keep(text), text.size(), hash});
  table_[at] = number;
  return number;
}

std::uint32_t Texts::find(std::string_view text) const {
  return table_.empty() ? kNone : table_[place(text, hash(text))];
}

void Texts::clear() {
  entries_.clear();
  table_.clear();
  blocks_.clear();
  block_ = 0;
  left_ = 0;
}

}  // namespace fastser::convert
