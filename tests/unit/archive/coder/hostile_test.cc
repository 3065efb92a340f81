// SPDX-License-Identifier: MIT
//
// Archives from strangers through CoderReader: every truncation and every flipped bit ends in a
// value or an error, never in a crash or without end; references are checked at every use; and
// memory that runs out, at every allocation.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/graph.hpp"

namespace fastser {
namespace {

using schema::TypeCode;

// Reads whatever comes, by what peek() says. `turn` varies the order and what is skipped.
class Driver {
 public:
  Driver(CoderReader& reader, unsigned turn) : reader_(reader), turn_(turn) {}

  void all(int depth = 0) {
    while (!reader_.is_at_end() && ++steps_ < 20000) {
      if (++turn_ % 11 == 0) {
        reader_.skip();
      } else {
        one(depth);
      }
    }
  }

 private:
  void inside(int depth) {
    if (turn_ % 3 == 0) static_cast<void>(reader_.i64("value"));
    if (turn_ % 5 == 0) static_cast<void>(reader_.string("text"));
    if (turn_ % 7 != 0) all(depth + 1);
  }

  void one(int depth) {
    std::uint64_t count = 0;
    switch (reader_.peek()) {
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kArray:
      case TypeCode::kTuple:
        if (reader_.begin_list(count)) {
          all(depth + 1);
          reader_.end_list();
        }
        break;
      case TypeCode::kMap:
      case TypeCode::kOrderedMap:
        if (reader_.begin_map(count)) {
          all(depth + 1);
          reader_.end_map();
        }
        break;
      case TypeCode::kRecord:
      case TypeCode::kAnyRecord:
      case TypeCode::kOwnedAny:
        if (reader_.begin_record()) {
          inside(depth);
          reader_.end_record();
        }
        break;
      case TypeCode::kRef:
      case TypeCode::kAnyRef: {
        const ObjectStart start = reader_.begin_object();
        if (start.kind == ObjectStart::kNew) {
          reader_.set_object(start.number, this);
          inside(depth);
          reader_.end_object();
        } else if (start.kind == ObjectStart::kReference) {
          EXPECT_EQ(reader_.object(start.number), this);
        }
        break;
      }
      default: scalar(); break;
    }
  }

  void scalar() {
    switch (reader_.peek()) {
      case TypeCode::kNull: reader_.null(); break;
      case TypeCode::kF32: static_cast<void>(reader_.f32()); break;
      case TypeCode::kF64: static_cast<void>(reader_.f64()); break;
      case TypeCode::kString:
      case TypeCode::kSharedString:
      case TypeCode::kUrl:
      case TypeCode::kClassRef: bytes_ += reader_.string().size(); break;
      case TypeCode::kData:
      case TypeCode::kSharedData:
      case TypeCode::kBits: bytes_ += reader_.data().size(); break;
      case TypeCode::kDate: static_cast<void>(reader_.date()); break;
      case TypeCode::kDuration: static_cast<void>(reader_.duration()); break;
      case TypeCode::kUuid: static_cast<void>(reader_.uuid()); break;
      case TypeCode::kDecimal: static_cast<void>(reader_.decimal()); break;
      case TypeCode::kAppleDate: static_cast<void>(reader_.apple_date()); break;
      case TypeCode::kU64:
      case TypeCode::kVarU64: static_cast<void>(reader_.u64()); break;
      default: static_cast<void>(reader_.i64()); break;
    }
  }

