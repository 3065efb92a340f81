// SPDX-License-Identifier: MIT
//
// A repository of the C interface, called in any order, beside a map that does the same. Its file
// is written by flush, or by a stranger. Made when it is called first.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "fastser/fastser.h"
#include "fuzz/target.hpp"

namespace fastser::fuzzing {

class RepositoryCalls {
 public:
  RepositoryCalls() = default;
  RepositoryCalls(const RepositoryCalls&) = delete;
  RepositoryCalls& operator=(const RepositoryCalls&) = delete;
  ~RepositoryCalls() {
    fastser_repository_destroy(repository_);
    if (repository_ != nullptr) remove_file();
  }

  /// One call, chosen by `what`. `bytes` are a text, and what a stranger writes.
  void call(unsigned what, std::uint8_t a, std::uint8_t b, std::string_view bytes) {
    if (repository_ == nullptr) make();
    const fastser_item_key key = {a >= 240 ? 1 : 0, a % 8, {nullptr, 0}};
    const Item item{b % 8, {bytes.data(), bytes.size()}};
    switch (what % 10) {
      case 0:
      case 1: add(b == 255 ? nullptr : &item); break;
      case 2: update(key, item); break;
      case 3: {
        const bool known = key.is_text == 0 && items_.erase(key.number) != 0;
        if ((fastser_repository_remove(repository_, a == 255 ? nullptr : &key) == 1) != known) {
          broken("removed an item that there was not, or not one that there was");
        }
        break;
      }
      case 4: {
        const auto at = items_.find(key.number);
        const auto* const found =
            static_cast<const Item*>(fastser_repository_find(repository_, &key));
        if ((found != nullptr) != (key.is_text == 0 && at != items_.end())) broken("not found");
        if (found != nullptr) expect_same(*found);
        break;
      }
      case 5:
        fastser_repository_reset(repository_);
        items_.clear();
        refuses_ = false;
        break;
      case 6: flush(); break;
      case 7: reload(); break;
      case 8: strange(bytes); break;
      default:
        if (fastser_repository_find(repository_, nullptr) != nullptr)
          broken("an item without a key");
    }
    expect_items();
  }

 private:
  struct Item {
    std::int64_t number;
    fastser_text name;
  };
  static constexpr int kMostFlushes = 2;  // of one input: they may wait for a disk

  static std::string file() {
    const char* const shared = "/dev/shm";  // where nothing waits for a disk
    const auto folder = ::access(shared, W_OK) == 0 ? std::filesystem::path(shared)
                                                    : std::filesystem::temp_directory_path();
    return (folder / ("fastser_calls." + std::to_string(::getpid()))).string();
  }
  static void remove_file() { std::filesystem::remove(file()); }

  static std::int32_t key_of(void*, const void* item, fastser_item_key* key) {
    key->number = static_cast<const Item*>(item)->number;
    return FASTSER_OK;
  }

  static fastser_type* type() {
    fastser_type_builder* builder = nullptr;
    fastser_type* made = nullptr;
    fastser_type_builder_create(&builder, nullptr);
    const fastser_type_id record = fastser_type_builder_record(builder, "Item", 4, 0);
    fastser_type_builder_field(builder, record, "number", 6,
                               fastser_type_builder_code(builder, FASTSER_TYPE_I64));
    fastser_type_builder_field(builder, record, "name", 4,
                               fastser_type_builder_code(builder, FASTSER_TYPE_SHARED_STRING));
    fastser_type_builder_build(builder, record, &made, nullptr);
    fastser_type_builder_destroy(builder);
    return made;
  }

