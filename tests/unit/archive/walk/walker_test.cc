// SPDX-License-Identifier: MIT
//
// Walker and verify, on archives made by hand.
#include "fastser/walker.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <initializer_list>
#include <string>
#include <vector>

#include "fastser/verify.hpp"
#include "support/bytes.hpp"
#include "support/small_stack.hpp"

namespace fastser::archive {
namespace {

using testing::archive_of;
using testing::bytes;
using testing::Bytes;

Status verify_of(std::initializer_list<int> table, std::initializer_list<int> payload) {
  return verify(archive_of(table, payload));
}

Code code_of(std::initializer_list<int> table, std::initializer_list<int> payload) {
  return verify_of(table, payload).code();
}

// Writes down what it is told.
class Log final : public Visitor {
 public:
  std::string text_;

 private:
  bool note(const std::string& what) {
    text_ += what + ' ';
    return true;
  }
  bool begin_record(std::uint32_t shape) override { return note("R" + std::to_string(shape)); }
  bool field(const schema::FieldEntry& entry, std::uint64_t index) override {
    return note((entry.named ? std::string(entry.name) : std::to_string(index)) + ':');
  }
  bool end_record(std::uint32_t) override { return note("/R"); }
  bool begin_sequence(schema::TypeExpr, std::uint64_t count) override {
    return note('[' + std::to_string(count));
  }
  bool end_sequence(schema::TypeExpr) override { return note("]"); }
  bool begin_map(schema::TypeExpr, std::uint64_t count) override {
    return note('{' + std::to_string(count));
  }
  bool end_map(schema::TypeExpr) override { return note("}"); }
  bool absent(schema::TypeExpr) override { return note("-"); }
  bool alternative(schema::TypeExpr, std::uint64_t index, schema::TypeExpr) override {
    return note('<' + std::to_string(index) + '>');
  }
  bool inline_type(schema::TypeExpr type) override {
    return note('?' + std::string(schema::code_name(schema::code(type))));
  }
  bool scalar(schema::TypeExpr, const Scalar& scalar) override {
    return note(std::to_string(scalar.as_signed()));
  }
  bool text(schema::TypeExpr, std::string_view text, ContentUse sharing) override {
    const char* kinds[] = {"", "=", "@"};
    return note('\'' + std::string(text) + '\'' + kinds[sharing.kind]);
  }
  bool data(schema::TypeExpr, BytesView data, ContentUse) override {
    return note('d' + std::to_string(data.size()));
  }
  bool begin_object(std::uint64_t number, bool deferred) override {
    return note((deferred ? "later#" : "#") + std::to_string(number));
  }
  bool end_object(std::uint64_t) override { return note("/#"); }
  bool object_later(std::uint64_t number) override { return note('L' + std::to_string(number)); }
  bool object_promised(std::uint64_t number) override { return note('P' + std::to_string(number)); }
  bool object_again(std::uint64_t number) override { return note('A' + std::to_string(number)); }
};

std::string log_of(std::initializer_list<int> table, std::initializer_list<int> payload) {
  const Bytes table_bytes = bytes(table);
  const Result<schema::TypeTable> parsed = schema::TypeTable::parse(table_bytes);
  if (!parsed.ok()) return parsed.status().to_string();
  const Bytes values = bytes(payload);
  Log log;
  const Status status = walk(*parsed, values, log);
  return status.ok() ? log.text_ : status.to_string();
}

TEST(Walker, TellsScalarsOfEveryWidth) {
  EXPECT_EQ(log_of({0, 0x2D, 6, 2, 5, 6, 0x0E, 0x11, 1},
                   {0xFF, 1, 2, 0xFE, 0xFF, 0xFF, 0xFF, 3, 0xAC, 2, 1}),
            "[6 -1 513 -2 -2 300 1 ] ");
}

TEST(Walker, TellsRecordsWithSuperShapesRunsAndNames) {
  // Base {x: u8}, Derived : Base {2 x u8, name: string}
  EXPECT_EQ(log_of({2, 0, 0, 0, 1, 3, 1, 'x', 3, 0, 0, 1, 2, 4, 3, 3, 1, 'n', 0x14, 0x28, 1},
                   {7, 8, 9, 2, 'h', 'i'}),
            "R1 x: 7 1: 8 2: 9 n: 'hi' /R ");
}

TEST(Walker, TellsMapsVariantsOptionalsAndInlineTypes) {
  EXPECT_EQ(log_of({0, 0x24, 0x16, 0x2C}, {2, 2, 'a', 0x20, 3, 1, 5, 4, 'b', 'c', 0x16, 1}),
            "{2 'a'= ?optional 5 'bc'= ?shared string 'a'@ } ");
  EXPECT_EQ(log_of({0, 0x26, 2, 3, 0x14}, {1, 1, 'x'}), "<1> 'x' ");
  EXPECT_EQ(log_of({0, 0x20, 3}, {0}), "- ");
  EXPECT_EQ(log_of({0, 0x2E, 9}, {0xFF, 1}), "d2 ");
}

TEST(Walker, TellsCyclesAndDeferredBodies) {
  // Node {next: ref Node}: 0 -> 1 (deferred) -> 0
  EXPECT_EQ(log_of({1, 4, 'N', 'o', 'd', 'e', 0, 0, 1, 2, 0x29, 0x28, 0, 0x29, 0x28, 0}, {1, 2, 6}),
            "#0 R0 0: L1 /R /# later#1 R0 0: A0 /R /# ");
}

TEST(Walker, SettlesPromises) {
  // list<any ref> over one empty shape.
  const std::initializer_list<int> table = {1, 0, 0, 0, 0, 0x21, 0x2B};
  EXPECT_EQ(log_of(table, {3, 3, 0, 6, 4, 0, 0}), "[3 P0 A0 #0 R0 /R /# ] ");
  EXPECT_EQ(log_of(table, {2, 3, 1, 6}), "[2 P0 A0 ] ");  // never kept: nil
  EXPECT_EQ(log_of(table, {2, 3, 0, 5, 0, 0}), "[2 P0 L0 ] later#0 R0 /R /# ");
  EXPECT_EQ(code_of(table, {3, 3, 0, 4, 0, 0, 4, 0, 0}), Code::kBadReference);  // twice
  EXPECT_EQ(code_of(table, {2, 1, 0, 4, 0, 0}), Code::kBadReference);           // has a body
  EXPECT_EQ(code_of(table, {1, 4, 0, 0}), Code::kBadReference);                 // no promise
}

TEST(Walker, ChecksTheTypeAtEveryUseOfAReference) {
  // tuple<ref i32, ref u8 / any ref / ref i32>
  EXPECT_EQ(code_of({0, 0x2D, 2, 0x29, 6, 0x29, 3}, {1, 0, 0, 0, 0, 6}), Code::kTypeMismatch);
  EXPECT_EQ(code_of({0, 0x2D, 2, 0x29, 6, 0x2B}, {1, 0, 0, 0, 0, 6}), Code::kTypeMismatch);
  EXPECT_EQ(code_of({0, 0x2D, 2, 0x29, 6, 0x29, 6}, {1, 0, 0, 0, 0, 6}), Code::kOk);
  // An object of a shape fits any ref and ref record of that shape, not of another.
  const std::initializer_list<int> table = {2,    0, 0,    0,    0,    0, 0,    0,    0,
                                            0x2D, 3, 0x2B, 0x29, 0x28, 0, 0x29, 0x28, 1};
  EXPECT_EQ(code_of(table, {1, 0, 6, 0}), Code::kOk);
  EXPECT_EQ(code_of(table, {1, 0, 0, 6}), Code::kTypeMismatch);
  EXPECT_EQ(code_of(table, {1, 1, 6, 0}), Code::kTypeMismatch);
  // A promise of unknown shape is settled by its first use.
  EXPECT_EQ(code_of(table, {3, 0, 6, 6}), Code::kTypeMismatch);
}

// ---- keys (docs/format.md section 4, "Equal keys")

TEST(Walker, RefusesAKeyOfAMapThatComesTwice) {
  // map<string, u8>: {"a": 1, "a": 2}; the offset is the second key's.
  const Status status = verify_of({0, 0x24, 0x14, 3}, {2, 1, 'a', 1, 1, 'a', 2});
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 10U + 4 + 4);
  EXPECT_EQ(status.path(), "[1]");
  EXPECT_EQ(status.message(), "a key that the map has twice");
  EXPECT_EQ(code_of({0, 0x25, 0x14, 3}, {2, 1, 'a', 1, 1, 'a', 2}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x24, 0x14, 3}, {2, 1, 'a', 1, 1, 'b', 1}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x24, 0x14, 3}, {2, 0, 1, 0, 1}), Code::kMalformed);
}

