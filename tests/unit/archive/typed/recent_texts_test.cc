// SPDX-License-Identifier: MIT
#include "fastser/internal/archive/typed/recent_texts.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace fastser::archive {
namespace {

using wire::exact_content;
using wire::ShortContent;

ShortContent content_of(const std::string& text) { return exact_content(text.data(), text.size()); }

TEST(RecentTexts, AreFoundByAllTheirBytesAndTheirSize) {
  const auto recent = std::make_unique<RecentTexts>();
  EXPECT_FALSE(recent->ready());
  recent->prepare();
  ASSERT_TRUE(recent->ready());
  for (std::uint32_t size = 1; size <= 15; ++size) {
    const std::string text(size, 'x');
    const std::uint32_t hash = size << 27;  // in a place of its own
    EXPECT_EQ(recent->find(hash, content_of(text), size), nullptr);
    recent->put(hash, content_of(text), size, {static_cast<std::uint16_t>(size), 1});
    const RecentTexts::Reference* found = recent->find(hash, content_of(text), size);
    ASSERT_NE(found, nullptr) << size;
    EXPECT_EQ(found->bytes, size);
    for (std::uint32_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = 'y';
      EXPECT_EQ(recent->find(hash, content_of(other), size), nullptr) << size << " " << at;
    }
    if (size < 15) {
      const std::string longer = text + '\0';
      EXPECT_EQ(recent->find(hash, content_of(longer), size + 1), nullptr) << size;
    }
  }
}

TEST(RecentTexts, AreForgottenHoweverOftenThatHappens) {
  const auto recent = std::make_unique<RecentTexts>();
  recent->prepare();
  const ShortContent content = content_of("text");
  const ShortContent first = content_of("first");
  recent->put(0, first, 5, {1, 1});
  for (int round = 0; round < 100; ++round) {
    recent->clear();
    ASSERT_TRUE(recent->ready());
    ASSERT_EQ(recent->find(0, first, 5), nullptr) << round;
    ASSERT_EQ(recent->find(1U << 31, content, 4), nullptr) << round;
    recent->put(1U << 31, content, 4, {7, 2});
    ASSERT_NE(recent->find(1U << 31, content, 4), nullptr) << round;
  }
}

}  // namespace
}  // namespace fastser::archive