  CoderReader& reader_;
  unsigned turn_;
  unsigned steps_ = 0;
  std::size_t bytes_ = 0;
};

struct Leaf {
  std::int32_t value = 0;
  std::string text;
};
struct Tree {
  std::int32_t value = 0;
  std::string text;
  std::optional<Leaf> leaf;
  std::shared_ptr<Tree> left, right;
  std::vector<Leaf> leaves;
  std::map<std::string, std::vector<std::uint16_t>> named;
};

void write_graph(CoderWriter& writer) {
  static int objects[6];
  const ClassHandle super = writer.define_class("Base", 1);
  const ClassHandle of = writer.define_class("Node", 2, super);
  writer.begin_list("nodes", 6, TypeCode::kAnyRef);
  for (int i = 0; i < 6; ++i) {
    if (i == 2) {
      writer.conditional(&objects[5]);
      continue;
    }
    if (!writer.begin_object(&objects[i], of)) continue;
    writer.i32("value", i);
    writer.string("text", "text " + std::to_string(i % 2));
    writer.reference("self", &objects[i]);
    if (i % 2 == 0) writer.null("odd");
    const std::int16_t shorts[] = {1, 2, 3};
    writer.array("shorts", std::span<const std::int16_t>(shorts));
    if (i == 4 && writer.begin_object("inner", &objects[5], of)) {
      writer.vi64("value", -1);
      writer.end_object();
    }
    writer.end_object();
  }
  writer.end_list();
  writer.begin_map(1, TypeCode::kString, TypeCode::kAny);
  writer.string("text 1");
  writer.date({1, 2});
  writer.end_map();
  for (int i = 0; i < 5; ++i) writer.i64(i);
  writer.decimal({1, 2, 3, 4, false});
}

std::vector<Buffer> specimens() {
  std::vector<Buffer> all;
  CoderWriter writer;
  write_graph(writer);
  all.push_back(std::move(*writer.finish()));
  CoderWriter plain({.sharing = archive::Sharing::off});
  write_graph(plain);
  all.push_back(std::move(*plain.finish()));
  auto tree = std::make_shared<Tree>();
  tree->left = std::make_shared<Tree>();
  tree->right = tree->left;
  tree->leaf = Leaf{5, "five"};
  tree->leaves = {{1, "one"}, {2, "two"}, {3, "one"}};
  tree->named = {{"a", {1, 2}}, {"b", {}}};
  all.push_back(std::move(*archive::encode(tree, {.sharing = archive::Sharing::on})));
  auto chain = tree->left;
  for (int i = 0; i < 40; ++i) {
    chain->left = std::make_shared<Tree>();
    chain->left->value = i;
    chain = chain->left;
  }
  all.push_back(std::move(*archive::encode(tree)));
  return all;
}

Status drive(BytesView bytes, unsigned turn) {
  CoderReader reader;
  if (!reader.open(bytes).ok()) return reader.status();
  Driver(reader, turn).all();
  return reader.finish();
}

// Memory of exactly this size, so that a sanitizer sees every byte read beyond it.
struct Exact {
  explicit Exact(BytesView from) : bytes(new std::byte[from.size()]), size(from.size()) {
    if (size != 0) std::memcpy(bytes.get(), from.data(), size);
  }
  [[nodiscard]] BytesView view() const { return {bytes.get(), size}; }
  std::unique_ptr<std::byte[]> bytes;
  std::size_t size;
};

TEST(CoderHostile, SpecimensAreReadWholeInEveryOrder) {
  int number = 0;
  for (const Buffer& bytes : specimens()) {
    for (unsigned turn = 0; turn < 40; ++turn) {
      const Status status = drive(bytes, turn);
      EXPECT_TRUE(status.ok()) << number << " " << turn << " " << status.to_string();
    }
    ++number;
  }
}

TEST(CoderHostile, EveryTruncationIsAnErrorAndNoCrash) {
  for (const Buffer& bytes : specimens()) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const Exact cut(bytes.view().first(size));
      for (unsigned turn = 0; turn < 3; ++turn) EXPECT_FALSE(drive(cut.view(), turn).ok()) << size;
    }
  }
}

TEST(CoderHostile, EveryFlippedBitEndsInAValueOrAnError) {
  int errors = 0;
  for (const Buffer& bytes : specimens()) {
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      Exact flipped(bytes);
      flipped.bytes[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
      for (unsigned turn = 0; turn < 2; ++turn) {
        const Status status = drive(flipped.view(), turn + static_cast<unsigned>(bit));
        if (status.ok()) continue;
        ++errors;
        EXPECT_FALSE(status.message().empty());
      }
    }
  }
  EXPECT_GT(errors, 1000);
}

TEST(CoderHostile, EveryByteSetToAnExtremeEndsInAValueOrAnError) {
  for (const Buffer& bytes : specimens()) {
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned value : {0x00U, 0x7FU, 0x80U, 0xFFU}) {
        Exact changed(bytes);
        changed.bytes[at] = static_cast<std::byte>(value);
        static_cast<void>(drive(changed.view(), static_cast<unsigned>(at) + value));
      }
    }
  }
}

// A table-in-front archive put together by hand.
Buffer archive_of(std::initializer_list<int> table, std::initializer_list<int> payload) {
  std::vector<std::byte> bytes;
  for (const int byte : {0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0, static_cast<int>(table.size())}) {
    bytes.push_back(static_cast<std::byte>(byte));
  }
  for (const int byte : table) bytes.push_back(static_cast<std::byte>(byte));
  for (const int byte : payload) bytes.push_back(static_cast<std::byte>(byte));
  Buffer buffer;
  EXPECT_TRUE(buffer.append(bytes));
  return buffer;
}

