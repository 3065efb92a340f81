// SPDX-License-Identifier: MIT
//
// zpp_bits: aggregates by reflection, u32 lengths. `zpp_bits` grows a vector and keeps its
// capacity; `no_fit_size` because otherwise every call of ints20k shrinks the vector again.
// `zpp_bits_fixedbuf` writes into memory the caller already has, so only its `encode` differs.
#include <zpp_bits.h>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {

// The library cannot count the members of an aggregate with an optional<string> in it.
auto serialize(const BbItem&) -> zpp::bits::members<7>;
auto serialize(const TestObject&) -> zpp::bits::members<14>;

namespace {

// It refuses shared_ptr graphs; see its issue 109.
template <class T>
concept Supported = !std::same_as<T, Graph> && !std::same_as<T, SharedCharacters>;

template <class T>
bool write(auto& out, const T& value) {
  if constexpr (std::same_as<T, IntsEach>) {
    if (failure(out(static_cast<std::uint32_t>(value.values.size())))) return false;
    for (const std::int32_t number : value.values) {
      if (failure(out(number))) [[unlikely]]
        return false;
    }
    return true;
  } else {
    return success(out(value));
  }
}

template <Supported T>
struct ZppBits {
  Bytes encode(const T& value) {
    zpp::bits::out out(buffer, zpp::bits::no_fit_size{});
    write(out, value);
    return bytes_of(buffer).first(out.position());
  }

  static bool decode(Bytes bytes, T& value) {
    zpp::bits::in in(bytes);
    if constexpr (std::same_as<T, IntsEach>) {
      std::uint32_t count = 0;
      if (failure(in(count)) || count > bytes.size()) return false;
      value.values.resize(count);
      for (std::int32_t& number : value.values) {
        if (failure(in(number))) [[unlikely]]
          return false;
      }
      return true;
    } else {
      return success(in(value));
    }
  }

  std::vector<std::byte> buffer;
};

template <Supported T>
struct ZppBitsFixed : ZppBits<T> {
  static constexpr Operations kOperations = {
      .encode_fresh = false, .decode = false, .decode_reuse = false, .disk = false};

  Bytes encode(const T& value) {
    zpp::bits::out out(std::span<std::byte>(memory.get(), kSize));
    write(out, value);
    return {memory.get(), out.position()};
  }

  static constexpr std::size_t kSize = std::size_t{8} << 20;
  std::unique_ptr<std::byte[]> memory = std::make_unique_for_overwrite<std::byte[]>(kSize);
};

}  // namespace

void register_zpp_bits(Suite& suite) {
  register_codec<ZppBits>(suite, "zpp_bits");
  register_codec<ZppBitsFixed>(suite, "zpp_bits_fixedbuf");
}

}  // namespace fastser_bench
