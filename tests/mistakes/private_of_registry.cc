// SPDX-License-Identifier: MIT
//
// A class that only a Registry knows, with a private name: the registry says it.
// says: Circle
// says: private
// formats: archive
// lines: 14
#include <fastser/FORMAT.hpp>

struct Figure {
  virtual ~Figure() = default;
  int layer = 0;
  FASTSER_FIELDS(Figure, layer);
};
class Circle : public Figure {
  static constexpr std::string_view fastser_name = "circle";
  double radius_ = 0;
  FASTSER_FIELDS(Circle, radius_);
  using fastser_base = Figure;
};
int main() {
  fastser::Registry registry;
  registry.add<Figure, Circle>();
  return 0;
}
