// SPDX-License-Identifier: MIT
//
// A repository, too, does not keep the bytes that it read.
// formats: archive
// says: Picture
// says: pixels
// says: span
// says: file::load
#include <fastser/FORMAT.hpp>
#include <fastser/repository.hpp>

#include <optional>
#include <span>

struct Picture {
  int number;
  std::optional<std::span<const std::byte>> pixels;
};
int main() {
  fastser::Repository<int, Picture> pictures("file", &Picture::number);
  return pictures.reload().ok() ? 0 : 1;
}
