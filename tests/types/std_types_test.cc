// SPDX-License-Identifier: MIT
//
// Types of the standard library that have a header of their own in fastser/types.
#include <gtest/gtest.h>

#include <chrono>
#include <complex>
#include <forward_list>
#include <functional>
#include <limits>
#include <queue>
#include <random>
#include <stack>
#include <string>
#include <vector>

#include "fastser/types/adapters.hpp"
#include "fastser/types/calendar.hpp"
#include "fastser/types/complex.hpp"
#include "fastser/types/expected.hpp"
#include "fastser/types/forward_list.hpp"
#include "fastser/types/text.hpp"
#include "types/everywhere.hpp"

namespace fastser::testing {
namespace {

TEST(Complex, IsAnArrayOfTwo) {
  expect_everywhere(std::complex<double>(1.5, -2));
  expect_everywhere(std::complex<float>(-0.25F, 7));
  expect_in_maps(std::complex<double>(1.5, -2));
  expect_written_as(std::complex<double>(3, 4), std::array<double, 2>{3, 4});
}

TEST(Complex, ListsOfThemAreOneCopy) {
  static_assert(archive::kBlit<std::complex<double>, 0> == wire::kLittleHost);
  std::vector<std::complex<double>> many;
  for (int i = 0; i < 1000; ++i) many.emplace_back(i, -i);
  EXPECT_EQ(*archive::decode<std::vector<std::complex<double>>>(*archive::encode(many)), many);
}

using std::chrono::day;
using std::chrono::month;
using std::chrono::weekday;
using std::chrono::year;
using std::chrono::year_month_day;

TEST(Calendar, DatesAreDaysSince1970) {
  const auto equal = [](const auto& a, const auto& b) { return a == b || (!a.ok() && !b.ok()); };
  expect_everywhere(year_month_day(year(2024), month(2), day(29)), equal);
  expect_everywhere(year_month_day(year(1900), month(1), day(1)), equal);
  const schema::DateOnly one = *msgpack::decode<schema::DateOnly>(
      *msgpack::encode(year_month_day(year(1970), month(1), day(2))));
  EXPECT_EQ(one.days, 1);
  EXPECT_EQ(*type_of<year_month_day>(), *type_of<schema::DateOnly>());
}

TEST(Calendar, EveryDateOfTheCalendarComesBack) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> years(-32767, 32767);
  std::vector<year_month_day> dates = {year_month_day(year::min(), month(1), day(1)),
                                       year_month_day(year::max(), month(12), day(31))};
  for (int i = 0; i < 500; ++i) {
    const unsigned number = static_cast<unsigned>(random());
    const year_month_day date(year(years(random)), month(1 + number % 12),
                              day(1 + number / 12 % 31));
    if (date.ok()) dates.push_back(date);
  }
  EXPECT_EQ(*archive::decode<std::vector<year_month_day>>(*archive::encode(dates)), dates);
  EXPECT_EQ(*msgpack::decode<std::vector<year_month_day>>(*msgpack::encode(dates)), dates);
}

TEST(Calendar, DaysBeyondTheCalendarAreRefused) {
  const schema::DateOnly far{std::numeric_limits<std::int32_t>::max()};
  EXPECT_EQ(archive::decode<year_month_day>(*archive::encode(far)).status().code(),
            Code::kMalformed);
  EXPECT_EQ(msgpack::decode<year_month_day>(*msgpack::encode(far)).status().code(),
            Code::kTypeMismatch);
  EXPECT_FALSE(flexbuffers::decode<year_month_day>(*flexbuffers::encode(far)).ok());
}

TEST(Calendar, TypesOfSeveralPartsComeBackInEveryFormat) {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): its operators
  expect_everywhere(2024y / February);
  expect_everywhere(February / 29);
  expect_everywhere(Tuesday[3]);
  expect_everywhere(2024y / May / Tuesday[3]);
  EXPECT_EQ((*type_of<year_month>()), (*type_of<std::pair<std::int16_t, std::uint8_t>>()));
}

