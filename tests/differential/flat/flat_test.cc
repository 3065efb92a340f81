// SPDX-License-Identifier: MIT
//
// Our FlatBuffers against flatc's code, generated from the schema that we write: it verifies and
// reads what we write, and we read what it writes of that.
#include <cstring>
#include <random>
#include <string>

#include "differential/flat/models.hpp"
#include "gtest/gtest.h"
// Generated when the tests are built; its names are global.
#include "everything_generated.h"

namespace {

using fastser::Buffer;
using models::Everything;

const std::uint8_t* bytes_of(const Buffer& buffer) {
  return reinterpret_cast<const std::uint8_t*>(buffer.data());
}
Buffer repacked(const Buffer& from) {
  EverythingT object;
  flatbuffers::GetRoot<::Everything>(bytes_of(from))->UnPackTo(&object);
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(::Everything::Pack(builder, &object));
  Buffer out;
  EXPECT_TRUE(out.append(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()))));
  return out;
}

TEST(FlatDifferential, GeneratedCodeReadsWhatWeWriteAndWeReadWhatItWrites) {
  std::mt19937_64 random(5);
  models::Maker make(random);
  for (int i = 0; i < 3'000; ++i) {
    Everything value = make.everything();
    // Generated objects do not tell an empty text from none.
    if (value.maybe_text && value.maybe_text->empty()) value.maybe_text.reset();
    const auto ours = fastser::flat::encode(value, {.share_texts = i % 2 == 0});
    ASSERT_TRUE(ours.ok()) << ours.status().to_string();
    flatbuffers::Verifier verifier(bytes_of(*ours), ours->size());
    ASSERT_TRUE(verifier.VerifyBuffer<::Everything>(nullptr));
    EXPECT_TRUE(fastser::flat::verify<Everything>(*ours).ok());
    const auto again = fastser::flat::decode<Everything>(*ours);
    ASSERT_TRUE(again.ok()) << again.status().to_string();
    ASSERT_TRUE(*again == value);

    const Buffer theirs = repacked(*ours);
    ASSERT_TRUE(fastser::flat::verify<Everything>(theirs).ok());
    const auto back = fastser::flat::decode<Everything>(theirs);
    ASSERT_TRUE(back.ok()) << back.status().to_string();
    ASSERT_TRUE(*back == value);
  }
}

TEST(FlatDifferential, GeneratedAccessorsSeeTheFields) {
  std::mt19937_64 random(6);
  models::Maker make(random);
  for (int i = 0; i < 300; ++i) {
    const Everything value = make.everything();
    const auto ours = fastser::flat::encode(value);
    ASSERT_TRUE(ours.ok());
    const auto* root = flatbuffers::GetRoot<::Everything>(bytes_of(*ours));
    EXPECT_EQ(root->i8(), value.i8);
    EXPECT_EQ(root->u64(), value.u64);
    EXPECT_EQ(root->f64(), value.f64);
    EXPECT_EQ(root->point()->y(), value.point.y);
    EXPECT_EQ(root->box()->tag()->Get(2), value.box.tag[2]);
    EXPECT_EQ(root->named()->number(), value.named.number);
    EXPECT_EQ(root->maybe_number().has_value(), value.maybe_number.has_value());
    EXPECT_EQ(root->choice_type() == Choice_NONE, value.choice.index() == 0);
    for (const auto& [key, number] : value.by_name) {
      const auto* entry = root->by_name()->LookupByKey(key.c_str());
      ASSERT_NE(entry, nullptr) << key;
      EXPECT_EQ(entry->value(), number);
    }
    for (const auto& [key, text] : value.by_number) {
      const auto* entry = root->by_number()->LookupByKey(key);
      ASSERT_NE(entry, nullptr) << key;
      EXPECT_EQ(entry->value() == nullptr ? "" : entry->value()->str(), text);
    }
  }
}

}  // namespace
