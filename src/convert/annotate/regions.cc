// SPDX-License-Identifier: MIT
#include "convert/annotate/regions.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "convert/inspect/printable.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kRow = 8;   // bytes
constexpr std::size_t kRows = 8;  // of a region
constexpr std::size_t kColumn = 3 * kRow + 1;
constexpr std::size_t kOffsetDigits = 8;
constexpr std::size_t kMaxPath = 200;  // outer pieces before this are left out

std::string digits(std::uint64_t value, std::size_t least) {
  std::string out;
  for (; value != 0 || out.size() < least; value >>= 4) out += "0123456789ABCDEF"[value & 0xFU];
  std::reverse(out.begin(), out.end());
  return out;
}

void append_row(std::string& out, BytesView bytes, std::size_t offset, std::size_t size,
                std::string_view what) {
  out += digits(offset, kOffsetDigits);
  out += ' ';
  for (std::size_t i = 0; i < size; ++i) {
    out += ' ';
    out += digits(static_cast<std::uint8_t>(bytes[offset + i]), 2);
  }
  if (!what.empty()) {
    out.append(kColumn - 3 * size, ' ');
    out += what;
  }
  out += '\n';
}

std::string_view gap_text(BytesView gap) {
  const bool is_padding = gap.size() < 8 && std::all_of(gap.begin(), gap.end(), [](std::byte b) {
                            return b == std::byte{0};
                          });
  return is_padding ? "padding" : "nothing refers to these bytes";
}

}  // namespace

std::string hex_offset(std::size_t offset) { return "0x" + digits(offset, 1); }

void Regions::add(std::size_t offset, std::size_t size, std::string_view path, std::string what) {
  if (size == 0) return;
  if (!path.empty()) {
    const bool is_long = path.size() > kMaxPath;
    if (is_long) path.remove_prefix(path.size() - kMaxPath);
    what.insert(0, std::string(is_long ? "..." : "").append(path).append(": "));
  }
  what = one_line(what);  // it has names of a stranger
  const std::size_t rows = (shown(size) + kRow - 1) / kRow;
  memory_ += sizeof(Region) + 2 * what.size() + rows * (kOffsetDigits + kColumn);
  regions_.push_back({offset, size, std::move(what)});
}

std::size_t Regions::shown(std::size_t size) const {
  return all_ ? size : std::min(size, kRow * kRows);
}

void Regions::append(std::string& out, BytesView bytes, std::size_t offset, std::size_t size,
                     std::string_view what) const {
  const std::size_t some = shown(size);
  for (std::size_t at = 0; at < some; at += kRow) {
    append_row(out, bytes, offset + at, std::min(kRow, some - at),
               at == 0 ? what : std::string_view());
  }
  if (some == size) return;
  out.append(kOffsetDigits + 2, ' ');
  out += "... " + std::to_string(size - some) + " more bytes\n";
}

std::string Regions::text(BytesView bytes) const {
  // By pointers, so that regions at one offset stay in the order in which they were added: clang
  // warns of what libstdc++ 12's stable_sort calls.
  std::vector<const Region*> sorted;
  sorted.reserve(regions_.size());
  for (const Region& one : regions_) sorted.push_back(&one);
  std::sort(sorted.begin(), sorted.end(), [](const Region* left, const Region* right) {
    return left->offset != right->offset ? left->offset < right->offset : left < right;
  });
  std::string out;
  std::size_t known = 0;  // the bytes before it have been shown
  const auto fill = [&](std::size_t end) {
    if (end <= known) return;
    append(out, bytes, known, end - known, gap_text(bytes.subspan(known, end - known)));
    known = end;
  };
  for (const Region* one : sorted) {
    fill(one->offset);
    append(out, bytes, one->offset, one->size, one->what);
    known = std::max(known, one->offset + one->size);
  }
  fill(bytes.size());
  return out;
}

}  // namespace fastser::convert
