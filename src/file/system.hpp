// SPDX-License-Identifier: MIT
//
// What the file layer asks of an operating system, one call each, so that tests can stand in for
// the system: let every call fail, write too little, or lose its power (tests/faults/file_*).
//
// No call repeats itself when a signal interrupts it, nor continues a short write: that is the
// business of those who call (replacement.cc, load.cc), and what the tests look at.
// Names are UTF-8; errors are the system's own, which compare with std::errc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>

#include "fastser/buffer.hpp"

namespace fastser::file {

/// An open file.
using Handle = std::intptr_t;
inline constexpr Handle kNoHandle = -1;

enum class Kind : std::uint8_t { nothing, regular, folder, other };

/// What is known of the file behind a name or a handle.
struct Facts {
  Kind kind = Kind::nothing;
  std::uint64_t size = 0;
  std::uint32_t mode = 0;  // permissions; this and the owners only where the system has them
  std::uint32_t user = 0;
  std::uint32_t group = 0;
};

/// Who may read a file that is being made.
enum class Access : std::uint8_t {
  usual,  ///< whom the system lets by default
  owner,  ///< its owner, until take_over() says who else
};

class System {
 public:
  System() = default;
  virtual ~System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  /// What is there under this name, links followed. Nothing is no error.
  virtual std::error_code look(const std::string& name, Facts& out) = 0;
  /// Where the links lead that `name` may be, whether something is there or not.
  virtual std::error_code follow(std::string& name) = 0;

  /// A new file for writing in this folder that has no name yet. Not every system can.
  virtual std::error_code create_nameless(const std::string& folder, Access access,
                                          Handle& out) = 0;
  /// Gives it one, which nothing may have yet.
  virtual std::error_code link(Handle file, const std::string& name) = 0;
  /// A new file for writing; an error (file_exists) when there is something of this name.
  virtual std::error_code create(const std::string& name, Access access, Handle& out) = 0;
  /// A number for the names of temporary files that no other process, nor this one, is likely to
  /// have had.
  virtual std::uint64_t fresh_number() = 0;

  virtual std::error_code write(Handle file, BytesView bytes, std::size_t& written) = 0;
  /// Gives a new file the permissions and, as far as the system lets us, the owners of the one that
  /// has this name, of which `old` is known.
  virtual std::error_code take_over(Handle file, const std::string& name, const Facts& old) = 0;
  /// Returns when what was written will survive a power loss.
  virtual std::error_code sync(Handle file) = 0;
  /// The handle is gone then, whatever comes back.
  virtual std::error_code close(Handle file) = 0;

  /// In one step, whatever the new name stood for until now.
  virtual std::error_code rename(const std::string& from, const std::string& to) = 0;
  virtual std::error_code remove(const std::string& name) = 0;
  /// Returns when the names in this folder will survive a power loss.
  virtual std::error_code sync_folder(const std::string& folder) = 0;

  /// For reading. Never waits, not even for who writes into a pipe.
  virtual std::error_code open(const std::string& name, Handle& out, Facts& facts) = 0;
  /// 0 bytes read: the end.
  virtual std::error_code read(Handle file, std::span<std::byte> to, std::size_t& got) = 0;
};

/// The one this program runs on (system_posix.cc with system_stat.cc or system_apple.cc;
/// system_windows.cc). Without state.
class NativeSystem : public System {
 public:
  std::error_code look(const std::string& name, Facts& out) override;
  std::error_code follow(std::string& name) override;
  std::error_code create_nameless(const std::string& folder, Access access, Handle& out) override;
  std::error_code link(Handle file, const std::string& name) override;
  std::error_code create(const std::string& name, Access access, Handle& out) override;
  std::uint64_t fresh_number() override;
  std::error_code write(Handle file, BytesView bytes, std::size_t& written) override;
  std::error_code take_over(Handle file, const std::string& name, const Facts& old) override;
  std::error_code sync(Handle file) override;
  std::error_code close(Handle file) override;
  std::error_code rename(const std::string& from, const std::string& to) override;
  std::error_code remove(const std::string& name) override;
  std::error_code sync_folder(const std::string& folder) override;
  std::error_code open(const std::string& name, Handle& out, Facts& facts) override;
  std::error_code read(Handle file, std::span<std::byte> to, std::size_t& got) override;
};

/// Makes a call until no signal interrupts it.
template <typename Call>
std::error_code uninterrupted(Call&& call) {
  std::error_code error;
  do {
    error = call();
  } while (error == std::errc::interrupted);
  return error;
}

}  // namespace fastser::file
