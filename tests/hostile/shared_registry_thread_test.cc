// SPDX-License-Identifier: MIT
//
// Calls share nothing. Eight threads encode and decode the same graph with one Registry; a
// race is a report of ThreadSanitizer's, a wrong byte is a failure everywhere.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser::testing {
namespace {

struct Figure {
  virtual ~Figure() = default;
  std::string label;
  FASTSER_FIELDS(Figure, label);
};
struct Circle : Figure {
  using fastser_base = Figure;
  double radius = 0;
  FASTSER_FIELDS(Circle, radius);
};
struct Drawing {
  std::vector<std::shared_ptr<Figure>> figures;
  std::weak_ptr<Figure> focus;
  std::vector<std::string> words;
};

Drawing make_drawing() {
  Drawing drawing;
  for (int i = 0; i < 50; ++i) {
    auto circle = std::make_shared<Circle>();
    circle->radius = i;
    circle->label = "circle " + std::to_string(i);
    drawing.figures.push_back(circle);
    drawing.words.push_back(i % 2 == 0 ? "even" : "odd");
  }
  drawing.focus = drawing.figures[7];
  return drawing;
}

TEST(Threads, ShareOneRegistryAndNothingElse) {
  Registry made;
  made.add<Figure, Figure, Circle>();
  const Registry& registry = made;
  const Drawing drawing = make_drawing();
  const archive::EncodeOptions options{.sharing = archive::Sharing::on, .registry = &registry};
  const Result<Buffer> wanted = archive::encode(drawing, options);
  ASSERT_TRUE(wanted.ok());
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        const auto value = archive::decode<Drawing>(*wanted, {.registry = &registry});
        const bool same = value.ok() && [&] {
          const Result<Buffer> again = archive::encode(*value, options);
          return again.ok() &&
                 std::equal(again->begin(), again->end(), wanted->begin(), wanted->end());
        }();
        if (!same || !archive::verify(*wanted).ok()) ++failures;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures.load(), 0);
}

}  // namespace
}  // namespace fastser::testing
