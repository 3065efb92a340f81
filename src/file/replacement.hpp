// SPDX-License-Identifier: MIT
//
// A file that is replaced in two steps, so that several can be made ready before any of them is.
//
//   prepare   links followed -> a temporary file in the same folder, without a name where the
//             system can -> write* -> owner and mode of the old file -> sync -> its name -> close
//   commit    rename -> sync of the folder
//
// Until the rename the old file is as it was; on an error, and without the second step, no
// temporary file is left (B15).
#pragma once

#include <string>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "file/system.hpp"

namespace fastser::file {

class Replacement {
 public:
  /// `system` must outlive this.
  explicit Replacement(System& system) noexcept : system_(&system) {}
  ~Replacement() { discard(); }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  /// The first step, once. kIo, kUsage.
  [[nodiscard]] Status prepare(const std::string& name, BytesView bytes);
  /// The second, once, after a first that went well. kIo.
  [[nodiscard]] Status commit();

 private:
  [[nodiscard]] Status find(const std::string& name, Facts& old);
  [[nodiscard]] Status create_named(Access access);
  [[nodiscard]] Status fill(BytesView bytes, const Facts& old);
  /// Runs `attempt` with names for a temporary file until one is not taken yet, and keeps it.
  template <typename Attempt>
  [[nodiscard]] std::error_code with_new_name(Attempt&& attempt);
  std::error_code close() noexcept;
  void discard() noexcept;

  System* system_;
  std::string target_;
  std::string folder_;     // of the target, with the separator behind it; empty: the current one
  std::string temporary_;  // the name of what is to be renamed; empty: there is none
  Handle file_ = kNoHandle;
};

}  // namespace fastser::file
