// SPDX-License-Identifier: MIT
//
// Repository: values of one type in memory, found by one of their members, in one file that is
// loaded as a whole and written as a whole: at launch, and when an app goes to the background.
//
//   struct Item { std::string identifier; std::uint32_t views = 0; };
//
//   fastser::Repository<std::string, Item> items("items.fsr", &Item::identifier);
//   fastser::Status status = items.reload();
//   items.add({"item 1", 0});
//   items.update("item 1", [](Item& item) { ++item.views; });
//   if (const Item* item = items.find("item 1")) ...
//   status = items.flush();
//
// The file is the archive of a list of the items, in their order, with a checksum: archive::load
// reads it as a std::vector<Item> as well. Other versions of T are read as everywhere
// (docs/versions.md). A file that is missing is an empty repository. One that is damaged, or cannot
// be read, is an error, and stays: what is in memory stays too, and flush() refuses to write over
// that file until a reload() succeeds or reset() says that its contents are given up.
//
// Items stay where they are in memory until they are removed or replaced, or reload() or reset() is
// called. They are const outside of update(), so that their keys stay what they are known by.
//
// Errors are values: those of archive::load and save. Out of memory in add() and update() is the
// std::bad_alloc of a standard container. Threads: one at a time per repository. Of two
// repositories (or processes) of one file the last flush() counts.
// Cost: finding, adding and removing O(log n), whatever the keys are.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <functional>
#include <list>
#include <utility>

#include "fastser/archive.hpp"
#include "fastser/file.hpp"
#include "fastser/internal/archive/keyed_items.hpp"
#include "fastser/internal/base/guarded.hpp"

namespace fastser {

struct RepositoryOptions {
  archive::EncodeOptions encode = archive::kForFiles;
  archive::DecodeOptions decode = {};
  file::LoadOptions load = {};
};

/// K: an ordered value (operator<) that can be copied. T: a type that an archive holds and that
/// owns what it holds; it need not be copyable.
template <typename K, typename T>
class Repository {
 public:
  /// An empty repository; the file is not looked at. `key_of` is a member (&Item::identifier), or a
  /// function from `const T&` that gives the same key as long as the item does not change.
  Repository(const file::Path& path, std::function<K(const T&)> key_of,
             RepositoryOptions options = {})
      : path_(path), key_of_(std::move(key_of)), options_(std::move(options)) {}
  Repository(Repository&&) noexcept = default;
  Repository& operator=(Repository&&) noexcept = default;
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;
  ~Repository() = default;

  [[nodiscard]] std::size_t count() const noexcept { return items_.count(); }
  /// All items, in the order in which they were added.
  [[nodiscard]] const std::list<T>& all() const noexcept { return items_.all(); }
  /// The item with this key, or null. Keys may also be of another type that compares with K.
  template <typename Q = K>
  [[nodiscard]] const T* find(const Q& key) const {
    return items_.find(key);
  }
  template <typename Q = K>
  [[nodiscard]] bool contains(const Q& key) const {
    return items_.find(key) != nullptr;
  }
  /// Whether something was done to the items that is in no file yet.
  [[nodiscard]] bool has_changes() const noexcept { return has_changes_; }

  /// Puts the item at the end, or in the place of one with the same key: false then.
  bool add(T item) {
    K key = key_of_(item);
    has_changes_ = true;
    return items_.add(std::move(key), std::move(item));
  }

  /// Calls `change` with the item, as a `T&`. If its key is another one then, it is found by that,
  /// and takes the place of an item that had it before. False: there is no such item.
  /// An exception (of the change, or where there is no memory for the new key) leaves the item as
  /// it is then, under its old key. If that is no longer its own, flush() says so until an update.
  template <typename Q = K, typename Change>
  bool update(const Q& key, Change&& change) {
    const bool updated = items_.update(key, std::forward<Change>(change), key_of_);
    has_changes_ = has_changes_ || updated;
    return updated;
  }

  /// False: there is no such item.
  template <typename Q = K>
  bool remove(const Q& key) {
    const bool removed = items_.remove(key);
    has_changes_ = has_changes_ || removed;
    return removed;
  }
  /// The one that has this item's key.
  bool remove_item(const T& item) { return remove(key_of_(item)); }
  /// Removes all items, and gives up what a file has that could not be read. The file stays as it
  /// is until flush().
  void reset() noexcept {
    items_.clear();
    has_changes_ = true;
    keeps_file_ = false;
  }

  /// Reads the file; what was here, changes included, is replaced. On an error it stays. Two items
  /// with one key are kMalformed: no repository writes such a file.
  [[nodiscard]] Status reload() {
    Status status = guarded([&]() -> Status { return read(); });
    keeps_file_ = !status.ok();
    return status;
  }

  /// Writes the file, which is the old one or the new one whatever happens meanwhile; the items
  /// stay in memory. kUsage, and nothing is written: the last reload() failed, or an item has
  /// another key than it is known by (its path: "[3]").
  [[nodiscard]] Status flush() {
    return guarded([&]() -> Status {
      if (keeps_file_) return Status(Code::kUsage, archive::kKeptFile);
      if (const auto renamed = items_.find_renamed(key_of_)) {
        return Status(Code::kUsage, archive::kRenamedItem).with_path(archive::path_of(*renamed));
      }
      FASTSER_TRY(archive::save(path_, items_.all(), options_.encode));
      has_changes_ = false;
      return {};
    });
  }

 private:
  [[nodiscard]] Status read() {
    Buffer bytes;
    bool found = false;
    std::list<T> items;
    FASTSER_TRY(file::load_if_there(path_, bytes, found, options_.load));
    if (found) FASTSER_TRY(archive::decode_into(bytes.view(), items, options_.decode));
    if (const auto twice = items_.assign(std::move(items), key_of_)) {
      return Status(Code::kMalformed, archive::kKeyTwice).with_path(archive::path_of(*twice));
    }
    has_changes_ = false;
    return {};
  }

  file::Path path_;
  std::function<K(const T&)> key_of_;
  RepositoryOptions options_;
  archive::KeyedItems<K, T> items_;
  bool has_changes_ = false;
  bool keeps_file_ = false;  // its contents could not be read, and are not to be lost
};

}  // namespace fastser
