// SPDX-License-Identifier: MIT
//
// Repositories, of C++ and of C: the k-th allocation fails. What fails changes nothing: the
// items that were there are there, and the file is the old one or the new one.
#include <cstdint>
#include <filesystem>
#include <new>
#include <string>

#include "fastser/fastser.h"
#include "fastser/repository.hpp"
#include "faults/sweep.hpp"

namespace fastser::testing {
namespace {

struct Item {
  std::string name;
  std::int64_t number = 0;
};
constexpr char kLong[] = "a name that is too long to lie in the string itself, number ";

std::string name_of(int number) { return kLong + std::to_string(number); }

class RepositoryFault : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "fastser_RepositoryFault";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "items").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  std::string path_;
};

using Items = Repository<std::string, Item>;

// Each key leads to the item that has it.
void expect_sound(const Items& items) {
  std::size_t count = 0;
  for (const Item& item : items.all()) {
    ++count;
    EXPECT_EQ(items.find(item.name), &item);
  }
  EXPECT_EQ(items.count(), count);
}

Code use_items(const std::string& path) try {
  Items items(path, &Item::name);
  const std::string names[] = {name_of(2), name_of(5), name_of(0)};
  try {
    for (int i = 0; i < 3; ++i) items.add({name_of(i), i});
    items.add({name_of(1), 10});
  } catch (const std::bad_alloc&) {
    expect_sound(items);
    throw;
  }
  try {
    items.update(names[0], [&](Item& item) { item.name = names[1]; });
  } catch (const std::bad_alloc&) {  // an update finds it all the same, and puts it right
    EXPECT_TRUE(items.contains(names[0]));
    try {
      items.update(names[0], [](Item&) {});
      expect_sound(items);
    } catch (const std::bad_alloc&) {
      EXPECT_TRUE(items.contains(names[0]));
    }
    throw;
  }
  items.remove(names[2]);
  const Status flushed = items.flush();
  if (!flushed.ok()) {
    EXPECT_EQ(items.count(), 2U);
    return flushed.code();
  }
  const Status reloaded = items.reload();
  EXPECT_EQ(items.count(), 2U);  // as before, or as read
  expect_sound(items);
  return reloaded.code();
} catch (const std::bad_alloc&) {
  return Code::kNoMemory;
}

TEST_F(RepositoryFault, OfCxxLosesNoItem) {
  sweep("Repository", [this] { return use_items(path_); });
}

std::int32_t number_of(void*, const void* item, fastser_item_key* key) {
  key->number = *static_cast<const std::int64_t*>(item);
  return FASTSER_OK;
}

fastser_plan* plan_of_numbers() {
  fastser_type_builder* types = nullptr;
  fastser_layout* layout = nullptr;
  fastser_type* type = nullptr;
  fastser_plan* plan = nullptr;
  fastser_type_builder_create(&types, nullptr);
  fastser_layout_create(&layout, nullptr);
  const fastser_type_id record = fastser_type_builder_record(types, "Item", 4, 0);
  fastser_type_builder_field(types, record, "number", 6,
                             fastser_type_builder_code(types, FASTSER_TYPE_I64));
  const fastser_form_id form = fastser_layout_record(layout, sizeof(std::int64_t));
  fastser_layout_field(layout, form, "number", 6, 0, FASTSER_FORM_PLAIN);
  fastser_type_builder_build(types, record, &type, nullptr);
  fastser_plan_compile(type, layout, form, &plan, nullptr);
  fastser_type_release(type);
  fastser_layout_destroy(layout);
  fastser_type_builder_destroy(types);
  return plan;
}

std::int32_t use_handle(fastser_repository* items) {
  const std::int64_t numbers[] = {1, 2, 3, 4};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int32_t added = fastser_repository_add(items, &numbers[i], nullptr, nullptr);
    EXPECT_EQ(fastser_repository_count(items), added == FASTSER_OK ? i + 1 : i);
    if (added != FASTSER_OK) return added;
  }
  const fastser_item_key two{0, 2, {nullptr, 0}};
  std::int32_t status = fastser_repository_update(items, &two, &numbers[3], nullptr, nullptr);
  if (status != FASTSER_OK) {
    EXPECT_NE(fastser_repository_find(items, &two), nullptr);
    return status;
  }
  const void* const* all = nullptr;
  std::size_t count = 0;
  status = fastser_repository_all(items, &all, &count, nullptr);
  if (status == FASTSER_OK) status = fastser_repository_flush(items, nullptr);
  if (status == FASTSER_OK) status = fastser_repository_reload(items, nullptr);
  EXPECT_EQ(fastser_repository_count(items), 3U);
  return status;
}

TEST_F(RepositoryFault, OfCLosesNoItem) {
  fastser_plan* const plan = plan_of_numbers();
  ASSERT_NE(plan, nullptr);
  sweep("fastser_repository", [&] {
    fastser_repository_options options{};
    options.struct_size = sizeof options;
    options.plan = plan;
    options.item_size = sizeof(std::int64_t);
    options.key_of = number_of;
    fastser_repository* items = nullptr;
    std::int32_t status =
        fastser_repository_create(path_.data(), path_.size(), &options, &items, nullptr);
    if (status == FASTSER_OK) status = use_handle(items);
    fastser_repository_destroy(items);
    return static_cast<Code>(status);
  });
  fastser_plan_release(plan);
}

}  // namespace
}  // namespace fastser::testing
