// SPDX-License-Identifier: MIT
//
// The second example of the README, word for word, which is why clang-format leaves it alone.
// clang-format off
#include <fastser/msgpack.hpp>

struct Point { double x, y; };
struct Shape { std::string name; std::vector<Point> points; std::optional<std::string> colour; };

int main() {
  using fastser::msgpack::Keys;
  Shape shape{"triangle", {{0, 0}, {1, 0}, {0, 1}}, std::nullopt};
  auto bytes = fastser::msgpack::encode(shape).value();             // maps by name
  auto small = fastser::msgpack::encode(shape, Keys::array).value();
  auto again = fastser::msgpack::decode<Shape>(small);              // reads either
  return again.ok() && again->points.size() == 3 && small.size() < bytes.size() ? 0 : 1;
}
