// SPDX-License-Identifier: MIT
//
// KeyedItems: the items of a repository in memory: in their order, each found by its key. Items
// stay where they are; an index of iterators leads to them. Nothing here knows of files.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/limits.hpp"

namespace fastser::archive {

inline constexpr std::string_view kKeptFile =
    "the file could not be read, so it is not replaced: reset the repository if its contents may "
    "be lost";
inline constexpr std::string_view kRenamedItem = "an item whose key was changed without update";
inline constexpr std::string_view kKeyTwice = "two items with one key";

/// Of a reload: an item may have hundreds of bytes of fields that are empty, and in the file a few.
inline constexpr Limits kRepositoryLimits{.memory_factor = 1024,
                                          .memory_base = std::size_t{16} << 20};

/// Of an item, in a Status.
inline std::string path_of(std::size_t position) { return "[" + std::to_string(position) + "]"; }

/// K: ordered by operator<, also with what it is looked up by.
template <typename K, typename T>
class KeyedItems {
 public:
  using Items = std::list<T>;
  using Item = typename Items::iterator;

  KeyedItems() = default;
  KeyedItems(KeyedItems&&) noexcept = default;
  KeyedItems& operator=(KeyedItems&&) noexcept = default;
  KeyedItems(const KeyedItems&) = delete;
  KeyedItems& operator=(const KeyedItems&) = delete;
  ~KeyedItems() = default;

  [[nodiscard]] std::size_t count() const noexcept { return index_.size(); }
  [[nodiscard]] const Items& all() const noexcept { return items_; }

  /// Null: there is none.
  template <typename Q>
  [[nodiscard]] T* find(const Q& key) const {
    const auto at = index_.find(key);
    return at == index_.end() ? nullptr : &*at->second;
  }

  /// At the end, or in the place of the one with this key: false then.
  bool add(K key, T item) {
    const auto at = index_.lower_bound(key);
    Items one;
    one.push_back(std::move(item));
    const Item added = one.begin();
    if (at == index_.end() || key < at->first) {
      index_.emplace_hint(at, std::move(key), added);
      items_.splice(items_.end(), one);
      return true;
    }
    items_.splice(at->second, one);
    items_.erase(at->second);
    at->second = added;
    return false;
  }

  /// Calls `change` with the item. By the key that `key_of` then gives it is found, and takes the
  /// place of another one that has it. False: there is no such item.
  template <typename Q, typename Change, typename KeyOf>
  bool update(const Q& key, Change&& change, KeyOf&& key_of) {
    const auto at = index_.find(key);
    if (at == index_.end()) return false;
    std::forward<Change>(change)(*at->second);
    rename(at, key_of(std::as_const(*at->second)));
    return true;
  }

  template <typename Q>
  bool remove(const Q& key) {
    const auto at = index_.find(key);
    if (at == index_.end()) return false;
    items_.erase(at->second);
    index_.erase(at);
    return true;
  }
  void clear() noexcept {
    index_.clear();
    items_.clear();
  }

  /// In the place of all that was here; `key_of(item)` gives their keys. The position of the first
  /// item whose key an earlier one has: then nothing is changed.
  template <typename KeyOf>
  [[nodiscard]] std::optional<std::size_t> assign(Items items, KeyOf&& key_of) {
    Index index;
    std::size_t position = 0;
    auto behind = index.end();  // keys that come in their order, or nearly, are not looked for
    for (Item item = items.begin(); item != items.end(); ++item, ++position) {
      behind = index.try_emplace(behind, key_of(*item), item);
      if (index.size() == position) return position;
      ++behind;
    }
    items_ = std::move(items);
    index_ = std::move(index);
    return std::nullopt;
  }

  /// The position of an item that has another key than it is found by.
  template <typename KeyOf>
  [[nodiscard]] std::optional<std::size_t> find_renamed(KeyOf&& key_of) const {
    for (const auto& [key, item] : index_) {
      if (is_same(key, key_of(*item))) continue;
      const auto first = items_.begin();
      return static_cast<std::size_t>(std::distance(first, typename Items::const_iterator(item)));
    }
    return std::nullopt;
  }

 private:
  using Index = std::map<K, Item, std::less<>>;

  static bool is_same(const K& left, const K& right) { return !(left < right) && !(right < left); }

  void rename(typename Index::iterator at, K to) {
    if (is_same(at->first, to)) return;
    auto node = index_.extract(at);
    node.key() = std::move(to);
    const Item item = node.mapped();
    const auto put = index_.insert(std::move(node));
    if (put.inserted) return;
    items_.erase(put.position->second);
    put.position->second = item;
  }

  Items items_;
  Index index_;  // to each of them
};

}  // namespace fastser::archive
