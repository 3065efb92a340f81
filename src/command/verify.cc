// SPDX-License-Identifier: MIT
//
// fastser verify.
#include "fastser/archive/verify.hpp"

#include <algorithm>

#include "command/command.hpp"
#include "command/files.hpp"

namespace fastser::command {

int run_verify(const std::vector<std::string>& words) {
  Arguments arguments(words, {{"--quiet"}, {"--utf8"}, {"--max-bytes", true}});
  std::uint64_t most = kDefaultMaxFile;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most);
  if (!arguments.error().empty()) return usage_error("verify", arguments.error());
  if (arguments.files().empty()) return usage_error("verify", "which file?");
  int exit = kExitOk;
  std::size_t done = 0;
  for (const std::string& file : arguments.files()) {
    Status status;
    {
      Progress progress;
      progress.show("verifying " + std::to_string(++done) + " of " +
                    std::to_string(arguments.files().size()) + ": " + file);
      const Result<Buffer> bytes = read_file(file, most);
      status =
          bytes.ok() ? archive::verify(*bytes, {.utf8 = arguments.has("--utf8")}) : bytes.status();
    }
    if (!status.ok()) {
      exit = std::max(exit, report(file, status));
    } else if (!arguments.has("--quiet")) {
      exit = std::max(exit, print((file == "-" ? "standard input" : file) + ": ok\n"));
    }
  }
  return exit;
}

}  // namespace fastser::command
