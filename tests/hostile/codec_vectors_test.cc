// SPDX-License-Identifier: MIT
//
// Damage to the golden vectors of FlatBuffers, FlexBuffers and MessagePack: every proper
// prefix and every single-bit flip is read or refused cleanly, as the type that wrote it and as
// another version of it, in the memory that the input's size allows, leaking nothing; what is
// accepted encodes to a fixpoint.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "support/alloc_counter.hpp"
#include "support/golden_codecs.hpp"
#include "support/vectors.hpp"

namespace fastser::testing::golden {
namespace {

using Bytes = std::vector<std::byte>;

// Whether a message ends where its value does: then it cannot be cut off unseen.
template <typename Codec>
constexpr bool kEndsWithValue = std::is_same_v<Codec, MsgpackCodec>;

// Who reads in place looks at all that verify passed.
template <typename Codec, typename T>
void look(BytesView bytes) {
  if constexpr (std::is_same_v<Codec, FlatCodec> && std::is_same_v<T, Person>) {
    const auto view = flat::view<Person>(bytes);
    if (!view.ok()) return;
    static_cast<void>(view->template get<"age">());
    static_cast<void>(view->template get<"name">().size());
    static_cast<void>(view->template get<"actor.birth_city">().size());
  } else if constexpr (std::is_same_v<Codec, FlexCodec>) {
    const Result<flexbuffers::Reference> root = flexbuffers::root(bytes);
    if (!root.ok()) return;
    static_cast<void>(root->find("name").as_string());
    static_cast<void>(root->find("actor").find("birth_city").as_string());
  }
}

template <typename Codec, typename T>
void expect_fixpoint(const T& value, const typename Codec::EncodeOptions& options) {
  const Result<Buffer> once = Codec::encode(value, options);
  // What can be read and not be written: a shared object missing in a list, a zero in a key.
  if (once.status().code() == Code::kUsage) return;
  ASSERT_TRUE(once.ok()) << once.status().to_string();
  T again{};
  const Status status = Codec::decode_into(*once, again, Limits::unlimited());
  ASSERT_TRUE(status.ok()) << "its own output is refused: " << status.to_string();
  const Result<Buffer> twice = Codec::encode(again, options);
  ASSERT_TRUE(twice.ok()) << twice.status().to_string();
  EXPECT_TRUE(std::equal(once->begin(), once->end(), twice->begin(), twice->end()));
}

// In memory of exactly this size, so that a sanitizer sees a read beyond it.
template <typename Codec, typename T>
Code attempt(const Bytes& given, const typename Codec::EncodeOptions& options) {
  const Bytes bytes(given.begin(), given.end());
  Code code = Code::kOk;
  const AllocScope scope;
  {
    T value{};
    const Status status = Codec::decode_into(bytes, value);
    code = status.code();
    EXPECT_NE(code, Code::kNoMemory);
    EXPECT_LE(scope.peak(), allowed_heap(bytes.size()));
    EXPECT_TRUE(status.ok() || status.offset() <= bytes.size());
    static_cast<void>(Codec::template verify<T>(bytes));
    look<Codec, T>(bytes);
    EXPECT_LE(scope.peak(), allowed_heap(bytes.size()));
    if (status.ok()) expect_fixpoint<Codec>(value, options);
  }
  EXPECT_EQ(scope.live(), 0);
  return code;
}

template <typename Codec>
void attempt_all() {
  std::size_t mutants = 0;
  std::size_t accepted = 0;
  Codec::each_vector([&]<typename T>(const std::string& name, const T&, const auto& options) {
    if (::testing::Test::HasFailure()) return;
    const Bytes whole = read_vector(vector_path("good/" + name, Codec::kFolder)).bytes;
    const auto take = [&](const Bytes& bytes) {
      ++mutants;
      const Code code = attempt<Codec, T>(bytes, options);
      accepted += code == Code::kOk ? 1U : 0U;
      if constexpr (std::is_same_v<T, BookV2>) {
        static_cast<void>(attempt<Codec, BookV1>(bytes, options));
        static_cast<void>(attempt<Codec, BookV3>(bytes, options));
      }
      return code;
    };
    for (std::size_t size = 0; size < whole.size(); ++size) {
      SCOPED_TRACE(name + " cut off at " + std::to_string(size));
      const Code code =
          take(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
      EXPECT_TRUE(code == Code::kTruncated || !kEndsWithValue<Codec>) << code_name(code);
      if (::testing::Test::HasFailure()) return;
    }
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      SCOPED_TRACE(name + ", bit " + std::to_string(bit));
      Bytes flipped = whole;
      flipped[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
      take(flipped);
      if (::testing::Test::HasFailure()) return;
    }
  });
  std::printf("%zu mutants, %zu accepted\n", mutants, accepted);
}

TEST(CodecVectors, OfFlatBuffersCutOffOrFlippedAreAnswered) { attempt_all<FlatCodec>(); }
TEST(CodecVectors, OfFlexBuffersCutOffOrFlippedAreAnswered) { attempt_all<FlexCodec>(); }
TEST(CodecVectors, OfMessagePackCutOffOrFlippedAreAnswered) { attempt_all<MsgpackCodec>(); }

}  // namespace
}  // namespace fastser::testing::golden
