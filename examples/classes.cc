// SPDX-License-Identifier: MIT
//
// Pointers to a base class. A Registry says which classes there may be: nothing else is ever made,
// whatever the bytes say. Private members are listed by FASTSER_FIELDS.
#include <fastser/archive.hpp>

#include <cstdio>

class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;

 protected:
  std::string colour_ = "black";

  FASTSER_FIELDS(Shape, colour_);
};

class Square : public Shape {
 public:
  Square() = default;
  Square(std::string colour, double side) : side_(side) { colour_ = std::move(colour); }
  double area() const override { return side_ * side_; }

 private:
  double side_ = 0;

  FASTSER_FIELDS(Square, side_);
  using fastser_base = Shape;  // its fields come first
};

class Circle : public Shape {
 public:
  Circle() = default;
  explicit Circle(double radius) : radius_(radius) {}
  double area() const override { return 3 * radius_ * radius_; }  // near enough

 private:
  double radius_ = 0;

  FASTSER_FIELDS(Circle, radius_);
  using fastser_base = Shape;
  static constexpr std::string_view fastser_name = "circle";  // else the C++ name
};

int main() {
  std::vector<std::unique_ptr<Shape>> drawing;
  drawing.push_back(std::make_unique<Square>("red", 2));
  drawing.push_back(std::make_unique<Circle>(1));

  fastser::Registry registry;
  registry.add<Shape, Square, Circle>();
  const fastser::Buffer bytes = fastser::archive::encode(drawing, {.registry = &registry}).value();

  using Drawing = std::vector<std::unique_ptr<Shape>>;
  const auto again = fastser::archive::decode<Drawing>(bytes, {.registry = &registry});
  for (const auto& shape : *again) std::printf("area %g\n", shape->area());

  fastser::Registry small;  // a program that has no circles
  small.add<Shape, Square>();
  const auto wrong = fastser::archive::decode<Drawing>(bytes, {.registry = &small});
  std::printf("%s\n", wrong.status().to_string().c_str());
  return again.ok() ? 0 : 1;
}