// Two classes A {i32} and B {i64}; the root is a list of `any ref` or of `ref A`.
Buffer references(bool any, std::initializer_list<int> slots) {
  if (any) {
    return archive_of({2, 1, 'A', 0, 0, 1, 2, 0x06, 1, 'B', 0, 0, 1, 2, 0x08, 0x21, 0x2B}, slots);
  }
  return archive_of(
      {2, 1, 'A', 0, 0, 1, 2, 0x06, 1, 'B', 0, 0, 1, 2, 0x08, 0x2D, 2, 0x2B, 0x21, 0x29, 0x28, 0},
      slots);
}

Code code_of(const Buffer& bytes) { return drive(bytes, 1).code(); }

TEST(CoderHostile, ReferencesAreCheckedAtEveryUse) {
  // any ref: a new A, then a reference to it
  EXPECT_EQ(code_of(references(true, {2, 1, 0, 9, 0, 0, 0, 6})), Code::kOk);
  EXPECT_EQ(code_of(references(true, {2, 1, 0, 9, 0, 0, 0, 7})), Code::kBadReference);
  EXPECT_EQ(code_of(references(true, {1, 6})), Code::kBadReference);
  EXPECT_EQ(code_of(references(true, {1, 1, 2})), Code::kMalformed);  // no such shape
  EXPECT_EQ(code_of(references(true, {1, 4, 0, 0, 9, 0, 0, 0})), Code::kBadReference);
  // a promise and its body; a second body
  EXPECT_EQ(code_of(references(true, {2, 3, 0, 4, 0, 0, 9, 0, 0, 0})), Code::kOk);
  EXPECT_EQ(code_of(references(true, {2, 3, 2, 4, 0, 0, 9, 0, 0, 0})), Code::kTypeMismatch);
  EXPECT_EQ(code_of(references(true, {3, 3, 0, 4, 0, 0, 9, 0, 0, 0, 4, 0, 0, 9, 0, 0, 0})),
            Code::kBadReference);
  EXPECT_EQ(code_of(references(true, {2, 1, 0, 9, 0, 0, 0, 4, 0, 0, 9, 0, 0, 0})),
            Code::kBadReference);
  // a tuple of a new object and a list of ref A
  EXPECT_EQ(code_of(references(false, {1, 0, 9, 0, 0, 0, 2, 6, 6})), Code::kOk);
  EXPECT_EQ(code_of(references(false, {1, 1, 9, 0, 0, 0, 0, 0, 0, 0, 1, 6})), Code::kTypeMismatch);
  // deferred
  EXPECT_EQ(code_of(references(true, {2, 2, 0, 6, 9, 0, 0, 0})), Code::kOk);
  EXPECT_EQ(code_of(references(true, {2, 2, 0, 6, 9, 0, 0, 0, 1})), Code::kTrailing);
  EXPECT_EQ(code_of(references(true, {2, 2, 0, 6, 9, 0, 0})), Code::kTruncated);
}

TEST(CoderHostile, CountsThatCannotBeAreRefusedAtOnce) {
  // list<i32> and list<null> of 2^62 elements
  EXPECT_EQ(
      code_of(archive_of({0, 0x21, 0x06}, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40})),
      Code::kTruncated);
  EXPECT_EQ(
      code_of(archive_of({0, 0x21, 0x00}, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40})),
      Code::kOverBudget);
}

TEST(CoderHostile, ArchivesWithoutATableAreRefused) {
  CoderReader reader;
  const auto bytes = archive::encode(5, {.header = archive::Header::fingerprint});
  EXPECT_EQ(reader.open(*bytes).code(), Code::kUsage);
  EXPECT_EQ(reader.i32(), 0);
  EXPECT_TRUE(reader.is_at_end());
  EXPECT_EQ(reader.finish().code(), Code::kUsage);
}

TEST(CoderHostile, MisuseOfTheReaderIsAnError) {
  CoderWriter writer;
  writer.i32(1);
  writer.begin_list(1, TypeCode::kI32);
  writer.i32(1);
  writer.end_list();
  const Buffer bytes = std::move(*writer.finish());
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  reader.end_record();
  EXPECT_EQ(reader.finish().code(), Code::kUsage);
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_EQ(reader.i32() + reader.i32(), 1);
  EXPECT_EQ(reader.status().code(), Code::kTypeMismatch);
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  reader.skip();
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.finish().code(), Code::kUsage);
  ASSERT_TRUE(reader.open(bytes).ok());
  reader.skip();
  reader.skip();
  reader.skip();
  EXPECT_EQ(reader.finish().code(), Code::kTypeMismatch);
  ASSERT_TRUE(reader.open(bytes).ok());
  reader.fail(Code::kUnknownClass, "the caller's");
  EXPECT_EQ(reader.finish().code(), Code::kUnknownClass);
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_TRUE(reader.finish().ok());  // nothing read: all passed by
}

}  // namespace
}  // namespace fastser
