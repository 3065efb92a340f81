// SPDX-License-Identifier: MIT
//
// The smallest use of the library: one struct there and back, and one error.
#include <cstdio>
#include <fastser/archive.hpp>
#include <string>
#include <vector>

struct Point {
  int x;
  int y;
  std::string name;
};

int main() {
  const std::vector<Point> points = {{1, -2, "here"}, {3, 4, "there"}};
  const auto bytes = fastser::archive::encode(points);
  if (!bytes.ok()) {
    std::puts("encode failed");
    return 1;
  }
  const auto again = fastser::archive::decode<std::vector<Point>>(*bytes);
  if (!again.ok() || (*again).size() != 2 || (*again)[1].name != "there" || (*again)[0].y != -2) {
    std::puts("decode failed");
    return 1;
  }
  if (fastser::archive::decode<std::string>(*bytes).ok()) {
    std::puts("a wrong type was accepted");
    return 1;
  }
  return 0;
}