TEST(Walker, RefusesAnElementOfASetThatComesTwice) {
  const Status status = verify_of({0, 0x23, 5}, {3, 1, 0, 2, 0, 1, 0});
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 10U + 3 + 5);
  EXPECT_EQ(status.path(), "[2]");
  EXPECT_EQ(status.message(), "an element that the set has twice");
  EXPECT_EQ(code_of({0, 0x23, 5}, {3, 1, 0, 2, 0, 0, 1}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x21, 5}, {2, 1, 0, 1, 0}), Code::kOk);  // a list
  EXPECT_EQ(code_of({0, 0x23, 0}, {1}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0}, {2}), Code::kMalformed);  // nothing and nothing
}

TEST(Walker, ComparesNumbersInKeysByTheirValue) {
  EXPECT_EQ(code_of({0, 0x23, 0x0F}, {2, 1, 0x81, 0}), Code::kMalformed);  // padded
  EXPECT_EQ(code_of({0, 0x23, 0x0E}, {2, 1, 2}), Code::kOk);
  // -0 is 0; a NaN equals nothing.
  EXPECT_EQ(code_of({0, 0x23, 0x0A}, {2, 0, 0, 0, 0, 0, 0, 0, 0x80}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x0A}, {2, 0, 0, 0xC0, 0x7F, 0, 0, 0xC0, 0x7F}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x0A}, {2, 0, 0, 0x80, 0x7F, 0, 0, 0x80, 0x7F}), Code::kMalformed);
  for (const int type : {0x0B, 0x1E}) {
    EXPECT_EQ(code_of({0, 0x23, type}, {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80}),
              Code::kMalformed);
    EXPECT_EQ(
        code_of({0, 0x23, type}, {2, 1, 0, 0, 0, 0, 0, 0xF0, 0x7F, 1, 0, 0, 0, 0, 0, 0xF0, 0x7F}),
        Code::kOk);
  }
  // A NaN anywhere in a key: tuple<f32, u8>.
  EXPECT_EQ(code_of({0, 0x23, 0x2D, 2, 0x0A, 3}, {2, 0, 0, 0xC0, 0x7F, 1, 0, 0, 0xC0, 0x7F, 1}),
            Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x2D, 2, 0x0A, 3}, {2, 0, 0, 0, 0, 1, 0, 0, 0, 0x80, 1}),
            Code::kMalformed);
  // enum over an integer in a varint
  EXPECT_EQ(code_of({0, 0x23, 0x27, 0, 0x0F}, {2, 1, 0x81, 0}), Code::kMalformed);
}

