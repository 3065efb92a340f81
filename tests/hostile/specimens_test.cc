// SPDX-License-Identifier: MIT
//
// Making the specimens, and proof that they are sound before anything is changed in them.
#include "hostile/specimens.hpp"

#include <gtest/gtest.h>

#include "fastser/verify.hpp"
#include "hostile/values.hpp"

namespace fastser::testing {
namespace {

using archive::EncodeOptions;
using archive::Header;

template <typename T>
constexpr bool kPolymorphic = std::is_same_v<T, v1::Drawing> || std::is_same_v<T, v2::Drawing>;
template <typename T>
const Registry* registry_for() {
  if constexpr (std::is_same_v<T, v1::Drawing>) return &v1::registry();
  if constexpr (std::is_same_v<T, v2::Drawing>) return &v2::registry();
  return nullptr;
}

template <typename Old, typename New>
void add(std::vector<Specimen>& all, const std::string& name, const Old& value,
         EncodeOptions options = {}) {
  options.registry = registry_for<Old>();
  const Result<Buffer> bytes = archive::encode(value, options);
  if (!bytes.ok()) return;
  Specimen one;
  one.name = name;
  one.bytes.assign(bytes->begin(), bytes->end());
  one.header = options.header;
  one.decode = [](BytesView view, Header header) {
    return attempt<Old>(view, registry_for<Old>(), true, header);
  };
  one.adopt = [](BytesView view, Header header) {
    return attempt<New>(view, registry_for<New>(), true, header);
  };
  one.verify = [](BytesView view, Header header) {
    return archive::verify<Old>(view, {.header = header, .registry = registry_for<Old>()});
  };
  all.push_back(std::move(one));
}

std::vector<Specimen> make() {
  std::vector<Specimen> all;
  add<v1::Plain, v2::Plain>(all, "plain", make_plain());
  add<v1::Plain, v2::Plain>(all, "plain bare", make_plain(), {.header = Header::bare});
  add<v1::Plain, v2::Plain>(all, "plain fingerprint", make_plain(),
                            {.header = Header::fingerprint});
  add<v1::Plain, v2::Plain>(all, "plain checksum", make_plain(), {.checksum = true});
  add<v1::Texts, v2::Texts>(all, "texts", make_texts());
  add<v1::Texts, v2::Texts>(all, "texts shared", make_texts(), {.sharing = archive::Sharing::on});
  add<v1::Boxes, v2::Boxes>(all, "boxes", make_boxes());
  add<v1::Shared, v2::Shared>(all, "shared", make_shared_texts());
  add<v1::Shared, v2::Shared>(all, "shared bare", make_shared_texts(), {.header = Header::bare});
  add<v1::Graph, v2::Graph>(all, "graph", make_graph(5));
  add<v1::Graph, v2::Graph>(all, "graph bare", make_graph(5), {.header = Header::bare});
  add<v1::Graph, v2::Graph>(all, "graph deferred", make_graph(70));
  add<v1::Drawing, v2::Drawing>(all, "drawing", make_drawing());
  add<v1::Drawing, v2::Drawing>(all, "drawing fingerprint", make_drawing(),
                                {.header = Header::fingerprint});
  Arena arena;
  add<v1::Link*, v2::Link*>(all, "links", make_links(arena, 6));
  Live::cut_all();
  return all;
}

TEST(Specimens, AreSoundBeforeAnythingIsChanged) {
  ASSERT_EQ(specimens().size(), 15U);
  for (const Specimen& one : specimens()) {
    SCOPED_TRACE(one.name);
    EXPECT_LE(one.bytes.size(), 4096U);
    const Outcome decoded = one.decode(one.bytes, one.header);
    EXPECT_TRUE(decoded.status.ok()) << decoded.status.to_string();
    EXPECT_EQ(decoded.broken, "");
    EXPECT_EQ(one.verify(one.bytes, one.header).to_string(), "ok");
    if (one.header != archive::Header::self_described) continue;
    const Outcome adopted = one.adopt(one.bytes, one.header);
    EXPECT_TRUE(adopted.status.ok()) << adopted.status.to_string();
    EXPECT_EQ(adopted.broken, "");
    EXPECT_TRUE(archive::verify(one.bytes).ok());
  }
}

}  // namespace

const std::vector<Specimen>& specimens() {
  static const std::vector<Specimen> all = make();
  return all;
}

}  // namespace fastser::testing
