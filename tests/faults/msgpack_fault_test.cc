// SPDX-License-Identifier: MIT
//
// MessagePack: the k-th allocation of every entry point fails, also while an error is being
// put together, and in a stream, which can go on afterwards.
#include <algorithm>

#include "fastser/msgpack.hpp"
#include "faults/verbs.hpp"
#include "hostile/values.hpp"

namespace fastser::testing {
namespace {

using msgpack::Keys;

struct Verbs : CodecVerbs<msgpack::EncodeOptions, msgpack::DecodeOptions> {
  static Code verify(BytesView bytes) { return msgpack::verify(bytes).code(); }
};

// Records by number and as arrays have other fields where v2 has: only names fit both.
template <typename Old, typename New>
void sweep_all(const std::string& name, const Old& value) {
  for (const Keys keys : {Keys::strings, Keys::integers, Keys::array}) {
    const std::string what = name + " as " + std::to_string(static_cast<int>(keys));
    sweep_encode<Verbs>(what, value, {.keys = keys});
    const Result<Buffer> bytes = msgpack::encode(value, keys);
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    if (keys == Keys::strings) {
      sweep_decode<Verbs, Old, New>(what, *bytes);
    } else {
      sweep_decode<Verbs, Old, Old>(what, *bytes);
    }
  }
}

struct Owner {
  std::unique_ptr<v1::Texts> own;
  std::vector<std::shared_ptr<v1::Plain>> shared;
  msgpack::Ext ext;
};
struct LaterOwner {
  std::vector<std::unique_ptr<v2::Plain>> shared;
  std::shared_ptr<v2::Texts> own;
};

// A record of everything, and lists long enough to grow while they are read.
TEST(MsgpackFault, InEncodeAndDecodeIsNoMemory) {
  sweep_all<v1::Texts, v2::Texts>("texts", make_texts());
  v1::Boxes boxes = make_boxes();
  boxes.words.resize(600, "a word that does not fit in place");
  boxes.deque.resize(600);
  sweep_all<v1::Boxes, v2::Boxes>("boxes", boxes);
  Owner owner;
  owner.own = std::make_unique<v1::Texts>(make_texts());
  owner.shared = {std::make_shared<v1::Plain>(make_plain()), nullptr,
                  std::make_shared<v1::Plain>()};
  owner.ext = {5, std::vector<std::byte>(40)};
  sweep_all<Owner, LaterOwner>("owner", owner);
}

struct Chain {
  std::unique_ptr<Chain> next;
};

TEST(MsgpackFault, WhileAMessageIsRefusedIsNoMemory) {
  const Result<Buffer> whole = msgpack::encode(std::vector<v1::Texts>(1));
  ASSERT_TRUE(whole.ok());
  const BytesView cut = whole->view().first(whole->size() - 1);
  sweep("cut off",
        [&] { return expected(Verbs::decode<std::vector<v1::Texts>>(cut, {}), Code::kTruncated); });
  sweep("another type",
        [&] { return expected(Verbs::decode<std::vector<int>>(*whole, {}), Code::kTypeMismatch); });
  sweep("over the budget", [&] {
    const Limits none{.memory_factor = 0, .memory_base = 0};
    return expected(Verbs::decode<std::vector<v1::Texts>>(*whole, {.limits = none}),
                    Code::kOverBudget);
  });
  sweep("verify, cut off", [&] { return expected(Verbs::verify(cut), Code::kTruncated); });
  const std::vector<std::byte> deep(3000, std::byte{0x91});
  sweep("too deep", [&] { return expected(Verbs::decode<Chain>(deep, {}), Code::kTooDeep); });
}

TEST(MsgpackFault, InAStreamIsNoMemoryAndNothingIsLost) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < 4; ++i) {
    const Result<Buffer> one = msgpack::encode(make_texts());
    bytes.insert(bytes.end(), one->begin(), one->end());
  }
  constexpr std::size_t kPiece = 70;
  sweep("stream", [&] {
    msgpack::Stream stream;
    Code first = Code::kOk;
    std::size_t whole = 0;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = std::min(kPiece, bytes.size() - at);
      const Code code = stream.feed(BytesView(bytes).subspan(at, size)).code();
      if (code == Code::kOk) at += size;
      if (code != Code::kOk && first != Code::kOk) return code;  // twice
      if (code != Code::kOk) first = code;                       // the same piece again, then
      while (const auto message = stream.next()) {
        ++whole;
        EXPECT_TRUE(msgpack::verify(*message).ok());
      }
    }
    EXPECT_EQ(whole, 4U);
    EXPECT_EQ(stream.pending(), 0U);
    return first;
  });
}

}  // namespace
}  // namespace fastser::testing