TEST(Walker, ComparesSharedStringsInKeysByTheirContent) {
  EXPECT_EQ(code_of({0, 0x23, 0x16}, {2, 2, 'a', 1}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x16}, {2, 2, 'a', 2, 'a'}), Code::kMalformed);  // written anew
  EXPECT_EQ(code_of({0, 0x23, 0x16}, {3, 2, 'a', 2, 'b', 0}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x17}, {2, 2, 'a', 1}), Code::kMalformed);
  // list<set<tuple<shared string, shared data>>>
  const std::initializer_list<int> pairs = {0, 0x21, 0x23, 0x2D, 2, 0x16, 0x17};
  EXPECT_EQ(code_of(pairs, {2, 2, 2, 'a', 2, 'a', 1, 2, 'b', 2, 1, 1, 1, 3}), Code::kOk);
  EXPECT_EQ(code_of(pairs, {2, 2, 2, 'a', 2, 'a', 1, 2, 'b', 2, 1, 1, 2, 'a', 1}),
            Code::kMalformed);
}

TEST(Walker, ComparesReferencesInKeysByTheObject) {
  // set<ref u8>: two objects of one value, an object again, nil.
  EXPECT_EQ(code_of({0, 0x23, 0x29, 3}, {3, 1, 7, 1, 7, 0}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x29, 3}, {2, 1, 7, 6}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x29, 3}, {2, 0, 0}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x29, 3}, {2, 3, 4, 0, 7}), Code::kMalformed);  // promise and body
  // set<any ref> of Node {set<u8>}: what a body holds is its own matter.
  const std::initializer_list<int> nodes = {1, 0, 0, 0, 1, 2, 0x23, 3, 0x23, 0x2B};
  EXPECT_EQ(code_of(nodes, {2, 1, 0, 2, 1, 2, 1, 0, 2, 1, 2}), Code::kOk);
  EXPECT_EQ(code_of(nodes, {2, 1, 0, 2, 1, 2, 1, 0, 2, 1, 1}), Code::kMalformed);
  EXPECT_EQ(code_of(nodes, {3, 1, 0, 2, 1, 2, 1, 0, 0, 7}), Code::kMalformed);
}

TEST(Walker, ComparesValuesOfAnyInKeysWithTheirType) {
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 3, 1, 3, 1}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 3, 1, 2, 1}), Code::kOk);        // u8 1, i8 1
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 0x14, 0, 0x15, 0}), Code::kOk);  // string, data
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 0x14, 1, 'a', 0x16, 2, 'a'}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 0x21, 0x14, 1, 1, 'a', 0x21, 0x16, 1, 2, 'a'}),
            Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 0x22, 3, 1, 9, 0x22, 3, 0x81, 0, 9}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 0x22, 3, 1, 9, 0x22, 3, 2, 9, 9}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x2C}, {2, 0x27, 1, 'e', 3, 9, 0x27, 1, 'f', 3, 9}), Code::kOk);
}

