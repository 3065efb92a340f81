// SPDX-License-Identifier: MIT
//
// An owner of an array that does not know how long it is.
// says: Image
// says: pixels
// says: std::vector
#include <fastser/FORMAT.hpp>

#include <memory>

struct Image {
  std::unique_ptr<unsigned char[]> pixels;
};
int main() { return fastser::FORMAT::encode(Image{}).ok() ? 0 : 1; }