  static fastser_plan* plan() {
    fastser_layout* layout = nullptr;
    fastser_layout_create(&layout, nullptr);
    fastser_text_access text{};
    text.struct_size = sizeof text;
    text.size = sizeof(fastser_text);
    text.extent = sizeof(std::size_t) == 8 ? FASTSER_EXTENT_COUNT64 : FASTSER_EXTENT_COUNT32;
    text.first_at = offsetof(fastser_text, data);
    text.extent_at = offsetof(fastser_text, size);
    const fastser_form_id record = fastser_layout_record(layout, sizeof(Item));
    fastser_layout_field(layout, record, "number", 6, offsetof(Item, number), FASTSER_FORM_PLAIN);
    fastser_layout_field(layout, record, "name", 4, offsetof(Item, name),
                         fastser_layout_text(layout, &text));
    fastser_type* const of = type();
    fastser_plan* made = nullptr;
    fastser_error error = FASTSER_ERROR_INIT;
    if (fastser_plan_compile(of, layout, record, &made, &error) != FASTSER_OK)
      broken(error.message);
    fastser_type_release(of);
    fastser_layout_destroy(layout);
    return made;
  }

  void make() {
    remove_file();
    fastser_plan* const of_item = plan();
    fastser_repository_options options{};
    options.struct_size = sizeof options;
    options.plan = of_item;
    options.item_size = sizeof(Item);
    options.key_of = key_of;
    const std::string name = file();
    if (fastser_repository_create(name.data(), name.size(), &options, &repository_, nullptr) !=
        FASTSER_OK) {
      broken("no repository");
    }
    fastser_plan_release(of_item);
  }

  void add(const Item* item) {
    std::int32_t is_new = -1;
    if (fastser_repository_add(repository_, item, &is_new, nullptr) != FASTSER_OK) return;
    if (item == nullptr) broken("added NULL");
    const bool fresh = items_.insert_or_assign(item->number, text(item->name)).second;
    if (is_new != (fresh ? 1 : 0)) broken("took an item for another one");
  }

  void update(const fastser_item_key& key, const Item& item) {
    std::int32_t found = -1;
    if (fastser_repository_update(repository_, &key, &item, &found, nullptr) != FASTSER_OK) return;
    const bool known = key.is_text == 0 && items_.erase(key.number) != 0;
    if (found != (known ? 1 : 0)) broken("updated an item that there was not");
    if (known) items_.insert_or_assign(item.number, text(item.name));
  }

  void flush() {
    if (++flushes_ > kMostFlushes) return;
    const std::int32_t status = fastser_repository_flush(repository_, nullptr);
    if (status != (refuses_ ? FASTSER_USAGE : FASTSER_OK)) broken("a flush that should not be");
    if (refuses_) return;
    if (fastser_repository_has_changes(repository_) != 0) broken("changes behind a flush");
    written_ = items_;
    is_strange_ = false;
  }

  void reload() {
    if (fastser_repository_reload(repository_, nullptr) == FASTSER_OK) {
      refuses_ = false;
      if (is_strange_) {
        take_items();
      } else {
        items_ = written_;
      }
    } else if (is_strange_) {
      refuses_ = true;
    } else {
      broken("its own file is refused");
    }
  }

  // Somebody else writes the file.
  void strange(std::string_view bytes) {
    std::ofstream out(file(), std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    is_strange_ = true;
  }

  static std::string text(const fastser_text& from) {
    return {from.size == 0 ? "" : from.data, from.size};
  }
  void expect_same(const Item& item) const {
    const auto at = items_.find(item.number);
    if (at == items_.end() || at->second != text(item.name)) broken("another item than was added");
  }
  template <typename Look>
  void each(Look&& look) {
    const void* const* all = nullptr;
    std::size_t count = 0;
    if (fastser_repository_all(repository_, &all, &count, nullptr) != FASTSER_OK)
      broken("no items");
    if (count != fastser_repository_count(repository_)) broken("two counts");
    for (std::size_t at = 0; at < count; ++at) look(*static_cast<const Item*>(all[at]));
  }
  void take_items() {
    items_.clear();
    each([&](const Item& item) { items_.emplace(item.number, text(item.name)); });
  }
  void expect_items() {
    std::size_t count = 0;
    each([&](const Item& item) {
      expect_same(item);
      ++count;
    });
    if (count != items_.size()) broken("more or less items than were added");
  }

  fastser_repository* repository_ = nullptr;
  std::map<std::int64_t, std::string> items_;
  std::map<std::int64_t, std::string> written_;
  int flushes_ = 0;
  bool is_strange_ = false;  // the file
  bool refuses_ = false;     // to write over it
};

}  // namespace fastser::fuzzing
