// SPDX-License-Identifier: MIT
//
// cereal: BinaryArchive over memory. Streams are kept between messages, archives (with their
// tables of shared pointers) are made anew for each, as the library wants it.
#include <cereal/archives/binary.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/unordered_map.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <ostream>

#include "contenders.hpp"
#include "contenders/stream_buffers.hpp"
#include "fields.hpp"
#include "harness.hpp"

namespace fastser_bench {

template <class Archive, Described T>
void serialize(Archive& archive, T& record) {
  std::apply([&](auto&... members) { archive(members...); }, fields(record));
}

namespace {

template <class T>
struct Cereal {
  Bytes encode(const T& value) {
    out.memory.clear();
    out.write(value);
    return out.memory.bytes();
  }

  static void encode_fresh(const T& value, auto&& sink) {
    Output fresh;
    fresh.write(value);
    sink(fresh.memory.bytes());
  }

  // Reading past the end throws; the harness reports it.
  bool decode(Bytes bytes, T& value) {
    source.reset(bytes);
    cereal::BinaryInputArchive archive(input);
    if constexpr (std::same_as<T, IntsEach>) {
      std::uint64_t count = 0;
      archive(count);
      if (count > bytes.size()) return false;
      value.values.resize(count);
      for (std::int32_t& number : value.values) archive(number);
    } else {
      archive(value);
    }
    return true;
  }

  struct Output {
    void write(const T& value) {
      cereal::BinaryOutputArchive archive(stream);
      if constexpr (std::same_as<T, IntsEach>) {
        archive(static_cast<std::uint64_t>(value.values.size()));
        for (const std::int32_t number : value.values) archive(number);
      } else {
        archive(value);
      }
    }
    OutputMemory memory;
    std::ostream stream{&memory};
  };

  Output out;
  InputMemory source;
  std::istream input{&source};
};

}  // namespace

void register_cereal(Suite& suite) { register_codec<Cereal>(suite, "cereal"); }

}  // namespace fastser_bench
