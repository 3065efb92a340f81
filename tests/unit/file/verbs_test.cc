// SPDX-License-Identifier: MIT
//
// save and load of each codec, by type.
#include <cstdint>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "unit/file/file_fixture.hpp"

namespace {

using namespace fastser;
using FileVerbs = fastser::testing::FileTest;

struct Place {
  std::string name;
  std::int32_t height = 0;
  bool operator==(const Place&) const = default;
};
const Place kPlace{"K2", 8611};

TEST_F(FileVerbs, OfEveryCodecGiveBackWhatWasSaved) {
  ASSERT_TRUE(archive::save(path("a"), kPlace).ok());
  ASSERT_TRUE(msgpack::save(path("m"), kPlace, {.keys = msgpack::Keys::integers}).ok());
  ASSERT_TRUE(flat::save(path("f"), kPlace).ok());
  ASSERT_TRUE(flexbuffers::save(path("x"), kPlace).ok());
  EXPECT_EQ(archive::load<Place>(path("a")).value(), kPlace);
  EXPECT_EQ(msgpack::load<Place>(path("m")).value(), kPlace);
  EXPECT_EQ(flat::load<Place>(path("f")).value(), kPlace);
  EXPECT_EQ(flexbuffers::load<Place>(path("x")).value(), kPlace);
  EXPECT_EQ(files(), 4);
}

TEST_F(FileVerbs, OfArchivesHaveAChecksumUnlessToldOtherwise) {
  ASSERT_TRUE(archive::save(path("a"), kPlace).ok());
  std::string bytes = read("a");
  ASSERT_NE(bytes.find("K2"), std::string::npos);
  bytes[bytes.find("K2")] = 'J';
  write("a", bytes);
  EXPECT_EQ(archive::load<Place>(path("a")).status().code(), Code::kChecksum);
  ASSERT_TRUE(archive::save(path("a"), kPlace, {.header = archive::Header::bare}).ok());
  EXPECT_EQ(archive::load<Place>(path("a"), {.header = archive::Header::bare}).value(), kPlace);
}

TEST_F(FileVerbs, KeepTheOldFileWhenTheValueCannotBeEncoded) {
  struct Cycle {
    std::vector<std::shared_ptr<Cycle>> next;
  };
  write("a", "old");
  auto cycle = std::make_shared<Cycle>();
  cycle->next.push_back(cycle);
  EXPECT_FALSE(msgpack::save(path("a"), cycle).ok());
  cycle->next.clear();
  EXPECT_EQ(read("a"), "old");
}

TEST_F(FileVerbs, SayWhatIsWrongWithAFile) {
  EXPECT_EQ(archive::load<Place>(path("none")).status().code(), Code::kIo);
  write("a", "no archive");
  EXPECT_EQ(archive::load<Place>(path("a")).status().code(), Code::kMalformed);
  ASSERT_TRUE(archive::save(path("a"), kPlace).ok());
  EXPECT_EQ(archive::load<Place>(path("a"), {}, {.max_bytes = 10}).status().code(),
            Code::kOverBudget);
}

}  // namespace