TEST(Walker, ComparesWhatIsNestedInKeys) {
  // set<optional u8>, set<variant>, set<list<u8>>, set<map<u8, u8>>, set<record>
  EXPECT_EQ(code_of({0, 0x23, 0x20, 3}, {3, 0, 1, 0, 1, 1}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x20, 3}, {3, 0, 1, 0, 0}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x26, 2, 3, 3}, {2, 0, 7, 1, 7}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x26, 2, 3, 3}, {2, 0, 7, 0x80, 0, 7}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x23, 0x21, 3}, {3, 1, 7, 2, 7, 7, 0}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x21, 3}, {2, 1, 7, 0x81, 0, 7}), Code::kMalformed);
  const std::initializer_list<int> maps = {0, 0x23, 0x24, 3, 3};
  EXPECT_EQ(code_of(maps, {2, 2, 1, 9, 2, 9, 2, 1, 9, 2, 8}), Code::kOk);
  EXPECT_EQ(code_of(maps, {2, 2, 1, 9, 2, 9, 2, 1, 9, 2, 9}), Code::kMalformed);
  EXPECT_EQ(code_of(maps, {1, 2, 1, 9, 1, 8}), Code::kMalformed);  // inside
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 4, 3, 0x23, 0x28, 0}, {2, 1, 2, 1, 3}), Code::kOk);
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 4, 3, 0x23, 0x28, 0}, {2, 1, 2, 1, 2}), Code::kMalformed);
  // map<u8, map<u8, map<u8, u8>>> with the same keys at every level.
  EXPECT_EQ(code_of({0, 0x24, 3, 0x24, 3, 0x24, 3, 3},
                    {2, 1, 2, 1, 2, 1, 0, 2, 0, 2, 1, 1, 0, 2, 2, 1, 0, 2, 0}),
            Code::kOk);
  // tuple<bits, data, null> as a key
  EXPECT_EQ(code_of({0, 0x23, 0x2D, 3, 0x2E, 3, 0x15, 0}, {2, 5, 1, 'x', 5, 1, 'y'}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x23, 0x2D, 3, 0x2E, 3, 0x15, 0}, {2, 5, 1, 'x', 5, 1, 'x'}),
            Code::kMalformed);
}

// A NaN in a map inside an object's body says nothing about the key that refers to the object.
TEST(Walker, KeepsKeysApartFromTheBodiesInside) {
  // set<tuple<f32, ref record {set<f32>}>>
  const std::initializer_list<int> table = {1,    0,    0, 0,    1,    2,    0x23, 0x0A,
                                            0x23, 0x2D, 2, 0x0A, 0x29, 0x28, 0};
  const std::initializer_list<int> nan_inside = {2,    0, 0, 0x80, 0x3F, 1, 2, 0,    0,    0xC0,
                                                 0x7F, 0, 0, 0xC0, 0x7F, 0, 0, 0x80, 0x3F, 6};
  EXPECT_EQ(code_of(table, nan_inside), Code::kMalformed);
}

// 40,000 keys; the budget of what is valid suffices, in any order.
TEST(Walker, FindsOneKeyThatComesTwiceAmongMany) {
  Bytes payload;
  testing::put_varint(payload, 40000);
  for (int i = 0; i < 40000; ++i) testing::put(payload, {i * 7 & 0xFF, i * 7 >> 8 & 0xFF});
  EXPECT_TRUE(verify(archive_of({0, 0x23, 5}, payload)).ok());
  payload[payload.size() - 2] = payload[3];
  payload[payload.size() - 1] = payload[4];
  EXPECT_EQ(verify(archive_of({0, 0x23, 5}, payload)).code(), Code::kMalformed);
}

// A text of 200,000 bytes that keys of one byte refer to 20,000 times: hashed once, else this would
// take seconds.
TEST(Walker, ComparesKeysThatReferToALongStringByItsNumber) {
  Bytes payload;
  testing::put_varint(payload, 20001);
  testing::put(payload, {1});  // the list's first set: the text itself
  testing::put_varint(payload, 400000);
  payload.insert(payload.end(), 200000, std::byte{'x'});
  for (int i = 0; i < 20000; ++i) testing::put(payload, {2, 1, 0});
  EXPECT_TRUE(verify(archive_of({0, 0x21, 0x23, 0x16}, payload)).ok());
}

TEST(Walker, TakesTypesForTheSameHoweverTheirNumbersArePadded) {
  // tuple<ref array<u8, 1>, ref array<u8, 1 (padded)>>, ref record 0 and ref record 0 (padded)
  EXPECT_EQ(code_of({0, 0x2D, 2, 0x29, 0x22, 3, 1, 0x29, 0x22, 3, 0x81, 0}, {1, 7, 6}), Code::kOk);
  EXPECT_EQ(code_of({0, 0x2D, 2, 0x29, 0x22, 3, 1, 0x29, 0x22, 3, 0x82, 0}, {1, 7, 6}),
            Code::kTypeMismatch);
  EXPECT_EQ(code_of({1, 0, 0, 0, 0, 0x2D, 2, 0x29, 0x28, 0, 0x29, 0x28, 0x80, 0}, {1, 6}),
            Code::kOk);
}

