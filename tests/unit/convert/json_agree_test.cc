// SPDX-License-Identifier: MIT
//
// What is JSON and what is not: our reader and nlohmann's agree about documents that were changed
// at random.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "convert/json/reader.hpp"
#include "unit/convert/json_documents.hpp"

namespace fastser::convert {
namespace {

// A sink that takes everything: keys that come twice are no matter of the reader.
class Nobody final : public Sink {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool integer(std::uint64_t, bool) override { return true; }
  bool f32(std::uint32_t) override { return true; }
  bool f64(std::uint64_t) override { return true; }
  bool text(std::string_view) override { return true; }
  bool data(BytesView) override { return true; }
  bool moment(std::int64_t, std::uint32_t) override { return true; }
  bool ext(std::int8_t, BytesView) override { return true; }
  bool begin_list(std::uint64_t) override { return true; }
  bool end_list() override { return true; }
  bool begin_object(std::uint64_t, bool) override { return true; }
  bool key(std::string_view) override { return true; }
  bool end_object() override { return true; }
  bool begin_map(std::uint64_t) override { return true; }
  bool end_map() override { return true; }
  bool charge(std::size_t) override { return true; }
};

bool is_json(const std::string& text) {
  Nobody nobody;
  return tell_json(text, nobody).ok();
}

TEST(JsonReader, AgreesWithAnotherOneAboutWhatIsJson) {
  constexpr std::string_view kPieces =
      "{}[]\",:0123456789.eE+-tfnu\\/ab \n\t\x80\xC3\xA9\xED\xA0\x7F\x1F";
  std::mt19937 random(11);  // 32 bits, which a size_t takes everywhere
  for (const char* json : kJsonDocuments) {
    for (int i = 0; i < 3000; ++i) {
      std::string text = json;
      for (std::size_t changes = 1 + random() % 3; changes != 0 && !text.empty(); --changes) {
        const std::size_t at = random() % text.size();
        const char piece = kPieces[random() % kPieces.size()];
        switch (random() % 3) {
          case 0: text[at] = piece; break;
          case 1: text.insert(at, 1, piece); break;
          default: text.erase(at, 1 + random() % 3);
        }
      }
      ASSERT_EQ(is_json(text), nlohmann::json::accept(text)) << text;
    }
  }
}

TEST(JsonReader, AgreesWithAnotherOneAboutEveryEscape) {
  std::mt19937 random(12);
  for (int i = 0; i < 20000; ++i) {
    std::string text = "[\"";
    for (std::size_t n = random() % 4; n-- != 0;) {
      constexpr const char* kParts[] = {"a",     "\\n",      "\\ud8", "\\udc",
                                        "\\u00", "\xC3\xA9", "\\\\",  "\\/"};
      text += kParts[random() % 8];
      text += "0123456789abcdefABCDEFg"[random() % 23];
      text += "0123456789abcdefABCDEFg"[random() % 23];
    }
    text += "\"]";
    ASSERT_EQ(is_json(text), nlohmann::json::accept(text)) << text;
    if (!is_json(text)) continue;
    Document document;
    ASSERT_TRUE(parse_json(text, 8, true, document).ok()) << text;
    EXPECT_EQ(document.text(document.nodes[1].bits),
              nlohmann::json::parse(text)[0].get<std::string>());
  }
}

}  // namespace
}  // namespace fastser::convert
