// SPDX-License-Identifier: MIT
//
// MessagePack, for programs in other languages: maps by name, by number, or arrays; and a stream of
// messages that comes in pieces.
#include <fastser/convert.hpp>
#include <fastser/msgpack.hpp>

#include <algorithm>
#include <cstdio>

struct Reading {
  std::string station;
  std::int64_t second = 0;
  std::optional<double> celsius;
};

int main() {
  using fastser::msgpack::Keys;
  const Reading reading{"Bern", 600, 11.5};
  const fastser::Buffer names = fastser::msgpack::encode(reading).value();
  const fastser::Buffer array = fastser::msgpack::encode(reading, Keys::array).value();
  std::printf("a map by names: %zu bytes, an array: %zu\n", names.size(), array.size());

  // What another program sees.
  using fastser::convert::Format;
  const fastser::Buffer json =
      fastser::convert::convert(names, Format::msgpack, Format::json).value();
  std::printf("%.*s\n", static_cast<int>(json.size()), reinterpret_cast<const char*>(json.data()));

  // Two messages through a pipe that gives seven bytes at a time.
  fastser::Buffer sent;
  if (!sent.append(names) || !sent.append(array)) return 1;
  fastser::msgpack::Stream stream;
  fastser::BytesView rest = sent;
  while (!rest.empty()) {
    const fastser::BytesView piece = rest.first(std::min<std::size_t>(7, rest.size()));
    rest = rest.subspan(piece.size());
    if (fastser::Status fed = stream.feed(piece); !fed.ok()) return 1;
    while (const auto message = stream.next()) {
      const Reading one = fastser::msgpack::decode<Reading>(*message).value();  // either form
      std::printf("%s: %g\n", one.station.c_str(), one.celsius.value_or(0));
    }
  }
  return 0;
}
