// SPDX-License-Identifier: MIT
#include "fastser/internal/archive/recent_texts.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/varint.hpp"

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
    recent->put(hash, content_of(text), size, RecentTexts::Reference::to(size));
    const RecentTexts::Reference* found = recent->find(hash, content_of(text), size);
    ASSERT_NE(found, nullptr) << size;
    EXPECT_EQ(found->number, size);
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

TEST(RecentTexts, ReferencesAreTheVarintsOfTheFormat) {
  for (std::uint32_t number = 0; number <= RecentTexts::Reference::kLast; ++number) {
    std::byte wanted[wire::kMaxVarint] = {};
    const auto size =
        static_cast<std::size_t>(wire::put_varint(wanted, 2 * std::uint64_t{number} + 1) - wanted);
    const auto reference = RecentTexts::Reference::to(number);
    std::byte got[2] = {};
    wire::store_le(got, reference.bytes);
    ASSERT_EQ(reference.size, size) << number;
    ASSERT_EQ(std::memcmp(got, wanted, 2), 0) << number;
    ASSERT_EQ(reference.number, number);
  }
}

TEST(RecentTexts, AreForgottenHoweverOftenThatHappens) {
  const auto recent = std::make_unique<RecentTexts>();
  recent->prepare();
  const ShortContent content = content_of("text");
  const ShortContent first = content_of("first");
  recent->put(0, first, 5, RecentTexts::Reference::to(1));
  for (int round = 0; round < 100; ++round) {
    recent->clear();
    ASSERT_TRUE(recent->ready());
    ASSERT_EQ(recent->find(0, first, 5), nullptr) << round;
    ASSERT_EQ(recent->find(1U << 31, content, 4), nullptr) << round;
    recent->put(1U << 31, content, 4, RecentTexts::Reference::to(100));
    ASSERT_NE(recent->find(1U << 31, content, 4), nullptr) << round;
  }
}

}  // namespace
}  // namespace fastser::archive
