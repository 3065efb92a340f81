// SPDX-License-Identifier: MIT
//
// Types and plans of the C interface are used, owned and let go of by many threads at once.
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "unit/capi/plan_support.hpp"

namespace fastser::capi_test {
namespace {

struct Page {
  std::string title;
  std::vector<std::int32_t> lines;
};
struct FlatPage {
  const char* title;
  const std::int32_t* lines;
  std::uint32_t title_size;
  std::uint32_t count;
};

PlanHandle plan_of_page() {
  const LayoutHandle layout = new_layout();
  fastser_text_access text{};
  text.struct_size = sizeof text;
  text.size = sizeof(FlatPage);
  text.extent = FASTSER_EXTENT_COUNT32;
  text.extent_at = offsetof(FlatPage, title_size);
  fastser_list_access list{};
  list.struct_size = sizeof list;
  list.size = sizeof(FlatPage);
  list.stride = sizeof(std::int32_t);
  list.extent = FASTSER_EXTENT_COUNT32;
  list.first_at = offsetof(FlatPage, lines);
  list.extent_at = offsetof(FlatPage, count);
  const fastser_form_id page = fastser_layout_record(layout.get(), sizeof(FlatPage));
  field(layout.get(), page, "title", 0, fastser_layout_text(layout.get(), &text));
  field(layout.get(), page, "lines", 0,
        fastser_layout_list(layout.get(), &list, FASTSER_FORM_PLAIN));
  return compiled<Page>(layout.get(), page);  // which outlives the layout
}

void there_and_back(const fastser_plan* plan, BytesView bytes) {
  const ArenaHandle arena = new_arena();
  const fastser_decode_options reading = decode_options(arena.get());
  for (int i = 0; i < 50; ++i) {
    FlatPage page{};
    ASSERT_EQ(fastser_plan_decode(plan, bytes.data(), bytes.size(), &page, &reading, nullptr),
              FASTSER_OK);
    ASSERT_EQ(page.count, 3U);
    expect_all_ways(plan, &page, encode_options(), bytes);
    fastser_arena_clear(arena.get());
    fastser_type* type = nullptr;
    ASSERT_EQ(fastser_plan_type(plan, &type, nullptr), FASTSER_OK);
    EXPECT_EQ(fastser_type_field_count(type), 2U);
    fastser_type_release(type);
  }
}

TEST(CapiPlanThreads, ShareAPlan) {
  const Result<Buffer> bytes = archive::encode(Page{"a title of some length", {1, 2, 3}});
  PlanHandle plan = plan_of_page();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    fastser_plan* const own = fastser_plan_retain(plan.get());
    threads.emplace_back([own, &bytes] {
      there_and_back(own, *bytes);
      fastser_plan_release(own);
    });
  }
  plan.reset();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace fastser::capi_test
