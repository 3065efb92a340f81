// SPDX-License-Identifier: MIT
//
// Repository: keeps items of one type in memory and finds them by a key, one of their members. All
// items are in one file, which is loaded and written as a whole: for instance, when an app starts
// and when it goes to the background.
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
// can also read it as a std::vector<Item>. Other versions of T are read as everywhere
// (docs/versions.md). If the file does not exist, the repository is empty. If the file is damaged
// or cannot be read, that is an error: the items in memory stay, and flush() does not replace the
// file until a reload() succeeds, or you call reset() to give up its contents.
//
// The address of an item does not change until the item is removed or replaced, or reload() or
// reset() is called. Items are const outside of update(), so that their keys cannot change
// unnoticed.
//
// Errors are values: those of archive::load and save. If memory runs out, add() and update() throw
// std::bad_alloc like a standard container. Threads: one at a time per repository. If two
// repositories (or processes) use one file, the last flush() counts.
// Cost: finding, adding and removing take O(log n), for any keys.
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
  /// The limits are wide: what flush() writes, reload() has to read, and an item's empty fields
  /// take a byte each in the file, but their whole size in memory.
  archive::DecodeOptions decode = {.limits = archive::kRepositoryLimits};
  file::LoadOptions load = {};
};

/// K, the key: a type with operator< that can be copied. T, the item: a type that archives can
/// hold, without views of other memory; it need not be copyable.
template <typename K, typename T>
class Repository {
 public:
  /// An empty repository; the file is not read. `key_of` is a member (&Item::identifier), or a
  /// function of `const T&` that returns the same key as long as the item does not change.
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
  /// The item with this key, or null. The key may have another type that can be compared with K.
  template <typename Q = K>
  [[nodiscard]] const T* find(const Q& key) const {
    return items_.find(key);
  }
  template <typename Q = K>
  [[nodiscard]] bool contains(const Q& key) const {
    return items_.find(key) != nullptr;
  }
  /// Whether there are changes that are not in the file yet.
  [[nodiscard]] bool has_changes() const noexcept { return has_changes_; }

  /// Adds the item at the end: true. Or replaces the item with the same key: false.
  bool add(T item) {
    K key = key_of_(item);
    has_changes_ = true;
    return items_.add(std::move(key), std::move(item));
  }

  /// Calls `change` with the item, as a `T&`. If that changes the key, the item is found by the new
  /// key, and an item that had this key before is removed. False: there is no such item.
  /// After an exception (from `change`, or since there is no memory for the new key) the item stays
  /// as it is, and is found by its old key. If that is not its key any more, flush() is an error
  /// until you update the item.
  template <typename Q = K, typename Change>
  bool update(const Q& key, Change&& change) {
    const auto noted = [&](T& item) {
      has_changes_ = true;  // first: after an exception the item may be changed
      std::forward<Change>(change)(item);
    };
    return items_.update(key, noted, key_of_);
  }

  /// Removes the item with this key. False: there is no such item.
  template <typename Q = K>
  bool remove(const Q& key) {
    const bool removed = items_.remove(key);
    has_changes_ = has_changes_ || removed;
    return removed;
  }
  /// Removes the item that has the key of this one.
  bool remove_item(const T& item) { return remove(key_of_(item)); }
  /// Removes all items. If the last reload() failed, this allows flush() to replace the file. The
  /// file stays as it is until flush().
  void reset() noexcept {
    items_.clear();
    has_changes_ = true;
    keeps_file_ = false;
  }

  /// Reads the file and replaces all items, also those with changes. After an error the items stay
  /// as they were. Two items with one key are kMalformed: no repository writes such a file.
  [[nodiscard]] Status reload() {
    using Mistake = schema::MistakeInLoading<archive::Codec, T>;
    if constexpr (Mistake::kIsSound) {
      keeps_file_ = true;  // until all of it was read, whatever T throws meanwhile
      Status status = guarded([&]() -> Status { return read(); });
      keeps_file_ = !status.ok();
      return status;
    } else {
#include "fastser/internal/schema/mistakes.inc"
    }
  }

  /// Writes all items to the file, which is the old one or the new one whatever happens meanwhile.
  /// The items stay in memory. kUsage, and nothing is written: the last reload() failed, or the key
  /// of an item was changed without update() (its path: "[3]").
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
