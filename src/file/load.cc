// SPDX-License-Identifier: MIT
//
// The size that the system tells is where to start: the file may grow or shrink while it is read,
// and some systems tell 0 of files that they make up as they are read. The end is where a read
// gives nothing.
#include "file/load.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/large_pages.hpp"
#include "file/io_error.hpp"

namespace fastser::file {
namespace {

constexpr std::size_t kFirstRoom = 4096;

// Room for one more byte than what is there, or it would not be seen to be all.
bool make_room(Buffer& out, std::uint64_t expected) {
  if (out.size() < out.capacity()) return true;
  constexpr std::uint64_t kMost = static_cast<std::size_t>(-1) / 2;
  std::uint64_t room = std::max<std::uint64_t>(expected, out.size() * std::uint64_t{2});
  room = std::max<std::uint64_t>(room, kFirstRoom);
  if (room >= kMost || !out.reserve(static_cast<std::size_t>(room) + 1)) return false;
  want_large_pages_behind(out);
  return true;
}

Status read_all(System& system, Handle file, std::uint64_t expected, std::uint64_t max_bytes,
                Buffer& out) {
  for (;;) {
    if (!make_room(out, expected)) return Status(Code::kNoMemory, "no memory for the file");
    const std::size_t size = out.size();
    std::size_t got = 0;
    const std::error_code error = uninterrupted([&] {
      return system.read(file, {out.data() + size, out.capacity() - size}, got);
    });
    if (error) return io_error("cannot be read", error);
    if (got == 0) return {};
    out.set_size(size + got);
    if (out.size() > max_bytes) return Status(Code::kOverBudget);
  }
}

}  // namespace

Status load_from(System& system, const std::string& name, std::uint64_t max_bytes, Buffer& out,
                 bool* found) {
  out.clear();
  if (found != nullptr) *found = true;
  FASTSER_TRY(check_name(name));
  Handle file = kNoHandle;
  Facts facts;
  const std::error_code error = uninterrupted([&] { return system.open(name, file, facts); });
  if (found != nullptr && error == std::errc::no_such_file_or_directory) {
    *found = false;
    return {};
  }
  if (error) return io_error("cannot be opened", error);
  Status status = check_regular(facts.kind, "cannot be read");
  if (status.ok()) {
    status = read_all(system, file, std::min(facts.size, max_bytes), max_bytes, out);
  }
  static_cast<void>(system.close(file));  // of a file that was only read
  if (status.code() != Code::kOverBudget) return status;
  // In the words of no language: all bindings show it. Made when the file is closed, as it may
  // throw.
  return std::move(status).with_detail("the file is larger than " + std::to_string(max_bytes) +
                                       " bytes, the most that this call may load");
}

}  // namespace fastser::file
