// SPDX-License-Identifier: MIT
//
// libfastser's MessagePack: records as maps by name, as maps by number, and as arrays.
#include <fastser/msgpack.hpp>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

using fastser::msgpack::Keys;

// MessagePack has no shared references; one call per value is the coder's work.
template <class T>
concept Supported =
    !std::same_as<T, Graph> && !std::same_as<T, SharedCharacters> && !std::same_as<T, IntsEach>;

template <class T, Keys kKeys>
struct MsgpackWith {
  Bytes encode(const T& value) {
    if (!fastser::msgpack::encode_into(buffer, value, {.keys = kKeys}).ok()) return {};
    return buffer.view();
  }
  static void encode_fresh(const T& value, auto&& sink) {
    const auto bytes = fastser::msgpack::encode(value, kKeys);
    if (bytes.ok()) sink(Bytes(bytes->view()));
  }
  static bool decode(Bytes bytes, T& value) {
    return fastser::msgpack::decode_into(bytes, value).ok();
  }
  fastser::Buffer buffer;
};

template <Supported T>
struct MsgpackMap : MsgpackWith<T, Keys::strings> {};
template <Supported T>
struct MsgpackIntmap : MsgpackWith<T, Keys::integers> {};
template <Supported T>
struct MsgpackArray : MsgpackWith<T, Keys::array> {};

}  // namespace

void register_fastser_msgpack(Suite& suite) {
  register_codec<MsgpackMap>(suite, "msgpack_map", Role::own);
  register_codec<MsgpackIntmap>(suite, "msgpack_intmap", Role::own);
  register_codec<MsgpackArray>(suite, "msgpack_array", Role::own);
}

}  // namespace fastser_bench
