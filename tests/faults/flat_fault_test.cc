// SPDX-License-Identifier: MIT
//
// FlatBuffers: the k-th allocation of every entry point fails, of those that make schemas,
// too. What was there when a decode fails is still a value, over which the next one reads.
#include <new>

#include "fastser/flat.hpp"
#include "faults/verbs.hpp"
#include "hostile/values.hpp"

namespace fastser::testing {
namespace {

template <typename T>
struct Verbs : CodecVerbs<flat::EncodeOptions, flat::DecodeOptions> {
  static Code verify(BytesView bytes) { return flat::verify<T>(bytes).code(); }
};

// What std::bad_alloc says as well: flat::schema is a std::string.
template <typename Work>
Code code_of(Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Code::kNoMemory;
  }
}

template <typename Old, typename New>
void sweep_all(const std::string& name, const Old& value, const flat::EncodeOptions& options = {}) {
  using V = Verbs<Old>;
  sweep_encode<V>(name, value, options);
  const Result<Buffer> bytes = flat::encode(value, options);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  sweep_decode<V, Old, New>(name, *bytes);
  sweep((name + " view").c_str(), [&] { return flat::view<Old>(*bytes).status().code(); });
  sweep((name + " schema").c_str(),
        [&] { return code_of([] { return (void)flat::schema<Old>(), Code::kOk; }); });
  sweep((name + " binary schema").c_str(),
        [] { return flat::binary_schema<Old>().status().code(); });
}

// Fields by their numbers: a later version has some of them, and others.
struct Owner {
  std::unique_ptr<v1::Texts> own;
  std::vector<std::shared_ptr<v1::Plain>> shared;
  std::map<std::string, std::deque<std::string>> queues;
  std::optional<std::deque<std::int32_t>> queue;
  std::variant<std::monostate, std::string, std::deque<std::string>> choice;
  static constexpr auto fastser_options =
      options(id("own", 0), id("shared", 1), id("queues", 2), id("queue", 3), id("choice", 5));
};
struct LaterOwner {
  std::string added = "what a later version has, longer than in place";
  std::deque<std::string> more;
  std::map<std::string, std::vector<std::string>> queues;
  std::vector<std::shared_ptr<v1::Plain>> shared;
  static constexpr auto fastser_options =
      options(id("added", 7), id("more", 8), id("queues", 2), id("shared", 1));
};

Owner make_owner() {
  Owner owner;
  owner.own = std::make_unique<v1::Texts>(make_texts());
  const auto plain = std::make_shared<v1::Plain>(make_plain());
  owner.shared = {plain, std::make_shared<v1::Plain>(), plain};
  owner.queues = {{"a key that does not fit in place", {"one", "a text that does not fit either"}},
                  {"b", {}}};
  owner.queue = {1, 2, 3};
  owner.choice = std::deque<std::string>{"chosen"};
  return owner;
}

TEST(FlatFault, InEncodeDecodeAndSchemasIsNoMemory) {
  sweep_all<v1::Texts, v1::Texts>("texts", make_texts());
  v1::Boxes boxes = make_boxes();
  boxes.words.resize(100, "a word that does not fit in place");
  boxes.deque.resize(600);
  sweep_all<v1::Boxes, v1::Boxes>("boxes", boxes);
  sweep_all<v1::Boxes, v1::Boxes>("boxes, texts shared", boxes, {.share_texts = true});
  sweep_all<Owner, LaterOwner>("owner", make_owner());
}

TEST(FlatFault, WhileAFileIsRefusedIsNoMemory) {
  const Result<Buffer> whole = flat::encode(make_owner());
  ASSERT_TRUE(whole.ok());
  sweep("cut off", [&] {
    const Code code = Verbs<Owner>::decode<Owner>(whole->view().first(whole->size() / 2), {});
    return code == Code::kOk ? Code::kUsage : code == Code::kNoMemory ? code : Code::kOk;
  });
  sweep("over the budget", [&] {
    const Limits none{.memory_factor = 0, .memory_base = 0};
    return expected(Verbs<Owner>::decode<Owner>(*whole, {.limits = none}), Code::kOverBudget);
  });
  sweep("verify, cut off", [&] {
    return flat::verify<Owner>(whole->view().first(whole->size() / 2)).ok() ? Code::kUsage
                                                                            : Code::kOk;
  });
}

TEST(FlatFault, LeavesWhatWasThereAValue) {
  const Result<Buffer> bytes = flat::encode(make_owner());
  ASSERT_TRUE(bytes.ok());
  const auto use = [](Owner& owner) {
    owner.shared.resize(1);
    owner.queues = {{"c", {"another"}}};
  };
  // Elements that were made, and not read yet.
  const auto mend = [](Owner& owner) { std::erase(owner.shared, nullptr); };
  expect_left_a_value<Verbs<Owner>>(*bytes, make_owner, use, mend, [](Owner&) {});
}

}  // namespace
}  // namespace fastser::testing
