// SPDX-License-Identifier: MIT
//
// Values for gdb to show (shown.sh).
#include <string>
#include <utility>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace {

using fastser::Buffer;
using fastser::Code;
using fastser::Result;
using fastser::Status;

[[gnu::noinline]] int stop_here(const Status& ok, const Status& literal, const Status& whole,
                                const Result<std::vector<int>>& value,
                                const Result<std::vector<int>>& none, const Buffer& buffer) {
  return static_cast<int>(ok.ok()) + static_cast<int>(literal.ok()) + static_cast<int>(whole.ok()) +
         static_cast<int>(value.ok()) + static_cast<int>(none.ok()) +
         static_cast<int>(buffer.size());
}

}  // namespace

int main() {
  const Status literal(Code::kBadReference, "a literal");
  const Status whole = Status(Code::kTruncated, "a literal", 17)
                           .with_path("items[3].name")
                           .with_detail("made at run time");
  Buffer buffer;
  const std::vector<std::byte> bytes(20, std::byte{0xAB});
  if (!buffer.append(bytes)) return 1;
  return stop_here(Status(), literal, whole, std::vector<int>{1, 2, 3}, Status(whole), buffer) == 22
             ? 0
             : 1;
}
