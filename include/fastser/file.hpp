// SPDX-License-Identifier: MIT
//
// fastser::file: bytes to a file and back, so that a file is never half of what it was or will be.
//
//   fastser::Status saved = fastser::archive::save("people.fsr", people);
//   fastser::Result<People> again = fastser::archive::load<People>("people.fsr");
//
// Every codec has these two verbs (archive.hpp, msgpack.hpp, flat.hpp, flexbuffers.hpp); below are
// those for bytes. Archives are saved with a checksum unless the caller's options say otherwise.
//
// Saving: the bytes go to a temporary file in the same folder, which gets the mode and, as far as
// the system lets it, the owner of the file it replaces; it is synced (on Apple's systems down to
// the medium), renamed, and the folder is synced. Whatever happens in between, a power loss
// included, the file is the old one or the new one; when save returns ok, it is the new one for
// good. On an error the old file is untouched and no temporary file stays. (One exception: if only
// the sync of the folder fails, the new file is in place and kIo says that it may not be for good.)
// A symbolic link is followed, and what it leads to is replaced; other names (hard links) of the
// old file keep the old bytes; extended attributes are not taken along, and access lists on Apple's
// systems only. Where the system has files without a name (Linux), a process that is killed while
// it writes leaves nothing either; elsewhere, ".fastser.*" is what it may leave. No signal handler
// is installed.
//
// Loading: regular files only (a pipe or a device may never end), at most LoadOptions::max_bytes,
// whatever the file's size was when it was opened: it may grow or shrink meanwhile.
//
// Errors: kIo with what the system said; kOverBudget (larger than allowed); kNoMemory; kUsage (a
// zero byte in the name). Threads: calls share nothing; of two that save one file at the same time,
// one is last. Cost of a save: two syncs, which is milliseconds.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::file {

/// The name of a file, made from UTF-8 text or from a std::filesystem::path (whose header is not
/// needed otherwise). On systems whose names are bytes the bytes are taken as they are.
class Path {
 public:
  template <typename Text>
  requires std::convertible_to<const Text&, std::string_view> Path(const Text& utf8)
      : utf8_(std::string_view(utf8)) {}  // NOLINT: implicit on purpose
  template <typename P>
  requires requires(const P& path) {
    path.u8string();
    path.parent_path();
  }
  Path(const P& path) {  // NOLINT: implicit on purpose
    for (const auto c : path.u8string()) utf8_ += static_cast<char>(c);
  }

  [[nodiscard]] const std::string& utf8() const noexcept { return utf8_; }

 private:
  std::string utf8_;
};

struct LoadOptions {
  /// A larger file is refused (kOverBudget) before more than this is read.
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
};

/// Replaces the file by `bytes`, or makes it.
[[nodiscard]] Status save(const Path& path, BytesView bytes);

/// The same with what an encode made; if it made nothing, why.
[[nodiscard]] Status save(const Path& path, const Result<Buffer>& bytes);

/// The bytes of the file.
[[nodiscard]] Result<Buffer> load(const Path& path, const LoadOptions& options = {});
/// The same into a buffer, whose capacity is used again. On an error its contents are unspecified.
[[nodiscard]] Status load_into(const Path& path, Buffer& out, const LoadOptions& options = {});
/// The same of a file that may not be there yet: `found` says whether it is. If not, that is no
/// error, and `out` is empty.
[[nodiscard]] Status load_if_there(const Path& path, Buffer& out, bool& found,
                                   const LoadOptions& options = {});
/// What `decode` makes of the bytes; it must not keep views of them.
template <typename Decode>
[[nodiscard]] std::invoke_result_t<Decode, BytesView> load_with(const Path& path,
                                                                const LoadOptions& options,
                                                                Decode&& decode) {
  const Result<Buffer> bytes = load(path, options);
  if (!bytes.ok()) return bytes.status();
  return decode(bytes->view());
}

}  // namespace fastser::file
