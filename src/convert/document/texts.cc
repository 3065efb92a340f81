// SPDX-License-Identifier: MIT
#include "convert/document/texts.hpp"

#include <algorithm>
#include <cstring>

#include "base/large_pages.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kFirstTable = 64;
constexpr std::size_t kFirstBlock = 512;
constexpr std::size_t kLargestBlock = kLeastForLargePages;
constexpr std::size_t kFirstEntries = 64;

}  // namespace

std::size_t Texts::place(std::string_view text, std::uint32_t hash) const {
  for (std::size_t at = first_place(hash);; at = next_place(at)) {
    const Place& place = table_[at];
    if (place.number == kNone) return at;
    if (place.hash != hash) continue;
    const Entry& one = entries_[place.number];
    if (one.size != text.size()) continue;
    if (wire::same_content(one.text, text.data(), text.size())) return at;
  }
}

// In the order of the table: places that are near stay near, and no text is looked at.
void Texts::grow() {
  const std::size_t size = std::max(kFirstTable, table_.size() * 2);
  std::vector<Place> table;
  reserve_in_large_pages(table, size);
  table.assign(size, Place{0, kNone});
  const std::size_t mask = size - 1;
  for (const Place& place : table_) {
    if (place.number == kNone) continue;
    std::size_t at = place.hash & mask;
    while (table[at].number != kNone) at = (at + 1) & mask;
    table[at] = place;
  }
  table_ = std::move(table);
}

const char* Texts::keep(std::string_view text) {
  static constexpr char kNothing[kMargin] = {};
  if (text.empty()) return kNothing;
  if (text.size() > left_) {
    block_ = std::max(std::clamp(block_ * 2, kFirstBlock, kLargestBlock), text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_ + kMargin));
    want_large_pages(blocks_.back().get(), block_);
    left_ = block_;
  }
  char* const to = blocks_.back().get() + (block_ - left_);
  std::memcpy(to, text.data(), text.size());
  left_ -= text.size();
  return to;
}

void Texts::grow_entries() {
  std::vector<Entry> entries;
  reserve_in_large_pages(entries, std::max(kFirstEntries, entries_.size() * 2));
  entries.assign(entries_.begin(), entries_.end());
  entries_ = std::move(entries);
}

bool Texts::add(std::string_view text, std::uint32_t hash, std::uint32_t& number) {
  if (2 * entries_.size() >= table_.size()) grow();
  if (entries_.size() == entries_.capacity()) grow_entries();
  Place& place = table_[this->place(text, hash)];
  number = place.number;
  if (number != kNone) return false;
  number = static_cast<std::uint32_t>(entries_.size());
  place = {hash, number};
  entries_.push_back({text.data(), text.size()});
  bytes_ += text.size();
  return true;
}

std::uint32_t Texts::intern(std::string_view text, std::uint32_t hash) {
  std::uint32_t number = kNone;
  if (add(text, hash, number)) entries_[number].text = keep(text);
  return number;
}

std::uint32_t Texts::intern_lasting(std::string_view text, std::uint32_t hash) {
  std::uint32_t number = kNone;
  static_cast<void>(add(text, hash, number));
  return number;
}

std::uint32_t Texts::find(std::string_view text) const {
  return table_.empty() ? kNone : table_[place(text, hash(text))].number;
}

void Texts::clear() {
  entries_.clear();
  table_.clear();
  blocks_.clear();
  block_ = 0;
  left_ = 0;
  bytes_ = 0;
}

}  // namespace fastser::convert