// No default constructor, so they are fields only.
struct LastDays {
  std::chrono::month_day_last day{std::chrono::month(1)};
  std::chrono::year_month_day_last dated{std::chrono::year(1), day};
  std::chrono::weekday_last weekday{std::chrono::Sunday};
  std::chrono::month_weekday third{std::chrono::month(1), std::chrono::Sunday[1]};
  std::chrono::month_weekday_last of_month{std::chrono::month(1), weekday};
  std::chrono::year_month_weekday_last of_year{std::chrono::year(1), std::chrono::month(1),
                                               weekday};
  bool operator==(const LastDays&) const = default;
};

TEST(Calendar, LastDaysAndWeekdaysComeBackAsFields) {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): its operators
  const LastDays days{February / last,  2024y / February / last, Friday[last],
                      June / Monday[2], March / Friday[last],    1999y / April / Tuesday[last]};
  LastDays again;
  ASSERT_TRUE(archive::decode_into(*archive::encode(days), again).ok());
  EXPECT_EQ(again, days);
  again = {};
  ASSERT_TRUE(msgpack::decode_into(*msgpack::encode(days), again).ok());
  EXPECT_EQ(again, days);
  again = {};
  ASSERT_TRUE(flexbuffers::decode_into(*flexbuffers::encode(days), again).ok());
  EXPECT_EQ(again, days);
  again = {};
  ASSERT_TRUE(flat::decode_into(*flat::encode(days), again).ok());
  EXPECT_EQ(again, days);
}

TEST(Calendar, ItsPartsAreNumbers) {
  expect_everywhere(year(-300));
  expect_everywhere(month(11));
  expect_everywhere(day(31));
  expect_everywhere(weekday(6));
  expect_written_as(year(2020), std::int16_t{2020});
}

TEST(Adapters, AreTheListThatTheyHold) {
  std::stack<int> stack;
  std::queue<std::string> queue;
  for (int i = 0; i < 50; ++i) {
    stack.push(i * i);
    queue.push(std::string(static_cast<std::size_t>(i), 'q'));
  }
  expect_everywhere(stack);
  expect_everywhere(queue);
  expect_everywhere(std::stack<double, std::vector<double>>(std::vector<double>{1, 2}));
  expect_written_as(std::stack<int>({3, 1, 2}), std::deque<int>{3, 1, 2});
}

TEST(Adapters, APriorityQueueIsAHeapWhateverTheListWas) {
  using Least = std::priority_queue<int, std::vector<int>, std::greater<>>;
  const auto order = [](auto queue) {
    std::vector<int> all;
    for (; !queue.empty(); queue.pop()) all.push_back(queue.top());
    return all;
  };
  Least queue;
  for (const int one : {5, 3, 9, 1, 7}) queue.push(one);
  expect_everywhere(queue, [&](const auto& a, const auto& b) { return order(a) == order(b); });
  const std::vector<int> no_heap = {9, 8, 1, 7, 2};
  EXPECT_EQ(order(*archive::decode<Least>(*archive::encode(no_heap))),
            (std::vector<int>{1, 2, 7, 8, 9}));
}

TEST(Adapters, WhatCanOnlyBeMovedIsTaken) {
  std::stack<std::unique_ptr<int>, std::vector<std::unique_ptr<int>>> stack;
  stack.push(std::make_unique<int>(1));
  stack.push(std::make_unique<int>(2));
  const auto again = archive::decode<decltype(stack)>(*archive::encode(stack));
  ASSERT_TRUE(again.ok()) << again.status();
  ASSERT_EQ(again->size(), 2U);
  EXPECT_EQ(*again->top(), 2);
}