// A short type and one that padding makes long; and two long ones of different length.
TEST(Walker, TakesLongTypesForTheSameHoweverTheirNumbersArePadded) {
  const auto long_tuple = [](Bytes& table, std::size_t count, bool padded) {
    testing::put(table, {0x29, 0x2D});
    testing::put_varint(table, count);
    for (std::size_t i = 0; i < count; ++i) {
      testing::put(table, {0x22, 3});
      if (padded) testing::put(table, {0x81, 0x80, 0});
      if (!padded) testing::put(table, {1});
    }
  };
  for (const std::size_t count : {std::size_t{30}, std::size_t{100}}) {
    Bytes table = bytes({0, 0x2D, 2});
    long_tuple(table, count, false);
    long_tuple(table, count, true);
    Bytes payload = bytes({1});
    payload.insert(payload.end(), count, std::byte{7});
    testing::put(payload, {6});
    const Status status = verify(archive_of(table, payload));
    EXPECT_TRUE(status.ok()) << status.to_string();
  }
}

TEST(Walker, RefusesReferencesToNothing) {
  EXPECT_EQ(code_of({0, 0x29, 6}, {6}), Code::kBadReference);
  EXPECT_EQ(code_of({0, 0x16}, {1}), Code::kBadReference);
  EXPECT_EQ(code_of({0, 0x2D, 2, 0x16, 0x17}, {2, 'a', 1}), Code::kBadReference);
  EXPECT_EQ(code_of({0, 0x2D, 2, 0x16, 0x16}, {0, 1}), Code::kBadReference);  // empty: no number
}

TEST(Walker, RefusesValuesThatNoWriterProduces) {
  EXPECT_EQ(code_of({0, 1}, {2}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x20, 3}, {2}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x0D}, {0x80, 0x80, 4}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x2E, 9}, {0, 2}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x26, 1, 0}, {1}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x2A}, {0}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x2F}, {1}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x18}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0xCA, 0x9A, 0x3B}), Code::kMalformed);
  EXPECT_EQ(code_of({0, 0x1B}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 0}),
            Code::kMalformed);
  EXPECT_EQ(code_of({0, 3}, {1, 1}), Code::kTrailing);
}

TEST(Walker, RefusesCountsBeyondTheInputBeforeDoingAnything) {
  EXPECT_EQ(code_of({0, 0x21, 9}, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F}),
            Code::kTruncated);
  EXPECT_EQ(code_of({0, 0x24, 3, 3}, {0xFF, 0xFF, 0xFF, 0xFF, 0x7F}), Code::kTruncated);
}

TEST(Walker, ChargesElementsThatTakeNoBytes) {
  // list<null>, list<empty record>, array<null, 2^60>, and lists of lists.
  EXPECT_EQ(code_of({0, 0x21, 0}, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10}),
            Code::kOverBudget);
  EXPECT_EQ(code_of({1, 0, 0, 0, 0, 0x21, 0x28, 0}, {0x80, 0x80, 0x80, 0x80, 0x10}),
            Code::kOverBudget);
  EXPECT_EQ(code_of({0, 0x22, 0, 0x80, 0x80, 0x80, 0x80, 0x10}, {}), Code::kOverBudget);
  EXPECT_EQ(code_of({0, 0x21, 0}, {100}), Code::kOk);
}

TEST(Walker, BoundsDepth) {
  // any holds any holds any ...
  for (const int depth : {120, 200}) {
    Bytes payload(static_cast<std::size_t>(depth), std::byte{0x2C});
    payload.push_back(std::byte{0});
    const Status status = verify(archive_of({0, 0x2C}, payload));
    EXPECT_EQ(status.code(), depth == 120 ? Code::kOk : Code::kTooDeep);
  }
}

TEST(Walker, CountsNoDepthForSuperShapes) {
  // Base {}, Derived : Base {any ref}: 128 objects in each other.
  const Bytes table = bytes({2, 0, 0, 0, 0, 0, 0, 1, 1, 2, 0x2B, 0x2B});
  const auto chain = [](int levels) {
    Bytes payload;
    for (int i = 0; i < levels; ++i) testing::put(payload, {1, 1});
    testing::put(payload, {0});
    return payload;
  };
  EXPECT_TRUE(verify(archive_of(table, chain(128))).ok());
  EXPECT_EQ(verify(archive_of(table, chain(140))).code(), Code::kTooDeep);
}

TEST(Walker, RefusesAChainOfSuperShapesLongerThanTheLimit) {
  for (const int length : {100, 200}) {
    Bytes table;
    testing::put_varint(table, static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) {
      testing::put(table, {0, 0});
      testing::put_varint(table, static_cast<std::size_t>(i));
      testing::put(table, {0});
    }
    testing::put(table, {0x28});
    testing::put_varint(table, static_cast<std::size_t>(length - 1));
    Bytes whole = bytes({'F', 'S', 'R', 1, 0, 0, 0, 0, 0});
    testing::put_varint(whole, table.size());
    whole.insert(whole.end(), table.begin(), table.end());
    EXPECT_EQ(verify(whole).code(), length == 100 ? Code::kOk : Code::kTooDeep);
  }
}

