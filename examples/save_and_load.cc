// SPDX-License-Identifier: MIT
//
// A struct to a file and back. A plain struct needs no description.
#include <fastser/archive.hpp>

#include <cstdio>

struct Address {
  std::string city;
  std::uint16_t number = 0;
};
struct Person {
  std::string name;
  std::int32_t age = 0;
  std::vector<Address> homes;
};

int main() {
  const std::vector<Person> people = {{"Ada", 36, {{"London", 12}}}, {"Linus", 54, {}}};

  // The file is replaced as a whole: after a crash there is the old one or the new one.
  if (fastser::Status saved = fastser::archive::save("people.fsr", people); !saved.ok()) {
    std::fprintf(stderr, "%s\n", saved.to_string().c_str());
    return 1;
  }

  fastser::Result<std::vector<Person>> loaded =
      fastser::archive::load<std::vector<Person>>("people.fsr");
  if (!loaded.ok()) {
    std::fprintf(stderr, "%s\n", loaded.status().to_string().c_str());
    return 1;
  }
  for (const Person& person : *loaded) {
    std::printf("%s, %d, %zu homes\n", person.name.c_str(), person.age, person.homes.size());
  }

  // The same in memory. Bad input is an error with its place, never a crash.
  const fastser::Buffer bytes = fastser::archive::encode(people).value();
  const fastser::BytesView half = bytes.view().first(bytes.size() / 2);
  const auto wrong = fastser::archive::decode<std::vector<Person>>(half);
  std::printf("half of the bytes: %s\n", wrong.status().to_string().c_str());
  return 0;
}