TEST(Adapters, SharedObjectsInThemStaySharedAndCyclesClose) {
  struct Node {
    std::int32_t number = 0;
    std::stack<std::shared_ptr<Node>> others;
  };
  auto first = std::make_shared<Node>();
  first->number = 1;
  first->others.push(std::make_shared<Node>());
  first->others.top()->number = 2;
  first->others.push(first);
  const auto again = archive::decode<std::shared_ptr<Node>>(*archive::encode(first));
  ASSERT_TRUE(again.ok()) << again.status();
  const std::shared_ptr<Node> root = *again;
  EXPECT_EQ(root->others.top(), root);
  root->others.pop();
  EXPECT_EQ(root->others.top()->number, 2);
  first->others.pop();
}

TEST(ForwardList, IsAList) {
  expect_everywhere(std::forward_list<std::string>{"one", "", "three"});
  expect_everywhere(std::forward_list<int>{});
  expect_written_as(std::forward_list<int>{1, 2, 3}, std::vector<int>{1, 2, 3});
}

TEST(WideText, IsUtf8) {
  expect_everywhere(std::u16string(u"Zo\u00eb \u4e2d \U0001F600"));
  expect_everywhere(std::u32string(U"Zo\u00eb \u4e2d \U0001F600"));
  expect_everywhere(std::wstring(L"Zo\u00eb \u4e2d"));
  expect_everywhere(std::u8string(u8"Zo\u00eb"));
  expect_in_maps(std::u16string(u"Zo\u00eb \u4e2d \U0001F600"));
  expect_written_as(std::u16string(u"\u00e9\u4e2d\U0001F600"),
                    std::string("\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"));
  EXPECT_EQ(flat::view<Holder<std::u16string>>(
                *flat::encode(Holder<std::u16string>{1, u"seen", {}, {}, 2}))
                ->get<"value">(),
            "seen");
}

TEST(WideText, EveryStringOfUnitsComesBack) {
  std::mt19937 random(11);
  std::vector<std::u16string> narrow;
  std::vector<std::u32string> wide;
  for (int i = 0; i < 300; ++i) {
    std::u16string& units = narrow.emplace_back();
    std::u32string& numbers = wide.emplace_back();
    for (unsigned k = 0; k < 1 + random() % 20; ++k) {
      const auto surrogate = static_cast<char16_t>(0xD800 + random() % 0x800);
      units += random() % 2 == 0 ? surrogate : static_cast<char16_t>(random());
      numbers += static_cast<char32_t>(random() >> random() % 32);
    }
  }
  EXPECT_EQ(*archive::decode<std::vector<std::u16string>>(*archive::encode(narrow)), narrow);
  EXPECT_EQ(*archive::decode<std::vector<std::u32string>>(*archive::encode(wide)), wide);
  EXPECT_EQ(*msgpack::decode<std::vector<std::u16string>>(*msgpack::encode(narrow)), narrow);
}

TEST(WideText, BytesThatAreNoTextAreRefused) {
  for (const std::string text : {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xF0\x80\x80\x80",
                                 "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF", "a\xC3z"}) {
    const Buffer bytes = archive::encode(text).value();
    EXPECT_EQ(archive::decode<std::u16string>(bytes).status().code(), Code::kMalformed) << text;
    EXPECT_EQ(archive::decode<std::u32string>(bytes).status().code(), Code::kMalformed) << text;
    EXPECT_FALSE(msgpack::decode<std::wstring>(*msgpack::encode(text)).ok());
    EXPECT_FALSE(flexbuffers::decode<std::u16string>(*flexbuffers::encode(text)).ok());
  }
}

#if defined(__cpp_lib_expected)
TEST(Expected, IsAVariantOfValueAndError) {
  using E = std::expected<std::string, int>;
  expect_in_messages(E("value"));
  expect_in_messages(E(std::unexpected(7)));
  expect_in_messages(std::expected<void, int>(std::unexpected(3)));
  EXPECT_EQ(*type_of<E>(), (*type_of<std::variant<std::string, int>>()));
}
#endif

}  // namespace
}  // namespace fastser::testing
