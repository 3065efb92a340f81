// SPDX-License-Identifier: MIT
//
// verify<T> of an archive with a fingerprint did not look at the fingerprint where T needs a
// registry: it refused good archives with shared strings, and walked those of other types by a
// wrong table. Found by reading.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/registry.hpp"

namespace fastser {
namespace {

struct Figure {
  virtual ~Figure() = default;
  std::string name;
  FASTSER_FIELDS(Figure, name);
};
struct Circle : Figure {
  using fastser_base = Figure;
  double radius = 0;
  FASTSER_FIELDS(Circle, radius);
};
struct Drawing {
  std::vector<std::shared_ptr<Figure>> figures;
};

TEST(VerifyByFingerprint, KnowsTypesThatNeedARegistry) {
  Registry registry;
  registry.add<Figure, Circle>();
  Drawing drawing;
  for (int i = 0; i < 2; ++i) drawing.figures.push_back(std::make_shared<Circle>());
  using archive::Header;
  using archive::Sharing;
  for (const Sharing sharing : {Sharing::off, Sharing::on}) {
    const Result<Buffer> bytes = archive::encode(
        drawing, {.header = Header::fingerprint, .sharing = sharing, .registry = &registry});
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    const Status good = archive::verify<Drawing>(*bytes, {.registry = &registry});
    EXPECT_TRUE(good.ok()) << good.to_string();
    std::vector<std::byte> other(bytes->data(), bytes->data() + bytes->size());
    other[12] ^= std::byte{1};
    EXPECT_EQ(archive::verify<Drawing>(other, {.registry = &registry}).code(), Code::kFingerprint);
    EXPECT_EQ(archive::decode<Drawing>(other, {.registry = &registry}).status().code(),
              Code::kFingerprint);
  }
}

}  // namespace
}  // namespace fastser