// A tree as C++ has it, struct Tree { std::vector<Tree> children; }, is as deep as its lists.
TEST(Walker, CountsARecordInAListWithTheList) {
  const Bytes table = bytes({1, 0, 0, 0, 1, 2, 0x21, 0x28, 0, 0x28, 0});
  for (const std::size_t levels : {std::size_t{127}, std::size_t{129}}) {
    Bytes payload(levels, std::byte{1});
    payload.push_back(std::byte{0});
    EXPECT_EQ(verify(archive_of(table, payload)).code(),
              levels == 127 ? Code::kOk : Code::kTooDeep);
  }
}

TEST(Walker, WalksAMillionDeferredNodesWithoutDepth) {
  // Node {next: ref Node}; every body is deferred.
  Bytes payload(1000000, std::byte{2});
  payload.push_back(std::byte{0});
  const Status status =
      verify(archive_of({1, 0, 0, 0, 1, 2, 0x29, 0x28, 0, 0x29, 0x28, 0}, payload),
             {.limits = {.memory_factor = 100}});
  EXPECT_TRUE(status.ok()) << status.to_string();
}

// A table whose root is `prefix`, then a tuple or variant of 20000 x `operand`, then `suffix`.
Bytes wide(std::initializer_list<int> prefix, int code, int operand,
           std::initializer_list<int> suffix, const Bytes& payload) {
  Bytes table = bytes({0});
  for (const int byte : prefix) table.push_back(static_cast<std::byte>(byte));
  table.push_back(static_cast<std::byte>(code));
  for (const int byte : {0xA0, 0x9C, 0x01}) table.push_back(static_cast<std::byte>(byte));
  table.insert(table.end(), 20000, static_cast<std::byte>(operand));
  for (const int byte : suffix) table.push_back(static_cast<std::byte>(byte));
  Bytes out = bytes({'F', 'S', 'R', 1, 0, 0, 0, 0, 0});
  for (std::size_t size = table.size(); size != 0; size >>= 7) {
    out.push_back(static_cast<std::byte>((size & 0x7F) | (size > 0x7F ? 0x80 : 0)));
  }
  out.insert(out.end(), table.begin(), table.end());
  out.insert(out.end(), payload.begin(), payload.end());
  return out;
}

// Values of a few bytes whose type takes 20000 (B9): each of these took the product of the two.
TEST(Walker, CostsNoMoreForLongTypes) {
  const auto repeat = [](std::initializer_list<int> head, std::initializer_list<int> item, int n) {
    Bytes out = bytes(head);
    const Bytes one = bytes(item);
    for (int i = 0; i < n; ++i) out.insert(out.end(), one.begin(), one.end());
    return out;
  };
  // 15000 elements: the last alternative of a variant, an empty list of it, one null of it, a
  // tuple that has it before something else.
  const Bytes archives[] = {
      wide({0x21}, 0x26, 0, {}, repeat({0x98, 0x75}, {0x9F, 0x9C, 0x01}, 15000)),
      wide({0x21, 0x21}, 0x26, 0, {}, repeat({0x98, 0x75}, {1, 0}, 15000)),
      wide({0x21, 0x24}, 0x26, 0, {3}, repeat({0x98, 0x75}, {1, 0, 7}, 15000)),
      wide({0x21, 0x2D, 2}, 0x26, 0, {3}, repeat({0x98, 0x75}, {0, 7}, 15000)),
      wide({0x21, 0x22}, 0x26, 0, {2}, repeat({0x98, 0x75}, {0, 1}, 15000)),
  };
  for (const Bytes& one : archives) {
    const std::clock_t start = std::clock();  // of this program: others may run at the same time
    const Status status = verify(one);
    const std::clock_t took = std::clock() - start;
    EXPECT_TRUE(status.ok()) << status.to_string();
    EXPECT_LT(took, CLOCKS_PER_SEC / 2);  // 1 ms; the bound is for sanitizers and emulators
  }
}

// Under a sanitizer frames are not ours.
constexpr std::size_t kStack = (testing::kFrameFactor == 8 ? 256 : 128) * 1024;

// At the deepest nesting allowed, on a small stack: any<list<any<...>>>, and record {any} in a
// list in an any, of which only the lists count.
TEST(Walker, NeedsLittleStack) {
  Bytes lists;
  Bytes records;
  for (int i = 0; i < 126; ++i) {
    testing::put(lists, {0x21, 0x2C, 1});
    testing::put(records, {0x21, 0x28, 0, 1});
  }
  testing::put(lists, {0});
  testing::put(records, {0});
  struct Job {
    Bytes archive;
    std::size_t stack;
    Code code;
  };
  // What is not optimised takes more for the second, which is three values a level.
  Job jobs[] = {{archive_of({0, 0x2C}, lists), kStack, Code::kUsage},
                {archive_of({1, 0, 0, 0, 1, 2, 0x2C, 0x28, 0}, records), 2 * kStack, Code::kUsage}};
  for (Job& job : jobs) {
    testing::on_stack(job.stack, [&] { job.code = verify(job.archive).code(); });
    EXPECT_EQ(job.code, Code::kOk);
  }
}

