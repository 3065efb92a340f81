// SPDX-License-Identifier: MIT
//
// A promise (slot 3) names a class, and so does the slot that keeps it. The reader made the object
// of the first and read it as the second: bytes of a stranger's choice over a foreign object (B6).
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

struct Figure {
  virtual ~Figure() = default;
  std::uint8_t tag = 0;
  FASTSER_FIELDS(Figure, tag);
};
struct Small : Figure {
  using fastser_base = Figure;
  std::uint8_t one = 0;
  FASTSER_FIELDS(Small, one);
};
struct Large : Figure {
  using fastser_base = Figure;
  std::string text;
  std::vector<std::int64_t> numbers;
  FASTSER_FIELDS(Large, text, numbers);
};
struct Scene {
  std::weak_ptr<Figure> focus;
  std::shared_ptr<Figure> owner;
};

TEST(Promise, IsKeptByTheClassThatWasPromised) {
  Registry registry;
  registry.add<Figure, Small, Large>();
  Scene scene;
  scene.owner = std::make_shared<Small>();
  scene.focus = scene.owner;
  const Result<Buffer> good =
      archive::encode(scene, {.header = archive::Header::bare, .registry = &registry});
  ASSERT_TRUE(good.ok());
  // 3, shape + 1, 4, number, shape, body
  std::vector<std::byte> bytes(good->begin(), good->end());
  ASSERT_EQ(bytes.size(), 7U);
  const archive::DecodeOptions options{.header = archive::Header::bare, .registry = &registry};
  ASSERT_TRUE(archive::decode<Scene>(bytes, options).ok());
  for (int shape = 0; shape < 256; ++shape) {
    if (bytes[4] == static_cast<std::byte>(shape) && (*good).data()[4] == bytes[4]) continue;
    std::vector<std::byte> forged = bytes;
    forged[4] = static_cast<std::byte>(shape);
    if (forged == bytes) continue;
    EXPECT_FALSE(archive::decode<Scene>(forged, options).ok()) << shape;
  }
  // The other class, with a body that would suit it.
  std::vector<std::byte> forged(bytes.begin(), bytes.begin() + 5);
  for (int shape = 0; shape < 8; ++shape) {
    forged.resize(5);
    if (static_cast<std::byte>(shape) == bytes[4]) continue;
    forged[4] = static_cast<std::byte>(shape);
    forged.insert(forged.end(), {std::byte{0}, std::byte{1}, std::byte{'x'}, std::byte{0}});
    const Code code = archive::decode<Scene>(forged, options).status().code();
    EXPECT_TRUE(code == Code::kTypeMismatch || code == Code::kUnknownClass ||
                code == Code::kMalformed)
        << shape << ' ' << code_name(code);
  }
}

}  // namespace
}  // namespace fastser
