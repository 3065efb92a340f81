// SPDX-License-Identifier: MIT
//
// libfastser's archive. One code, the options differ:
//
//   archive           self-described (shapes included), strings not shared: the default
//   archive_bare      payload only, as rivals without a header write it
//   archive_shared    self-described, equal strings written once
//   archive_adaptive  the same, but fields in which it does not pay are left alone
//   archive_bare_fixedbuf  bare, into memory the caller already has (only `encode` differs)
//   archive_compact   as small as it gets: bare, integers as varints, equal strings once. It reads
//   and
//                     writes classes of its own, as an application that wants this would describe
//                     it
#include <fastser/archive.hpp>
#include <map>
#include <memory>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

using fastser::archive::DecodeOptions;
using fastser::archive::EncodeOptions;
using fastser::archive::Header;
using fastser::archive::Sharing;

// One call per value is the coder's work.
template <class T>
concept Supported = !std::same_as<T, IntsEach>;

template <class T, Header kHeader, Sharing kSharing>
struct ArchiveWith {
  static constexpr EncodeOptions kEncode = {.header = kHeader, .sharing = kSharing};
  static constexpr DecodeOptions kDecode = {.header = kHeader, .sharing = kSharing};

  // With the storage that is kept between calls: the tables of objects and strings too.
  Bytes encode(const T& value) {
    EncodeOptions options = kEncode;
    options.workspace = &workspace;
    if (!fastser::archive::encode_into(buffer, value, options).ok()) return {};
    return buffer.view();
  }

  // Without, as a caller with nothing to keep writes it.
  static void encode_fresh(const T& value, auto&& sink) {
    const auto bytes = fastser::archive::encode(value, kEncode);
    if (bytes.ok()) sink(Bytes(bytes->view()));
  }

  static bool decode(Bytes bytes, T& value) {
    return fastser::archive::decode_into(bytes, value, kDecode).ok();
  }

  fastser::Buffer buffer;
  fastser::archive::Workspace workspace;
};

template <Supported T>
struct Archive : ArchiveWith<T, Header::self_described, Sharing::off> {};
template <Supported T>
struct ArchiveBare : ArchiveWith<T, Header::bare, Sharing::off> {};
template <Supported T>
struct ArchiveShared : ArchiveWith<T, Header::self_described, Sharing::on> {};
template <Supported T>
struct ArchiveAdaptive : ArchiveWith<T, Header::self_described, Sharing::adaptive> {};

template <Supported T>
struct ArchiveBareFixed : ArchiveBare<T> {
  static constexpr Operations kOperations = {
      .encode_fresh = false, .decode = false, .decode_reuse = false, .disk = false};

  Bytes encode(const T& value) {
    const auto size =
        fastser::archive::encode_to({memory.get(), kSize}, value, ArchiveBare<T>::kEncode);
    return {memory.get(), size.ok() ? *size : 0};
  }

  static constexpr std::size_t kSize = std::size_t{8} << 20;
  std::unique_ptr<std::byte[]> memory = std::make_unique_for_overwrite<std::byte[]>(kSize);
};

struct CompactActor {
  std::string birth_city;
  std::int64_t date_of_birth;
  std::string name;
  static constexpr auto fastser_options = fastser::options(fastser::as_varint("date_of_birth"));
};
template <class ActorField>
struct CompactCharacter {
  std::int32_t age;
  std::string first_seen;
  std::string house;
  std::string name;
  ActorField actor;
  static constexpr auto fastser_options = fastser::options(fastser::as_varint("age"));
};

// Between the models and the compact classes; objects that are shared stay shared.
class Compactor {
 public:
  template <class To, class From>
  To actor(const From& from) {
    return To{from.birth_city, from.date_of_birth, from.name};
  }
  template <class To, class From>
  To shared_actor(const From& from) {
    using E = typename To::element_type;
    auto& known = actors_[from.get()];
    if (!known) known = std::make_shared<E>(actor<E>(*from));
    return std::static_pointer_cast<E>(known);
  }
  template <class To, class From>
  To character(const From& from) {
    using Field = decltype(To::actor);
    if constexpr (requires { from.actor.get(); }) {
      return {from.age, from.first_seen, from.house, from.name, shared_actor<Field>(from.actor)};
    } else {
      return {from.age, from.first_seen, from.house, from.name, actor<Field>(from.actor)};
    }
  }
  template <class To, class From>
  To all(const From& from) {
    if constexpr (requires { from.size(); }) {
      To to;
      for (const auto& one : from) to.push_back(character<typename To::value_type>(one));
      return to;
    } else {
      return character<To>(from);
    }
  }

 private:
  std::map<const void*, std::shared_ptr<void>> actors_;
};

template <class T>
struct CompactOf;
template <>
struct CompactOf<Person> {
  using Type = CompactCharacter<CompactActor>;
};
template <>
struct CompactOf<Characters> {
  using Type = std::vector<CompactCharacter<CompactActor>>;
};
template <>
struct CompactOf<SharedCharacters> {
  using Type = std::vector<CompactCharacter<std::shared_ptr<CompactActor>>>;
};

template <class T>
requires requires { typename CompactOf<T>::Type; }
struct ArchiveCompact : ArchiveWith<typename CompactOf<T>::Type, Header::bare, Sharing::on> {
  using Native = typename CompactOf<T>::Type;
  static Native import_from(const T& value) { return Compactor().all<Native>(value); }
  static T export_to(const Native& value) { return Compactor().all<T>(value); }
};

}  // namespace

void register_fastser_archive(Suite& suite) {
  register_codec<Archive>(suite, "archive", Role::own);
  register_codec<ArchiveBare>(suite, "archive_bare", Role::own);
  register_codec<ArchiveBareFixed>(suite, "archive_bare_fixedbuf", Role::own);
  register_codec<ArchiveShared>(suite, "archive_shared", Role::own);
  register_codec<ArchiveAdaptive>(suite, "archive_adaptive", Role::own);
  register_codec<ArchiveCompact>(suite, "archive_compact", Role::own);
}

}  // namespace fastser_bench
