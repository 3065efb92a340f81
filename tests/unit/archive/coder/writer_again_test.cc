// SPDX-License-Identifier: MIT
//
// A writer that is used again writes what a new one would, whatever it wrote before: what it has
// learnt makes it faster and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "support/effort.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

// Calls by chance: few classes, so that shapes come again, and long runs of texts.
class Caller {
 public:
  Caller(CoderWriter& writer, unsigned seed) : writer_(writer), random_(seed) {}

  void all() {
    for (const char* name : {"A", "B", "C"}) {
      classes_.push_back(
          writer_.define_class(name, 0, classes_.empty() ? ClassHandle{} : classes_[0]));
    }
    for (unsigned left = below(30); left != 0; --left) value(0);
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  std::string text() { return "text " + std::to_string(below(below(2) != 0 ? 4 : 100000)); }

  void fields(int depth) {
    // Three forms of a class are common, others happen.
    const unsigned form = below(4);
    const unsigned count = form < 3 ? 3 + form * 5 : below(20);
    for (unsigned i = 0; i < count; ++i) {
      const unsigned kind = form < 3 && below(10) != 0 ? (i / 2 + form) % 4 : below(5);
      const std::string name(1, static_cast<char>('a' + i % 20));
      const bool keyed = form % 2 == 0 && count <= 20;
      switch (kind) {
        case 0: keyed ? writer_.i32(Key::transient(name), 1) : writer_.i32(1); break;
        case 1:
          keyed ? writer_.string(Key::transient(name), text()) : writer_.string(text());
          break;
        case 2: keyed ? writer_.null(Key::transient(name)) : writer_.null(); break;
        case 3: keyed ? writer_.f64(Key::transient(name), 2) : writer_.f64(2); break;
        default:
          if (!keyed) value(depth + 1);
          break;
      }
    }
  }

  void value(int depth) {
    switch (depth > 4 ? 0 : below(6)) {
      case 0: writer_.i64(below(100)); break;
      case 1:
        for (unsigned left = below(30); left != 0; --left) writer_.string(text());
        break;
      case 2: {
        writer_.begin_list(kUnknownCount, TypeCode::kString);
        for (unsigned left = below(200); left != 0; --left) writer_.string(text());
        writer_.end_list();
        break;
      }
      case 3:
        if (writer_.begin_object(&objects_[below(50)], classes_[below(3)])) {
          fields(depth);
          writer_.end_object();
        }
        break;
      case 4:
        writer_.begin_list(3, TypeCode::kAnyRecord);
        for (int i = 0; i < 3; ++i) record(depth);
        writer_.end_list();
        break;
      default: record(depth); break;
    }
  }
  void record(int depth) {
    writer_.begin_record(classes_[below(3)]);
    fields(depth);
    writer_.end_record();
  }

  CoderWriter& writer_;
  std::mt19937 random_;
  std::vector<ClassHandle> classes_;
  char objects_[50] = {};
};

TEST(CoderWriterAgain, GivesTheBytesOfANewWriter) {
  for (const auto sharing : {archive::Sharing::adaptive, archive::Sharing::on}) {
    CoderWriter used({.sharing = sharing});
    for (unsigned seed = 0; seed < 200 / testing::kPartOfRounds; ++seed) {
      Caller(used, seed).all();
      const Buffer again = finished(used);
      CoderWriter fresh({.sharing = sharing});
      Caller(fresh, seed).all();
      const Buffer expected = finished(fresh);
      ASSERT_TRUE(std::equal(again.begin(), again.end(), expected.begin(), expected.end())) << seed;
      if (seed % 3 == 0) {  // something begun and given up leaves nothing behind
        Caller(used, seed + 1).all();
        used.begin_record(used.define_class("A"));
        used.reset();
      }
    }
  }
}

}  // namespace
}  // namespace fastser
