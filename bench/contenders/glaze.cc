// SPDX-License-Identifier: MIT
//
// glaze BEVE: `glaze` with keys (what makes its data self-describing), `glaze_untagged` without;
// and its MessagePack, `glaze_msgpack`, which writes plain structs as arrays. Needs C++23;
// rivals/shim has a <format> for standard libraries that lack it.
#include <glaze/beve.hpp>
#include <glaze/msgpack.hpp>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

// Shared pointers are written as often as they are met; and no call per value.
template <class T>
concept Supported =
    !std::same_as<T, Graph> && !std::same_as<T, SharedCharacters> && !std::same_as<T, IntsEach>;

template <Supported T>
struct Glaze {
  Bytes encode(const T& value) {
    if (glz::write_beve(value, buffer)) return {};
    return bytes_of(buffer);
  }
  static bool decode(Bytes bytes, T& value) {
    return !glz::read_beve(value, std::string_view(data_as<char>(bytes), bytes.size()));
  }
  std::string buffer;
};

template <Supported T>
struct GlazeUntagged {
  Bytes encode(const T& value) {
    if (glz::write_beve_untagged(value, buffer)) return {};
    return bytes_of(buffer);
  }
  static bool decode(Bytes bytes, T& value) {
    return !glz::read_beve_untagged(value, std::string_view(data_as<char>(bytes), bytes.size()));
  }
  std::string buffer;
};

template <Supported T>
struct GlazeMsgpack {
  Bytes encode(const T& value) {
    if (glz::write_msgpack(value, buffer)) return {};
    return bytes_of(buffer);
  }
  static bool decode(Bytes bytes, T& value) {
    return !glz::read_msgpack(value, std::string_view(data_as<char>(bytes), bytes.size()));
  }
  std::string buffer;
};

}  // namespace

void register_glaze(Suite& suite) {
  register_codec<Glaze>(suite, "glaze");
  register_codec<GlazeUntagged>(suite, "glaze_untagged");
  register_codec<GlazeMsgpack>(suite, "glaze_msgpack");
}

}  // namespace fastser_bench