TEST(Walker, SaysWhereAnErrorIs) {
  // {items: list<{name: string}>}
  const std::initializer_list<int> table = {2,   0,   0,    0,    1,   3,    5,    'i', 't', 'e',
                                            'm', 's', 0x21, 0x28, 1,   0,    0,    0,   1,   3,
                                            4,   'n', 'a',  'm',  'e', 0x14, 0x28, 0};
  const Status status = verify_of(table, {2, 1, 'a', 2, 'b'});
  EXPECT_EQ(status.code(), Code::kTruncated);
  EXPECT_EQ(status.path(), "items[1].name");
  EXPECT_EQ(status.offset(), 10U + table.size() + 5);
  const Status in_map = verify_of({0, 0x24, 0x14, 1}, {1, 2, 'h', 'i', 7});
  EXPECT_EQ(in_map.path(), "hi");
  const Status in_quotes = verify_of({0, 0x24, 0x14, 1}, {1, 2, '"', 1, 7});
  EXPECT_EQ(in_quotes.path(), R"(["\"\u0001"])");
}

TEST(Walker, EscapesNamesInPaths) {
  // {"a\n\"": bool}
  const Status status = verify_of({1, 0, 0, 0, 1, 3, 3, 'a', '\n', '"', 1, 0x28, 0}, {7});
  EXPECT_EQ(status.path(), R"(["a\n\""])");
}

// As in JSON: docs/convert.md, "What else archives hold".
TEST(Walker, TakesTheFieldOfALoneValueForNoStep) {
  // list<L>; L is of a super-shape without fields: {list<bool>}
  const std::initializer_list<int> lone = {2, 1, 'B', 0,    0, 0,    1,    'L', 0,
                                           1, 1, 2,   0x21, 1, 0x21, 0x28, 1};
  EXPECT_EQ(verify_of(lone, {1, 2, 1, 7}).path(), "[0][1]");
  // Its field is of the super-shape.
  const std::initializer_list<int> above = {2, 1,   'B', 0, 0, 1,    2,    0x21, 1,
                                            1, 'L', 0,   1, 0, 0x21, 0x28, 1};
  EXPECT_EQ(verify_of(above, {1, 2, 1, 7}).path(), "[0][1]");
  // These are objects in JSON: no name, two fields.
  EXPECT_EQ(verify_of({1, 0, 0, 0, 1, 2, 1, 0x21, 0x28, 0}, {1, 7}).path(), "[0].0");
  EXPECT_EQ(verify_of({1, 1, 'L', 0, 0, 1, 4, 1, 0x21, 0x28, 0}, {1, 1, 7}).path(), "[0].1");
}

TEST(Walker, PlacesAnErrorAtTheFirstByteOfWhatIsWrong) {
  const auto offset_of = [](std::initializer_list<int> table, std::initializer_list<int> payload) {
    const Status status = verify_of(table, payload);
    EXPECT_FALSE(status.ok());
    return status.offset() - 10 - table.size();
  };
  // Numbers of two bytes; each comes behind a byte that is sound.
  const std::initializer_list<int> any_refs = {0, 0x2D, 2, 0x02, 0x2B};
  EXPECT_EQ(offset_of(any_refs, {9, 1, 0x80, 1}), 2U);     // the shape of a new object
  EXPECT_EQ(offset_of(any_refs, {9, 3, 0x81, 1}), 2U);     // of a promise
  EXPECT_EQ(offset_of(any_refs, {9, 0x86, 1}), 1U);        // a reference to no object
  EXPECT_EQ(offset_of(any_refs, {9, 4, 0x80, 1, 0}), 1U);  // a body of no object
  EXPECT_EQ(offset_of({0, 0x2D, 2, 0x02, 0x2A}, {9, 0x80, 1}), 1U);
  EXPECT_EQ(offset_of({0, 0x2D, 2, 0x02, 0x2F}, {9, 0x81, 1}), 1U);
  // A padded reference to an object of another type.
  EXPECT_EQ(offset_of({0, 0x2D, 2, 0x29, 0x02, 0x29, 0x03}, {1, 9, 0x86, 0}), 2U);
  EXPECT_EQ(offset_of({0, 0x2C}, {0x28, 0x80, 1}), 1U);  // the shape in an inline type
  EXPECT_EQ(verify_of({0, 0x2C}, {0x21}).message(), "the payload ends inside a type");
}

TEST(Walker, LeavesItToTheReaderWhetherTextIsUtf8) {
  for (const int type : {0x14, 0x16, 0x1C, 0x1D}) {
    const int size = type == 0x16 ? 6 : 3;
    const Bytes whole = archive_of({0, 0x21, type}, {1, size, 'a', 0xC3, 'b'});
    EXPECT_TRUE(verify(whole).ok());
    const Status strict = verify(whole, {.utf8 = true});
    EXPECT_EQ(strict.code(), Code::kMalformed);
    EXPECT_EQ(strict.offset(), 10U + 3 + 3);  // the byte that begins no character
    EXPECT_EQ(strict.path(), "[0]");
    const Bytes sound = archive_of({0, 0x21, type}, {1, size, 'a', 0xC3, 0xA9});
    EXPECT_TRUE(verify(sound, {.utf8 = true}).ok());
  }
  const Bytes data = archive_of({0, 0x15}, {1, 0xFF});
  EXPECT_TRUE(verify(data, {.utf8 = true}).ok());
}

