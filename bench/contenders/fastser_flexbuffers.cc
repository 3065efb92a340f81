// SPDX-License-Identifier: MIT
//
// libfastser's FlexBuffers: records as maps with sorted keys, that say themselves what they are.
#include <fastser/flexbuffers.hpp>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

// A FlexBuffer has no objects: what several pointers share comes back once for each of them, so
// where identity is compared it is another value. One call per value is the coder's work.
template <class T>
concept Supported =
    !std::same_as<T, Graph> && !std::same_as<T, SharedCharacters> && !std::same_as<T, IntsEach>;

template <Supported T>
struct FlexBuffers {
  Bytes encode(const T& value) {
    if (!fastser::flexbuffers::encode_into(buffer, value).ok()) return {};
    return buffer.view();
  }
  static void encode_fresh(const T& value, auto&& sink) {
    const auto bytes = fastser::flexbuffers::encode(value);
    if (bytes.ok()) sink(Bytes(bytes->view()));
  }
  static bool decode(Bytes bytes, T& value) {
    return fastser::flexbuffers::decode_into(bytes, value).ok();
  }
  fastser::Buffer buffer;
};

}  // namespace

void register_fastser_flexbuffers(Suite& suite) {
  register_codec<FlexBuffers>(suite, "flexbuffers", Role::own);
}

}  // namespace fastser_bench
