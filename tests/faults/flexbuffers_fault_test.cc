// SPDX-License-Identifier: MIT
//
// FlexBuffers: the k-th allocation of every entry point fails, also while an error and its
// path are put together. What was there when a decode fails is still a value, over which the next
// one reads.
#include "fastser/flexbuffers.hpp"
#include "faults/verbs.hpp"
#include "hostile/values.hpp"

namespace fastser::testing {
namespace {

struct Verbs : CodecVerbs<flexbuffers::EncodeOptions, flexbuffers::DecodeOptions> {
  static Code verify(BytesView bytes) { return flexbuffers::verify(bytes).code(); }
};

template <typename Old, typename New>
void sweep_all(const std::string& name, const Old& value,
               const flexbuffers::EncodeOptions& options = {}) {
  sweep_encode<Verbs>(name, value, options);
  const Result<Buffer> bytes = flexbuffers::encode(value, options);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  sweep_decode<Verbs, Old, New>(name, *bytes);
  std::vector<std::byte> memory(bytes->size());
  sweep((name + " encode_to").c_str(),
        [&] { return flexbuffers::encode_to(memory, value, options).status().code(); });
  sweep((name + " view").c_str(), [&] {
    const Result<flexbuffers::Reference> root = flexbuffers::root(*bytes);
    return root.ok() ? Code::kOk : root.status().code();
  });
}

struct Owner {
  std::unique_ptr<v1::Texts> own;
  std::vector<std::shared_ptr<v1::Plain>> shared;
  std::map<std::string, std::deque<std::string>> queues;
  std::unordered_map<std::string, std::int32_t> numbers;
  std::optional<std::deque<std::int32_t>> queue;
  std::variant<std::monostate, std::string, std::deque<std::string>> choice;
};
struct LaterTexts {
  std::string added = "what a later version has, longer than in place";
  std::optional<std::string> name;
  std::vector<std::uint8_t> blob;
  std::string path;
  std::vector<std::uint32_t> triple;
  std::shared_ptr<v2::Plain> boxed;
};
struct LaterOwner {
  std::string added = "what a later version has, longer than in place";
  std::deque<std::string> more;
  std::map<std::string, std::vector<std::string>> queues;
  std::vector<std::unique_ptr<v2::Plain>> shared;
};

Owner make_owner() {
  Owner owner;
  owner.own = std::make_unique<v1::Texts>(make_texts());
  owner.shared = {std::make_shared<v1::Plain>(make_plain()), nullptr,
                  std::make_shared<v1::Plain>()};
  owner.queues = {{"a key that does not fit in place", {"one", "a text that does not fit either"}},
                  {"b", {}}};
  owner.numbers = {{"two", 2}, {"a key that does not fit in place", 3}};
  owner.queue = {1, 2, 3};
  owner.choice = std::deque<std::string>{"chosen"};
  return owner;
}

TEST(FlexbuffersFault, InEncodeAndDecodeIsNoMemory) {
  sweep_all<v1::Texts, LaterTexts>("texts", make_texts());
  v1::Boxes boxes = make_boxes();
  boxes.words.resize(100, "a word that does not fit in place");
  boxes.deque.resize(600);
  for (int i = 0; i < 40; ++i) boxes.map["key " + std::to_string(i)] = {1, 2};
  sweep_all<v1::Boxes, v2::Boxes>("boxes", boxes);
  sweep_all<v1::Boxes, v2::Boxes>("boxes, strings shared", boxes, {.share_strings = true});
  sweep_all<Owner, LaterOwner>("owner", make_owner());
}

struct Chain {
  std::unique_ptr<Chain> next;
};

TEST(FlexbuffersFault, WhileAMessageIsRefusedIsNoMemory) {
  std::map<std::string, std::vector<Owner>> deep;
  deep["a key that does not fit in place"].push_back(make_owner());
  const Result<Buffer> whole = flexbuffers::encode(deep);
  ASSERT_TRUE(whole.ok());
  sweep("another type", [&] {
    using Other = std::map<std::string, std::vector<std::map<std::string, std::int32_t>>>;
    return expected(Verbs::decode<Other>(*whole, {}), Code::kTypeMismatch);
  });
  sweep("over the budget", [&] {
    const Limits none{.memory_factor = 0, .memory_base = 0};
    return expected(Verbs::decode<decltype(deep)>(*whole, {.limits = none}), Code::kOverBudget);
  });
  sweep("verify, cut off", [&] {
    const BytesView cut = whole->view().first(whole->size() - 1);
    return flexbuffers::verify(cut).ok() ? Code::kUsage : Code::kOk;
  });
  Chain chain;
  for (int i = 0; i < 200; ++i) {
    auto outer = std::make_unique<Chain>();
    outer->next = std::move(chain.next);
    chain.next = std::move(outer);
  }
  const Result<Buffer> nested = flexbuffers::encode(chain, {.depth = 200});
  ASSERT_TRUE(nested.ok());
  sweep("too deep", [&] { return expected(Verbs::decode<Chain>(*nested, {}), Code::kTooDeep); });
}

TEST(FlexbuffersFault, LeavesWhatWasThereAValue) {
  const Result<Buffer> bytes = flexbuffers::encode(make_owner());
  ASSERT_TRUE(bytes.ok());
  const auto use = [](Owner& owner) {
    owner.shared.resize(1);
    owner.queues = {{"c", {"another"}}};
  };
  // In the order of a fresh hash table.
  const auto settle = [](Owner& owner) { owner.numbers = make_owner().numbers; };
  expect_left_a_value<Verbs>(
      *bytes, make_owner, use, [](Owner&) {}, settle);
}

}  // namespace
}  // namespace fastser::testing
