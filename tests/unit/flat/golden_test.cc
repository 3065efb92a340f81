// SPDX-License-Identifier: MIT
//
// Golden vectors of FlatBuffers (tests/vectors/flat/v1): see golden_checks.hpp. How to add one: see
// vectors.hpp. A vector is never changed.
#include "support/golden_checks.hpp"

namespace fastser::testing::golden {
namespace {

using Codec = FlatCodec;

TEST(FlatGolden, BytesAreThoseThatWereFrozen) { expect_all_golden<Codec>(); }

TEST(FlatGolden, APersonTakes152Bytes) {
  EXPECT_EQ(good_vector<Codec>("person").bytes.size(), 152U);
}

// A list that is missing is empty, since empty ones are left out.
TEST(FlatGolden, VersionsReadEachOther) { expect_versions<Codec>({}); }

TEST(FlatGolden, SharedObjectsAreOneAgain) {
  using Actors = std::vector<std::shared_ptr<Actor>>;
  const auto shared = read_as<Codec, Actors>("objects_shared");
  EXPECT_EQ(shared[0], shared[2]);
  const auto expanded = read_as<Codec, Actors>("objects_expanded");
  EXPECT_NE(expanded[0], expanded[2]);
}

TEST(FlatGolden, BadFilesAreRefusedWithTheirCodeAndOffset) { expect_all_refused<Codec>(12); }

TEST(FlatGolden, BadFilesArePassedByNoVerify) {
  for (const auto& entry :
       std::filesystem::directory_iterator(vector_path("bad/x", "flat").parent_path())) {
    const std::string name = entry.path().stem().string();
    SCOPED_TRACE(name);
    if (name.find("twice") != std::string::npos) continue;  // of keys readers in place know nothing
    const Vector vector = read_vector(entry.path());
    each_value([&](const std::string& type, const auto& value) {
      if (!name.starts_with(type + '_')) return;
      EXPECT_FALSE(flat::verify<std::remove_cvref_t<decltype(value)>>(vector.bytes).ok());
    });
  }
}

TEST(FlatGolden, ViewsShowWhatWasWritten) {
  const Vector person = good_vector<Codec>("person");
  const auto view = flat::view<Person>(person.bytes);
  ASSERT_TRUE(view.ok()) << view.status().to_string();
  EXPECT_EQ(view->get<"age">(), 40);
  EXPECT_EQ(view->get<"actor.birth_city">(), "Morristown");
  EXPECT_EQ(view->get<"actor.date_of_birth">(), -17'625'600'000);
}

}  // namespace
}  // namespace fastser::testing::golden
