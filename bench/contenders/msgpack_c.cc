// SPDX-License-Identifier: MIT
//
// msgpack-c: records as arrays. Decoding builds its object tree in a zone that is kept, with
// strings and binary data referenced in the input (its fastest documented way), then converts.
#include "contenders.hpp"
#include "fields.hpp"
#include "harness.hpp"

#define MSGPACK_NO_BOOST
#include <msgpack.hpp>

namespace msgpack {
MSGPACK_API_VERSION_NAMESPACE(MSGPACK_DEFAULT_API_NS) {
  namespace adaptor {

  template <>
  struct pack<fastser_bench::Color> {
    template <class Stream>
    packer<Stream>& operator()(packer<Stream>& out, fastser_bench::Color value) const {
      return out.pack(static_cast<std::uint8_t>(value));
    }
  };
  template <>
  struct convert<fastser_bench::Color> {
    const msgpack::object& operator()(const msgpack::object& from,
                                      fastser_bench::Color& value) const {
      value = static_cast<fastser_bench::Color>(from.as<std::uint8_t>());
      return from;
    }
  };

  template <>
  struct pack<fastser_bench::Value> {
    template <class Stream>
    packer<Stream>& operator()(packer<Stream>& out, const fastser_bench::Value& value) const {
      std::visit([&](const auto& held) { out.pack(held); }, value);
      return out;
    }
  };
  template <>
  struct convert<fastser_bench::Value> {
    const msgpack::object& operator()(const msgpack::object& from,
                                      fastser_bench::Value& value) const {
      switch (from.type) {
        case type::POSITIVE_INTEGER:
        case type::NEGATIVE_INTEGER: value = from.as<std::int64_t>(); return from;
        case type::FLOAT64: value = from.via.f64; return from;
        default: value = from.as<std::string>(); return from;
      }
    }
  };

  template <fastser_bench::Described T>
  struct pack<T> {
    template <class Stream>
    packer<Stream>& operator()(packer<Stream>& out, const T& record) const {
      const auto members = fastser_bench::fields(record);
      out.pack_array(std::tuple_size_v<decltype(members)>);
      std::apply([&](const auto&... member) { (out.pack(member), ...); }, members);
      return out;
    }
  };
  template <fastser_bench::Described T>
  struct convert<T> {
    const msgpack::object& operator()(const msgpack::object& from, T& record) const {
      auto members = fastser_bench::fields(record);
      if (from.type != type::ARRAY) throw type_error();
      if (from.via.array.size != std::tuple_size_v<decltype(members)>) throw type_error();
      const msgpack::object* item = from.via.array.ptr;
      std::apply([&](auto&... member) { ((item++)->convert(member), ...); }, members);
      return from;
    }
  };

  }  // namespace adaptor
}
}  // namespace msgpack

namespace fastser_bench {
namespace {

// MessagePack has no shared references.
template <class T>
concept Supported = !std::same_as<T, Graph> && !std::same_as<T, SharedCharacters>;

bool reference_all(msgpack::type::object_type, std::size_t, void*) { return true; }

template <Supported T>
struct MsgpackC {
  static Bytes write(msgpack::sbuffer& buffer, const T& value) {
    msgpack::packer<msgpack::sbuffer> packer(buffer);
    if constexpr (std::same_as<T, IntsEach>) {
      packer.pack_array(static_cast<std::uint32_t>(value.values.size()));
      for (const std::int32_t number : value.values) packer.pack(number);
    } else {
      packer.pack(value);
    }
    return {reinterpret_cast<const std::byte*>(buffer.data()), buffer.size()};
  }

  Bytes encode(const T& value) {
    buffer.clear();
    return write(buffer, value);
  }

  static void encode_fresh(const T& value, auto&& sink) {
    msgpack::sbuffer fresh;
    sink(write(fresh, value));
  }

  // Malformed input throws; the harness reports it.
  bool decode(Bytes bytes, T& value) {
    zone.clear();
    std::size_t offset = 0;
    const msgpack::object root =
        msgpack::unpack(zone, data_as<char>(bytes), bytes.size(), offset, reference_all);
    if constexpr (std::same_as<T, IntsEach>) {
      if (root.type != msgpack::type::ARRAY) return false;
      value.values.resize(root.via.array.size);
      const msgpack::object* item = root.via.array.ptr;
      for (std::int32_t& number : value.values) (item++)->convert(number);
    } else {
      root.convert(value);
    }
    return offset == bytes.size();
  }

  msgpack::sbuffer buffer;
  msgpack::zone zone;
};

}  // namespace

void register_msgpack_c(Suite& suite) { register_codec<MsgpackC>(suite, "msgpack_c"); }

}  // namespace fastser_bench
