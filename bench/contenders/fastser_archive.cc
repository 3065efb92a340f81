// SPDX-License-Identifier: MIT
//
// libfastser's archive. One code, the options differ:
//
//   archive           self-described (shapes included), strings not shared: the default
//   archive_bare      payload only, as rivals without a header write it
//   archive_shared    self-described, equal strings written once
//   archive_adaptive  the same, but fields in which it does not pay are left alone
//   archive_bare_fixedbuf  bare, into memory the caller already has (only `encode` differs)
#include <fastser/archive.hpp>

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

}  // namespace

void register_fastser_archive(Suite& suite) {
  register_codec<Archive>(suite, "archive", Role::own);
  register_codec<ArchiveBare>(suite, "archive_bare", Role::own);
  register_codec<ArchiveBareFixed>(suite, "archive_bare_fixedbuf", Role::own);
  register_codec<ArchiveShared>(suite, "archive_shared", Role::own);
  register_codec<ArchiveAdaptive>(suite, "archive_adaptive", Role::own);
}

}  // namespace fastser_bench
