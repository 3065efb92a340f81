// SPDX-License-Identifier: MIT
//
// What the command leaves when a signal ends it: no temporary file. The library installs no signal
// handlers, a program may.
#pragma once

#include <string>

#include "file/system.hpp"

namespace fastser::command {

/// From now on SIGINT, SIGTERM and SIGHUP (on Windows: Ctrl-C, Ctrl-Break, a console that is
/// closed) remove the temporary files that a TidySystem has made, and then end the program as they
/// would have. Ignored signals stay ignored.
void remove_temporaries_on_signals();

/// Has a file, or a folder that is empty by then, removed as well when a signal ends the program;
/// those noted first go first. A few at a time.
void note_temporary(const std::string& name);
void forget_temporary(const std::string& name);

/// The native system, that tells the handlers which temporary files there are: those that have been
/// created or linked, and neither renamed nor removed. Thread rule: one thread.
class TidySystem : public file::NativeSystem {
 public:
  std::error_code link(file::Handle file, const std::string& name) override;
  std::error_code create(const std::string& name, file::Access access, file::Handle& out) override;
  std::error_code rename(const std::string& from, const std::string& to) override;
  std::error_code remove(const std::string& name) override;
};

}  // namespace fastser::command
