// SPDX-License-Identifier: MIT
//
// How deep values may lie in each other is one number, whoever writes or reads them: typed codecs,
// plans, the coder, the walker, schema resolution, conversion. Shapes that count in different ways
// (docs/format.md, section 3) are nested 1 to 140 times; for each, all readers stop at the same
// depth, and writers stop there too.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/convert.hpp"
#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

using schema::TypeCode;

// Each shape is a class "Node" of version V, so that an older reader has to resolve; `grow` puts a
// node into a new one. `kLevels` is what each step of nesting counts, as docs/format.md says.
#define FASTSER_DEPTH_NODE(V)                              \
  static constexpr std::string_view fastser_name = "Node"; \
  static constexpr std::uint32_t fastser_version = V

template <std::uint32_t V>
struct InList {
  std::vector<InList> kids;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 1;  // the empty list
  static InList grow(InList inner) {
    InList outer;
    outer.kids.push_back(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InListBesideNumbers {
  std::vector<InListBesideNumbers> kids;
  std::vector<std::int32_t> numbers;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 1;
  static InListBesideNumbers grow(InListBesideNumbers inner) {
    InListBesideNumbers outer;
    outer.numbers = {1, 2};
    outer.kids.push_back(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InOptionalList {
  std::optional<std::vector<InOptionalList>> kids;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 0;
  static InOptionalList grow(InOptionalList inner) {
    InOptionalList outer;
    outer.kids.emplace().push_back(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InVariant {
  std::variant<std::int32_t, std::vector<InVariant>> kids;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 0;
  static InVariant grow(InVariant inner) {
    InVariant outer;
    outer.kids.template emplace<1>().push_back(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InMap {
  std::map<std::int32_t, InMap> kids;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 1;
  static InMap grow(InMap inner) {
    InMap outer;
    outer.kids.emplace(1, std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InOwner {
  std::unique_ptr<InOwner> next;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 0;
  static InOwner grow(InOwner inner) {
    InOwner outer;
    outer.next = std::make_unique<InOwner>(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InOptionalOwner {
  std::optional<std::unique_ptr<InOptionalOwner>> next;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 2;  // a choice in a choice, the record in that
  static constexpr std::size_t kLeaf = 0;
  static InOptionalOwner grow(InOptionalOwner inner) {
    InOptionalOwner outer;
    outer.next.emplace(std::make_unique<InOptionalOwner>(std::move(inner)));
    return outer;
  }
};
template <std::uint32_t V>
struct InArray {
  std::array<std::vector<InArray>, 2> kids;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 2;
  static constexpr std::size_t kLeaf = 2;
  static InArray grow(InArray inner) {
    InArray outer;
    outer.kids[1].push_back(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InTuple {
  std::pair<std::int32_t, std::vector<InTuple>> kids;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 2;
  static constexpr std::size_t kLeaf = 2;
  static InTuple grow(InTuple inner) {
    InTuple outer;
    outer.kids.second.push_back(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct InRecord {
  struct Middle {
    std::vector<InRecord> kids;
    static constexpr std::string_view fastser_name = "Middle";
  };
  Middle middle;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 2;
  static constexpr std::size_t kLeaf = 2;
  static InRecord grow(InRecord inner) {
    InRecord outer;
    outer.middle.kids.push_back(std::move(inner));
    return outer;
  }
};
template <std::uint32_t V>
struct BesidePlainRecords {
  struct Point {
    std::array<std::array<std::int32_t, 2>, 2> places{};
    static constexpr std::string_view fastser_name = "Point";
  };
  std::optional<std::vector<BesidePlainRecords>> kids;
  Point point;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 3;  // the record and two arrays
  static BesidePlainRecords grow(BesidePlainRecords inner) {
    BesidePlainRecords outer;
    outer.kids.emplace().push_back(std::move(inner));
    return outer;
  }
};
// Objects are put off where seventeen lie in each other: the list is as deep as they are.
template <std::uint32_t V>
struct InObject {
  std::shared_ptr<InObject> next;
  std::vector<InObject> kids;
  FASTSER_DEPTH_NODE(V);
  static constexpr std::size_t kLevels = 1;
  static constexpr std::size_t kLeaf = 1;
  static InObject grow(InObject inner) {
    InObject outer;
    outer.kids.push_back(std::move(inner));
    outer.next = std::make_shared<InObject>();
    return outer;
  }
};

template <template <std::uint32_t> typename Node, std::uint32_t V>
Node<V> nested(std::size_t times) {
  Node<V> root;
  for (std::size_t i = 0; i < times; ++i) root = Node<V>::grow(std::move(root));
  return root;
}

/// A class that has forgotten all fields: what it reads is passed by.
struct Forgetful {
  std::int32_t another = 0;
  FASTSER_DEPTH_NODE(9);
};

void read_value(CoderReader& reader) {
  std::uint64_t count = 0;
  switch (reader.peek()) {
    case TypeCode::kList:
    case TypeCode::kArray:
    case TypeCode::kTuple:
      if (!reader.begin_list(count)) return;
      for (; count != 0 && reader.status().ok(); --count) read_value(reader);
      return reader.end_list();
    case TypeCode::kMap:
      if (!reader.begin_map(count)) return;
      for (; count != 0 && reader.status().ok(); --count) {
        read_value(reader);
        read_value(reader);
      }
      return reader.end_map();
    case TypeCode::kRecord:
      if (!reader.begin_record()) return;
      while (!reader.is_at_end() && reader.status().ok()) read_value(reader);
      return reader.end_record();
    case TypeCode::kRef:
      if (reader.begin_object().kind != ObjectStart::kNew) return;
      while (!reader.is_at_end() && reader.status().ok()) read_value(reader);
      return reader.end_object();
    default: reader.skip();
  }
}
Status read_by_coder(const Buffer& bytes) {
  CoderReader reader;
  if (const Status status = reader.open(bytes); !status.ok()) return status;
  read_value(reader);
  return reader.finish();
}
Status pass_by_coder(const Buffer& bytes) {
  CoderReader reader;
  if (const Status status = reader.open(bytes); !status.ok()) return status;
  reader.skip();
  return reader.finish();
}

template <template <std::uint32_t> typename Node>
class Depth {
 public:
  using Now = Node<1>;
  using Older = Node<2>;

  Depth() {
    Result<Plan> plan = archive::plan_of<Now>();
    Result<Plan> older = archive::plan_of<Older>();
    EXPECT_TRUE(plan.ok()) << plan.status().to_string();
    EXPECT_TRUE(older.ok()) << older.status().to_string();
    plan_ = std::move(*plan);
    older_plan_ = std::move(*older);
  }

  void check() {
    const std::size_t most = (Limits{}.depth - Now::kLeaf) / Now::kLevels;
    for (std::size_t times = 1; times <= 140; ++times) {
      // Every depth near the greatest one, a few of the others.
      if (times % 16 != 0 && times + 2 < most) continue;
      if (times % 16 != 0 && times > most + 2) continue;
      SCOPED_TRACE("nested " + std::to_string(times) + " times");
      const Now value = nested<Node, 1>(times);
      check_writers(value, times <= most);
      Result<Buffer> bytes = archive::encode(value, {.depth = 512});
      ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
      check_readers(*bytes, times <= most);
      if (::testing::Test::HasFailure()) return;
    }
  }

 private:
  static Code outcome(bool fits) { return fits ? Code::kOk : Code::kTooDeep; }

  void check_writers(const Now& value, bool fits) {
    const Status typed = archive::encode(value).status();
    EXPECT_EQ(typed.code(), outcome(fits));
    EXPECT_EQ(archive::encoded_size(value).status().code(), outcome(fits));
    if (!fits) {
      EXPECT_NE(typed.to_string().find("class "), std::string::npos) << typed.to_string();
      EXPECT_NE(typed.to_string().find("field "), std::string::npos) << typed.to_string();
    }
    Buffer planned;
    const Status by_plan = plan_->encode(planned, &value);
    EXPECT_EQ(by_plan.code(), outcome(fits)) << "by a plan";
    EXPECT_EQ(by_plan.path().empty(), fits) << by_plan.to_string();
  }

  void check_readers(const Buffer& bytes, bool fits) {
    const Code wanted = outcome(fits);
    EXPECT_EQ(archive::verify(bytes).code(), wanted) << "verify";
    EXPECT_EQ(archive::decode<Now>(bytes).status().code(), wanted) << "typed";
    EXPECT_EQ(archive::decode<Older>(bytes).status().code(), wanted) << "another version";
    EXPECT_EQ(archive::decode<Forgetful>(bytes).status().code(), wanted) << "passing by";
    Now planned;
    EXPECT_EQ(plan_->decode(bytes, &planned).code(), wanted) << "plan";
    Older older;
    EXPECT_EQ(older_plan_->decode(bytes, &older).code(), wanted) << "plan of another version";
    EXPECT_EQ(read_by_coder(bytes).code(), wanted) << "coder";
    EXPECT_EQ(pass_by_coder(bytes).code(), wanted) << "coder that skips";
    EXPECT_EQ(
        convert::convert(bytes, convert::Format::archive, convert::Format::msgpack).status().code(),
        wanted)
        << "conversion";
  }

  std::optional<Plan> plan_;
  std::optional<Plan> older_plan_;
};

Result<Buffer> records_in_lists(std::size_t times, std::uint32_t limit) {
  CoderWriter writer({.limits = {.depth = limit}});
  const ClassHandle of = writer.define_class("Node", 1);
  for (std::size_t i = 0; i < times; ++i) {
    writer.begin_list("kids", 1, TypeCode::kAnyRecord);
    writer.begin_record(of);
  }
  for (std::size_t i = 0; i < times; ++i) {
    writer.end_record();
    writer.end_list();
  }
  return writer.finish();
}

TEST(Depth, OfWhatTheCoderWritesIsOneForAll) {
  for (std::size_t times = 1; times <= 140; ++times) {
    SCOPED_TRACE("nested " + std::to_string(times) + " times");
    const Code wanted = times <= Limits{}.depth ? Code::kOk : Code::kTooDeep;
    EXPECT_EQ(records_in_lists(times, Limits{}.depth).status().code(), wanted);
    const Result<Buffer> bytes = records_in_lists(times, 512);
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    EXPECT_EQ(archive::verify(*bytes).code(), wanted);
    EXPECT_EQ(read_by_coder(*bytes).code(), wanted);
    EXPECT_EQ(pass_by_coder(*bytes).code(), wanted);
    EXPECT_EQ(archive::decode<Forgetful>(*bytes).status().code(), wanted);
  }
}

// A type that cannot be deeper than its own description is read without counting, unless the caller
// allows less than that.
TEST(Depth, OfTypesWithAnEndIsWhatTheCallerAllows) {
  struct Flat {
    std::vector<std::optional<std::vector<std::int32_t>>> lists;
  };
  const Result<Buffer> bytes = archive::encode(Flat{{std::vector<std::int32_t>{1, 2}}});
  ASSERT_TRUE(bytes.ok());
  EXPECT_TRUE(archive::decode<Flat>(*bytes, {.limits = {.depth = 2}}).ok());
  EXPECT_EQ(archive::decode<Flat>(*bytes, {.limits = {.depth = 1}}).status().code(),
            Code::kTooDeep);
  const Result<Buffer> none = archive::encode(Flat{{std::nullopt}});
  EXPECT_TRUE(archive::decode<Flat>(*none, {.limits = {.depth = 1}}).ok());
}

TEST(Depth, OfListsIsOneForAll) { Depth<InList>().check(); }
TEST(Depth, OfListsBesideListsOfNumbersIsOneForAll) { Depth<InListBesideNumbers>().check(); }
TEST(Depth, OfListsInOptionalsIsOneForAll) { Depth<InOptionalList>().check(); }
TEST(Depth, OfListsInVariantsIsOneForAll) { Depth<InVariant>().check(); }
TEST(Depth, OfMapsIsOneForAll) { Depth<InMap>().check(); }
TEST(Depth, OfOwnersIsOneForAll) { Depth<InOwner>().check(); }
TEST(Depth, OfOwnersInOptionalsIsOneForAll) { Depth<InOptionalOwner>().check(); }
TEST(Depth, OfListsInArraysIsOneForAll) { Depth<InArray>().check(); }
TEST(Depth, OfListsInTuplesIsOneForAll) { Depth<InTuple>().check(); }
TEST(Depth, OfRecordsInRecordsIsOneForAll) { Depth<InRecord>().check(); }
TEST(Depth, OfPlainRecordsIsOneForAll) { Depth<BesidePlainRecords>().check(); }
TEST(Depth, OfListsBesideObjectsIsOneForAll) { Depth<InObject>().check(); }

}  // namespace
}  // namespace fastser
