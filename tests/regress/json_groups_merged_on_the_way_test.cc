// SPDX-License-Identifier: MIT
//
// Objects of JSON with the same keys become one class, and so do the objects in them. Where that
// led back to a class that was just being merged, memory was read that was no longer there.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "unit/convert/convert_support.hpp"

namespace fastser::convert {
namespace {

void expect_kept(const std::string& json) {
  for (const Format format : {Format::archive, Format::flexbuffers, Format::msgpack}) {
    const Bytes there = must(bytes(json), Format::json, format);
    const Bytes back = must(there, format, Format::json);
    ASSERT_EQ(nlohmann::json::parse(text(back)), nlohmann::json::parse(json))
        << format_name(format);
  }
}

TEST(JsonGroupsMergedOnTheWay, LeadBackToTheOneThatIsBeingMerged) {
  const char* const documents[] = {
      R"([{"A":{"a":{"k":{"m":1,"n":2},"z":3},"b":4}},{"X":{"f":5,"g":6}},)"
      R"({"Y":{"f":{"a":{"k":{"k":7,"z":8},"w":9},"b":10},"g":11}},{"X":{"f":{"a":12,"b":13},"g":14}}])",
      // One of them is a map: its keys are numbers.
      R"([{"A":{"a":{"k":{"1":1,"2":2},"z":3},"b":4}},{"X":{"f":5,"g":6}},)"
      R"({"Y":{"f":{"a":{"k":{"k":7,"z":8},"w":9},"b":10},"g":11}},{"X":{"f":{"a":12,"b":13},"g":14}}])"};
  for (const char* const json : documents) expect_kept(json);
}

// Few keys, so that many objects have the same.
class FewKeys {
 public:
  explicit FewKeys(std::uint32_t seed) : random_(seed) {}

  nlohmann::ordered_json value(unsigned depth) {
    nlohmann::ordered_json out;
    switch (depth == 0 ? 3 : random_() % 5) {
      case 0:
      case 1:
        out = nlohmann::ordered_json::object();
        for (std::uint32_t n = random_() % 4; n != 0; --n) {
          static const char* const kKeys[] = {"a", "b", "c", "d", "1", "2"};
          out[kKeys[random_() % (random_() % 4 == 0 ? 6 : 4)]] = value(depth - 1);
        }
        return out;
      case 2:
        out = nlohmann::ordered_json::array();
        for (std::uint32_t n = random_() % 4; n != 0; --n) out.push_back(value(depth - 1));
        return out;
      default:
        if (random_() % 3 == 0) return "text";
        return random_() % 100;
    }
  }

 private:
  std::mt19937 random_;  // 32 bits, which a size_t takes everywhere
};

TEST(JsonGroupsMergedOnTheWay, DocumentsOfFewKeysAreKept) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    expect_kept(FewKeys(seed).value(6).dump());
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

}  // namespace
}  // namespace fastser::convert
