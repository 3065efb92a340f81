// SPDX-License-Identifier: MIT
//
// Writes the schema of the models, as text and as bytes, into the folder it is given: for flatc.
#include <fstream>
#include <string>

#include "differential/flat/models.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  std::ofstream(folder + "/everything.fbs") << fastser::flat::schema<models::Everything>();
  const auto bytes = fastser::flat::binary_schema<models::Everything>();
  if (!bytes.ok()) return 1;
  std::ofstream(folder + "/everything.bfbs", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes->data()),
             static_cast<std::streamsize>(bytes->size()));
  return 0;
}
