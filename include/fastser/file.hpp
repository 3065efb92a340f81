// SPDX-License-Identifier: MIT
//
// fastser::file: saves bytes to a file and loads them. A file is never half old and half new.
//
//   fastser::Status saved = fastser::archive::save("people.fsr", people);
//   fastser::Result<People> again = fastser::archive::load<People>("people.fsr");
//
// Every codec has these two functions (archive.hpp, msgpack.hpp, flat.hpp, flexbuffers.hpp); those
// below are for bytes. Archives are saved with a checksum unless the options say otherwise.
//
// Saving: the bytes are written to a temporary file in the same folder. It gets the permissions of
// the file that it replaces and, if the system allows it, its owner. It is synced (on Apple's
// systems down to the medium) and renamed, and the folder is synced. Whatever happens in between,
// also a power loss, the file is the old one or the new one. When save returns ok, it is the new
// one, and stays so. After an error the old file is untouched, and no temporary file is left. (One
// exception: if only the sync of the folder fails, the new file is in place, and kIo says that a
// power loss may still bring back the old one.) On Windows the new file has the permissions that
// its folder gives, a symbolic link is itself replaced, and the rename is written through instead
// of a sync of the folder. If the name is a symbolic link, the file that it leads to is replaced.
// Other names (hard links) of the old file keep the old bytes. Extended attributes are not copied;
// access control lists only on Apple's systems. If the process is killed while it writes, nothing
// is left on systems that have files without a name (Linux); on others a file ".fastser.*" may be
// left. No signal handler is installed.
//
// Loading: regular files only (a pipe or a device may never end), and at most
// LoadOptions::max_bytes. The file may grow or shrink while it is read.
//
// Errors: kIo with the file's name and the system's message; kOverBudget (the file is too large);
// kNoMemory; kUsage (a zero byte in the name). Threads: calls share nothing; if two save the same
// file at the same time, the last one counts. Cost of a save: two syncs, which take milliseconds.
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

/// The name of a file, from UTF-8 text or from a std::filesystem::path (this header does not
/// include <filesystem>). On systems whose file names are bytes, the bytes are used as they are.
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

/// Replaces the file by `bytes`, or creates it.
[[nodiscard]] Status save(const Path& path, BytesView bytes);

/// The same with the result of an encode; if that is an error, returns it and writes nothing.
[[nodiscard]] Status save(const Path& path, const Result<Buffer>& bytes);

/// The bytes of the file.
[[nodiscard]] Result<Buffer> load(const Path& path, const LoadOptions& options = {});
/// The same into a buffer, whose memory is reused. On an error its contents are unspecified.
[[nodiscard]] Status load_into(const Path& path, Buffer& out, const LoadOptions& options = {});
/// The same for a file that may not exist yet: `found` says whether it does. If not, that is not an
/// error, and `out` is empty.
[[nodiscard]] Status load_if_there(const Path& path, Buffer& out, bool& found,
                                   const LoadOptions& options = {});
/// Loads the file and returns the result of decode(bytes), which must not keep views of the bytes.
template <typename Decode>
[[nodiscard]] std::invoke_result_t<Decode, BytesView> load_with(const Path& path,
                                                                const LoadOptions& options,
                                                                Decode&& decode) {
  const Result<Buffer> bytes = load(path, options);
  if (!bytes.ok()) return bytes.status();
  return decode(bytes->view());
}

}  // namespace fastser::file
