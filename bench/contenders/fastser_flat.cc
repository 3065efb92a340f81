// SPDX-License-Identifier: MIT
//
// libfastser's FlatBuffers: the types' own descriptions, no schema compiler. Decoding copies every
// field out, each check made where the bytes are read.
#include <fastser/flat.hpp>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

// A FlatBuffer has no cycles; one call per value is the coder's work.
template <class T>
concept Supported = !std::same_as<T, Graph> && !std::same_as<T, IntsEach>;

// Of what a view shows.
template <class Seen>
std::uint64_t digest_view(Seen seen) {
  if constexpr (std::is_arithmetic_v<Seen> || std::is_enum_v<Seen> ||
                std::same_as<Seen, std::string_view>) {
    return digest(seen);
  } else if constexpr (std::same_as<Seen, fastser::BytesView>) {
    return digest_bytes(seen.data(), seen.size());
  } else if constexpr (requires { seen.begin(); }) {
    std::uint64_t sum = 0;
    for (const auto& element : seen) sum += digest_view(element);
    return sum;
  } else {
    return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      return (std::uint64_t{0} + ... + digest_view(seen.template field<kIndex>()));
    }
    (std::make_index_sequence<Seen::kCount>{});
  }
}

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
  // Of bytes that were verified: what flat::view does after that.
  static std::uint64_t view(Bytes bytes) requires Viewed<T> {
    return digest_view(
        fastser::flat::Look<T>::held_table(fastser::flat::detail::target(bytes.data())));
  }
  static bool verify(Bytes bytes) { return fastser::flat::verify<T>(bytes).ok(); }
  fastser::Buffer buffer;
};

}  // namespace

void register_fastser_flat(Suite& suite) { register_codec<Flat>(suite, "flat", Role::own); }

}  // namespace fastser_bench
