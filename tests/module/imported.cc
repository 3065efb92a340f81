// SPDX-License-Identifier: MIT
//
// A program that imports the library, with a class that is an aggregate and one that is not.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fastser/describe.hpp"

import fastser;

namespace {

struct Point {
  double x = 0;
  double y = 0;
};
class Shape {
 public:
  Shape() = default;
  explicit Shape(std::string name) : name_(std::move(name)) {}
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;

  FASTSER_FIELDS(Shape, name_);
};
struct Drawing {
  std::vector<Point> points;
  std::vector<Shape> shapes;
  std::optional<std::int64_t> number;
};

bool is_same(const fastser::Result<Drawing>& drawing) {
  if (drawing.ok() && drawing->points.size() == 2 && drawing->shapes.at(0).name() == "round" &&
      drawing->number == 7) {
    return true;
  }
  std::puts(drawing.status().to_string().c_str());
  return false;
}

}  // namespace

int main() {
  const Drawing drawing{{{1, 2}, {3, 4}}, {Shape("round")}, 7};
  const auto archive = fastser::archive::encode(drawing, {.checksum = true}).value();
  const auto message = fastser::msgpack::encode(drawing, fastser::msgpack::Keys::array).value();
  const auto flat = fastser::flat::encode(drawing).value();
  const auto flex = fastser::flexbuffers::encode(drawing).value();
  const auto view = fastser::flat::view<Drawing>(flat);
  return is_same(fastser::archive::decode<Drawing>(archive)) &&
                 is_same(fastser::msgpack::decode<Drawing>(message)) &&
                 is_same(fastser::flat::decode<Drawing>(flat)) &&
                 is_same(fastser::flexbuffers::decode<Drawing>(flex)) && view.ok() &&
                 view->get<"points">().size() == 2
             ? 0
             : 1;
}
