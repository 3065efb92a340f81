// SPDX-License-Identifier: MIT
//
// struct_pack (yalantinglibs): exact size first, then unchecked writes; every read is checked
// before anything is allocated. `struct_pack_notype` leaves out its 4-byte type hash.
#include <ylt/struct_pack.hpp>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

// No shared_ptr; and no call per value, its unit of work is a whole message.
template <class T>
concept Supported =
    !std::same_as<T, Graph> && !std::same_as<T, SharedCharacters> && !std::same_as<T, IntsEach>;

template <class T, std::uint64_t kConfig>
struct StructPackWith {
  Bytes encode(const T& value) {
    buffer.clear();
    struct_pack::serialize_to<kConfig>(buffer, value);
    return bytes_of(buffer);
  }

  static bool decode(Bytes bytes, T& value) {
    return !struct_pack::deserialize_to<kConfig>(value, data_as<char>(bytes), bytes.size());
  }

  std::vector<char> buffer;
};

template <Supported T>
struct StructPack : StructPackWith<T, struct_pack::sp_config::DEFAULT> {};
template <Supported T>
struct StructPackNoType : StructPackWith<T, struct_pack::sp_config::DISABLE_ALL_META_INFO> {};

}  // namespace

void register_struct_pack(Suite& suite) {
  register_codec<StructPack>(suite, "struct_pack");
  register_codec<StructPackNoType>(suite, "struct_pack_notype");
}

}  // namespace fastser_bench
