// SPDX-License-Identifier: MIT
//
// The last bytes of an archive that just fits into the caller's memory wait in a place of their
// own: the checksum was not computed over them, and a wrong one was written with status ok.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

struct Person {
  std::int32_t age = 0;
  std::string name;
  std::vector<std::int16_t> list;
};

template <typename EncodeTo>
void expect_same(const Buffer& wanted, EncodeTo&& encode_to) {
  for (std::size_t more = 0; more < 64; ++more) {
    std::vector<std::byte> memory(wanted.size() + more, std::byte{0xAA});
    std::size_t size = 0;
    const Status status = encode_to(memory, size);
    ASSERT_TRUE(status.ok()) << more << ' ' << status.to_string();
    ASSERT_EQ(size, wanted.size()) << more;
    ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), memory.begin())) << more;
  }
  std::vector<std::byte> memory(wanted.size() - 1);
  std::size_t size = 0;
  EXPECT_EQ(encode_to(memory, size).code(), Code::kNoSpace);
  EXPECT_EQ(size, wanted.size());
}

TEST(ChecksumInExactMemory, IsThatOfAllBytes) {
  const Result<Plan> plan = archive::plan_of<Person>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  for (const archive::Header header :
       {archive::Header::self_described, archive::Header::fingerprint}) {
    const archive::EncodeOptions options{.header = header, .checksum = true};
    for (const std::size_t length : {0U, 1U, 5U, 31U, 32U, 33U, 100U, 1023U, 1024U, 3000U}) {
      const Person person{1, std::string(length, 'x'), {1, 2, 3}};
      const Result<Buffer> wanted = archive::encode(person, options);
      ASSERT_TRUE(wanted.ok());
      expect_same(*wanted, [&](std::vector<std::byte>& memory, std::size_t& size) {
        return plan->encode_to(memory, size, &person, options);
      });
      expect_same(*wanted, [&](std::vector<std::byte>& memory, std::size_t& size) {
        const Result<std::size_t> made = archive::encode_to(memory, person, options);
        size = made.ok() ? *made : wanted->size();
        return made.status();
      });
    }
  }
}

}  // namespace
}  // namespace fastser
