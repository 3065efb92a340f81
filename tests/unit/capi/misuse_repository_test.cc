// SPDX-License-Identifier: MIT
//
// Wrong calls of repositories: each is a status or nothing, never a crash.
#include <cstddef>
#include <string>

#include "unit/capi/plan_support.hpp"

#if defined(__clang__)  // NULL where the headers say that there is none is what is tested
#pragma clang diagnostic ignored "-Wnonnull"
#endif

namespace fastser::capi_test {
namespace {

struct Thing {
  std::int64_t number = 0;
};
std::int32_t by_number(void*, const void* item, fastser_item_key* key) {
  key->number = static_cast<const Thing*>(item)->number;
  return FASTSER_OK;
}
std::int32_t by_nothing(void*, const void*, fastser_item_key* key) {
  *key = {1, 0, {nullptr, 5}};
  return FASTSER_OK;
}
PlanHandle plan_of_things() {
  const LayoutHandle layout = new_layout();
  const fastser_form_id thing = fastser_layout_record(layout.get(), sizeof(Thing));
  field(layout.get(), thing, "number", 0);
  return compiled<Thing>(layout.get(), thing);
}
fastser_repository_options options_of(const fastser_plan* plan) {
  fastser_repository_options options{};
  options.struct_size = sizeof options;
  options.plan = plan;
  options.item_size = sizeof(Thing);
  options.key_of = by_number;
  return options;
}
constexpr char kName[] = "no folder/of this name/a";

struct DestroyRepository {
  void operator()(fastser_repository* made) const { fastser_repository_destroy(made); }
};
using RepositoryHandle = std::unique_ptr<fastser_repository, DestroyRepository>;

RepositoryHandle created(const fastser_repository_options& options) {
  fastser_repository* made = nullptr;
  EXPECT_EQ(fastser_repository_create(kName, sizeof kName - 1, &options, &made, nullptr),
            FASTSER_OK);
  return RepositoryHandle(made);
}

TEST(CapiRepositoryMisuse, OptionsThatAreNoneAreRefused) {
  const PlanHandle plan = plan_of_things();
  fastser_repository* made = nullptr;
  const auto refused = [&](auto change) {
    fastser_repository_options options = options_of(plan.get());
    change(options);
    fastser_error error = FASTSER_ERROR_INIT;
    EXPECT_EQ(fastser_repository_create(kName, sizeof kName - 1, &options, &made, &error),
              FASTSER_USAGE);
    EXPECT_GT(std::string(error.message).size(), 10U);
    EXPECT_EQ(made, nullptr);
  };
  const fastser_limits no_limits{};
  refused([](auto& options) { options.struct_size = 0; });
  refused(
      [](auto& options) { options.struct_size = offsetof(fastser_repository_options, limits); });
  refused([](auto& options) { options.plan = nullptr; });
  refused([](auto& options) { options.item_size = 0; });
  refused([](auto& options) { options.item_size = sizeof(Thing) - 1; });
  refused([](auto& options) { options.key_of = nullptr; });
  refused([&](auto& options) { options.limits = &no_limits; });
  const fastser_repository_options options = options_of(plan.get());
  EXPECT_EQ(fastser_repository_create(nullptr, 3, &options, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_create(kName, 0, &options, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_create(kName, 3, nullptr, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_create(kName, 3, &options, nullptr, nullptr), FASTSER_USAGE);
}

TEST(CapiRepositoryMisuse, NoRepositoryHasAndDoesNothing) {
  const Thing thing{5};
  const fastser_item_key key{0, 5, {nullptr, 0}};
  const void* const* items = nullptr;
  std::size_t count = 1;
  std::int32_t flag = 1;
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_repository_count(nullptr), 0U);
  EXPECT_EQ(fastser_repository_has_changes(nullptr), 0);
  EXPECT_EQ(fastser_repository_find(nullptr, &key), nullptr);
  EXPECT_EQ(fastser_repository_remove(nullptr, &key), 0);
  EXPECT_EQ(fastser_repository_all(nullptr, &items, &count, nullptr), FASTSER_USAGE);
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(fastser_repository_add(nullptr, &thing, &flag, &error), FASTSER_USAGE);
  EXPECT_STREQ(error.message, "the repository is NULL");
  EXPECT_EQ(fastser_repository_update(nullptr, &key, &thing, &flag, nullptr), FASTSER_USAGE);
  EXPECT_EQ(flag, 0);
  EXPECT_EQ(fastser_repository_reload(nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_flush(nullptr, nullptr), FASTSER_USAGE);
  fastser_repository_reset(nullptr);
  fastser_repository_destroy(nullptr);
}

TEST(CapiRepositoryMisuse, NullAndKeysThatAreNoneAreRefused) {
  const PlanHandle plan = plan_of_things();
  const RepositoryHandle things = created(options_of(plan.get()));
  const Thing thing{5};
  const fastser_item_key key{0, 5, {nullptr, 0}};
  const fastser_item_key no_text{1, 0, {nullptr, 5}};
  const void* const* items = nullptr;
  std::size_t count = 0;
  EXPECT_EQ(fastser_repository_add(things.get(), nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_add(things.get(), &thing, nullptr, nullptr), FASTSER_OK);
  EXPECT_EQ(fastser_repository_find(things.get(), nullptr), nullptr);
  EXPECT_EQ(fastser_repository_find(things.get(), &no_text), nullptr);
  EXPECT_EQ(fastser_repository_remove(things.get(), nullptr), 0);
  EXPECT_EQ(fastser_repository_remove(things.get(), &no_text), 0);
  EXPECT_EQ(fastser_repository_update(things.get(), nullptr, &thing, nullptr, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_update(things.get(), &no_text, &thing, nullptr, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_update(things.get(), &key, nullptr, nullptr, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_update(things.get(), &key, &thing, nullptr, nullptr), FASTSER_OK);
  EXPECT_EQ(fastser_repository_all(things.get(), nullptr, &count, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_all(things.get(), &items, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_count(things.get()), 1U);
  EXPECT_EQ(fastser_repository_flush(things.get(), nullptr), FASTSER_IO);
  EXPECT_EQ(fastser_repository_has_changes(things.get()), 1);
}

TEST(CapiRepositoryMisuse, AFunctionThatGivesNoKeyIsAnError) {
  const PlanHandle plan = plan_of_things();
  fastser_repository_options options = options_of(plan.get());
  options.key_of = by_nothing;
  const RepositoryHandle things = created(options);
  const Thing thing{5};
  EXPECT_EQ(fastser_repository_add(things.get(), &thing, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_repository_count(things.get()), 0U);
}

}  // namespace
}  // namespace fastser::capi_test