TEST(Walker, PutsNoKeyIntoAPathThatIsNotUtf8) {
  const Status status = verify_of({0, 0x24, 0x14, 1}, {1, 2, 'h', 0xFF, 7});
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.path(), "[0]");
}

TEST(Walker, LocatesTheValueAroundAByte) {
  // {a: list<u16>, b: string}
  const Bytes table_bytes = bytes({1, 0, 0, 0, 2, 3, 1, 'a', 0x21, 5, 3, 1, 'b', 0x14, 0x28, 0});
  const Result<schema::TypeTable> table = schema::TypeTable::parse(table_bytes);
  ASSERT_TRUE(table.ok());
  const Bytes payload = bytes({3, 1, 0, 2, 0, 3, 0, 2, 'h', 'i'});
  EXPECT_EQ(locate_path(*table, payload, 0), "a");  // its count
  EXPECT_EQ(locate_path(*table, payload, 4), "a[1]");
  EXPECT_EQ(locate_path(*table, payload, 6), "a[2]");
  EXPECT_EQ(locate_path(*table, payload, 8), "b");
  EXPECT_EQ(locate_path(*table, payload, 99), "");
}

TEST(Walker, ReplaysObjectsByTheirNumbers) {
  // list<ref Node>, Node {next: ref Node}
  const Bytes table_bytes = bytes({1, 0, 0, 0, 1, 2, 0x29, 0x28, 0, 0x21, 0x29, 0x28, 0});
  const Result<schema::TypeTable> table = schema::TypeTable::parse(table_bytes);
  ASSERT_TRUE(table.ok());
  const Bytes payload = bytes({2, 1, 2, 6, 0});
  Walker walker(*table, payload, {.keep_index = true});
  Log first;
  ASSERT_TRUE(walker.walk(first).ok());
  EXPECT_EQ(first.text_, "[2 #0 R0 0: L1 /R /# A0 ] later#1 R0 0: - /R /# ");
  Log again;
  ASSERT_TRUE(walker.replay_root(again));
  EXPECT_EQ(again.text_, "[2 #0 R0 0: L1 /R /# A0 ] ");
  Log body;
  ASSERT_TRUE(walker.replay_object(1, body));
  EXPECT_EQ(body.text_, "#1 R0 0: - /R /# ");
}

// Something of everything, for the sweeps.
Bytes everything() {
  const Bytes table =
      bytes({2,    1, 'P',  0,    0, 3,    3, 1,    'x',  6,    3, 1,    's',  0x16, 2,    0x29,
             0x28, 0,                                            //
             0,    0, 1,    2,    4, 0x0C, 2, 0x24, 0x14, 0x2C,  //
             0x2D, 7, 0x21, 0x28, 0, 0x28, 1, 0x2B, 0x26, 2,    3, 0x0A, 0x2E, 3,    0x18, 0x17});
  const Bytes payload =
      bytes({2, 1, 0, 0, 0, 4, 'a', 'b', 1, 2, 0,   0,    0,    1, 2,   9,   0, 0, 0, 0, 6,
             3, 0, 0, 0, 1, 0, 5,   6,   1, 1, 'k', 0x21, 0x14, 2, 1,   'q', 0, 3, 2, 0, 3,
             5, 1, 2, 3, 4, 5, 6,   7,   8, 0, 0,   0,    0,    2, 'd', 1,   0, 0, 0, 1, 0});
  return archive_of(table, payload);
}

TEST(Walker, RefusesEveryProperPrefixAsTruncated) {
  const Bytes whole = everything();
  const Status status = verify(whole);
  ASSERT_TRUE(status.ok()) << status.to_string();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(verify(BytesView(whole).first(size)).code(), Code::kTruncated) << size;
  }
}

TEST(Walker, SurvivesEveryByteSetToEveryValue) {
  const Bytes whole = everything();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      Bytes changed = whole;
      changed[at] = static_cast<std::byte>(value);
      const Status status = verify(changed);
      if (!status.ok()) {
        EXPECT_NE(status.offset(), Status::kNoOffset);
        EXPECT_LE(status.offset(), changed.size());
      }
    }
  }
}

TEST(Verify, RefusesArchivesWithoutATable) {
  EXPECT_EQ(verify(bytes({'F', 'S', 'R', 1, 2, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8})).code(),
            Code::kUsage);
}

TEST(Verify, GivesTableErrorsWithTheOffsetInTheArchive) {
  const Status status = verify(archive_of({0, 0x55}, {}));
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 11U);
}

}  // namespace
}  // namespace fastser::archive
