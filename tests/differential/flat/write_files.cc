// SPDX-License-Identifier: MIT
//
// Writes FlatBuffers for readers in other languages into the folder it is given: random values as
// 0.bin, 1.bin, ..., and in values.txt what they are, a line each:
//
//   records, pairs, tuples   (a b c)      numbers   in decimal; floats by their bits, as doubles
//   lists, maps by key       [a b c]      text      'text'
//   nothing                  -            variant   its index, a colon, what it holds
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>

#include "differential/flat/models.hpp"

namespace {

class Printer {
 public:
  explicit Printer(std::ostream& out) : out_(out) {}

  template <typename T>
  void print(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      print_bits(static_cast<double>(value));
    } else if constexpr (std::is_enum_v<T>) {
      print(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_integral_v<T>) {
      out_ << +value;
    } else if constexpr (std::is_same_v<T, std::string>) {
      out_ << '\'' << value << '\'';
    } else if constexpr (requires { value.index(); }) {
      print_choice(value);
    } else if constexpr (requires { value.begin(); }) {
      print_list(value);
    } else if constexpr (requires { *value; }) {
      value ? print(*value) : print_nothing();
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      std::apply([&](const auto&... each) { print_all(each...); }, value);
    } else {
      fastser::schema::Description<T>::visit(value,
                                             [&](const auto&... each) { print_all(each...); });
    }
  }
  // In the order of the keys, as they lie in the file.
  void print(const std::unordered_map<std::int32_t, std::string>& map) {
    print_list(std::map<std::int32_t, std::string>(map.begin(), map.end()));
  }

 private:
  void print_bits(double value) {
    char hex[17];
    std::snprintf(hex, sizeof hex, "%016llx",
                  static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value)));
    out_ << hex;
  }
  void print_nothing() { out_ << '-'; }
  template <typename... E>
  void print_all(const E&... each) {
    const char* before = "(";
    ((out_ << before, before = " ", print(each)), ...);
    out_ << ')';
  }
  template <typename List>
  void print_list(const List& list) {
    out_ << '[';
    const char* before = "";
    for (const auto& one : list) {
      out_ << before;
      before = " ";
      print(static_cast<const typename List::value_type&>(one));
    }
    out_ << ']';
  }
  template <typename Choice>
  void print_choice(const Choice& value) {
    out_ << value.index() << ':';
    std::visit(
        [&]<typename Held>(const Held& held) {
          if constexpr (std::is_same_v<Held, std::monostate>) {
            print_nothing();
          } else {
            print(held);
          }
        },
        value);
  }

  std::ostream& out_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  std::ofstream values(folder + "/values.txt", std::ios::binary);
  std::mt19937_64 random(7);
  models::Maker make(random);
  for (int i = 0; i < 200; ++i) {
    const models::Everything value = i == 0 ? models::Everything() : make.everything();
    const auto bytes = fastser::flat::encode(value, {.share_texts = i % 2 == 0});
    if (!bytes.ok()) return 1;
    std::ofstream(folder + '/' + std::to_string(i) + ".bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes->data()),
               static_cast<std::streamsize>(bytes->size()));
    Printer(values).print(value);
    values << '\n';
  }
  return values.good() ? 0 : 1;
}
