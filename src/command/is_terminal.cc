// SPDX-License-Identifier: MIT
#include "command/is_terminal.hpp"

#if defined(_WIN32)
#include <io.h>
#else
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace fastser::command {

bool is_terminal(std::FILE* stream) {
#if defined(_WIN32)
  return _isatty(_fileno(stream)) != 0;
#else
  return ::isatty(::fileno(stream)) == 1;
#endif
}

std::size_t terminal_columns(std::FILE* stream) {
  constexpr std::size_t kUsual = 80;
#if defined(_WIN32)
  (void)stream;
  return kUsual;
#else
  struct winsize size {};
  const bool is_said = ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_said ? size.ws_col : kUsual;
#endif
}

bool is_terminal(const std::string& file) {
  if (file == "-") return is_terminal(stdout);
#if defined(_WIN32)
  return file == "CON" || file == "con";
#else
  const int handle = ::open(file.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (handle < 0) return false;
  const bool is = ::isatty(handle) == 1;
  ::close(handle);
  return is;
#endif
}

}  // namespace fastser::command
