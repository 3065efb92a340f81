// SPDX-License-Identifier: MIT
//
// libfastser's FlatBuffers: the types' own descriptions, no schema compiler. Decoding copies every
// field out, each check made where the bytes are read.
#include <fastser/flat.hpp>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

// A FlatBuffer has no circles; one call per value is the coder's work.
template <class T>
concept Supported = !std::same_as<T, Graph> && !std::same_as<T, IntsEach>;

template <Supported T>
struct Flat {
  Bytes encode(const T& value) {
    if (!fastser::flat::encode_into(buffer, value).ok()) return {};
    return buffer.view();
  }
  static void encode_fresh(const T& value, auto&& sink) {
    const auto bytes = fastser::flat::encode(value);
    if (bytes.ok()) sink(Bytes(bytes->view()));
  }
  static bool decode(Bytes bytes, T& value) {
    return fastser::flat::decode_into(bytes, value).ok();
  }
  fastser::Buffer buffer;
};

}  // namespace

void register_fastser_flat(Suite& suite) { register_codec<Flat>(suite, "flat", Role::own); }

}  // namespace fastser_bench
