// SPDX-License-Identifier: MIT
#include "convert/inspect/message_tree.hpp"

#include <bit>
#include <cmath>

#include "convert/json/text.hpp"

namespace fastser::convert {
namespace {

std::string byte_count(BytesView data) { return std::to_string(data.size()) + " bytes"; }

}  // namespace

bool MessageTree::integer(std::uint64_t bits, bool negative) {
  return out_.line(negative ? std::to_string(static_cast<std::int64_t>(bits))
                            : std::to_string(bits));
}

bool MessageTree::f32(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  std::string line;
  if (std::isfinite(value)) {
    append_double(line, static_cast<double>(value));
  } else {
    line = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  }
  return out_.line(line + "  (float 32)");
}

bool MessageTree::f64(std::uint64_t bits) {
  const auto value = std::bit_cast<double>(bits);
  std::string line;
  if (std::isfinite(value)) {
    append_double(line, value);
  } else {
    line = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  }
  return out_.line(line);
}

bool MessageTree::data(BytesView data) { return out_.line("data, " + byte_count(data)); }

bool MessageTree::moment(std::int64_t seconds, std::uint32_t nanoseconds) {
  std::string line = "timestamp ";
  append_date(line, seconds, nanoseconds);
  return out_.line(line);
}

bool MessageTree::ext(std::int8_t type, BytesView data) {
  return out_.line("extension " + std::to_string(type) + ", " + byte_count(data));
}

bool MessageTree::begin_list(std::uint64_t count) {
  return out_.open('s', "array, " + std::to_string(count));
}

bool MessageTree::begin_map(std::uint64_t count) {
  return out_.open('m', "map, " + std::to_string(count));
}

}  // namespace fastser::convert
