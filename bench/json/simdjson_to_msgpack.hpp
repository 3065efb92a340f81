// SPDX-License-Identifier: MIT
//
// The converter to compare with: simdjson's parser, then one walk over its tree that writes
// MessagePack. It is what a person would write who wants the fastest converter and nothing else:
// the smallest form of each number, memory for the longest result asked for at once, no types
// found, no text written once only.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace fastser_bench {

class SimdjsonToMsgpack {
 public:
  /// Converts `json`; false if it is not JSON. The result stays until the next call.
  bool convert(const simdjson::padded_string& json) {
    simdjson::dom::parser parser;  // a new one, as a program needs it that converts one file
    simdjson::dom::element root;
    if (parser.parse(json).get(root) != simdjson::SUCCESS) return false;
    // The longest: "0," makes 1 byte of 2, "1.5," 9 of 4, "[]," 5 of 3.
    bytes_.reset(new char[json.size() * 5 / 2 + 16]);
    at_ = bytes_.get();
    value(root);
    return true;
  }
  [[nodiscard]] std::string_view bytes() const {
    return {bytes_.get(), static_cast<std::size_t>(at_ - bytes_.get())};
  }

 private:
  void byte(unsigned value) { *at_++ = static_cast<char>(value); }
  template <typename Int>
  void number(unsigned head, Int value) {
    byte(head);
    for (int shift = static_cast<int>(sizeof(Int)) * 8 - 8; shift >= 0; shift -= 8) {
      byte(static_cast<unsigned>(static_cast<std::uint64_t>(value) >> shift) & 0xFFU);
    }
  }
  void text(std::string_view text) {
    const std::size_t size = text.size();
    if (size < 32) {
      byte(0xA0U | static_cast<unsigned>(size));
    } else if (size < 0x100) {
      number(0xD9, static_cast<std::uint8_t>(size));
    } else if (size < 0x10000) {
      number(0xDA, static_cast<std::uint16_t>(size));
    } else {
      number(0xDB, static_cast<std::uint32_t>(size));
    }
    std::memcpy(at_, text.data(), size);
    at_ += size;
  }
  void integer(std::int64_t value) {
    if (value >= 0) return unsigned_integer(static_cast<std::uint64_t>(value));
    if (value >= -32) {
      byte(static_cast<unsigned>(value) & 0xFFU);
    } else if (value >= INT8_MIN) {
      number(0xD0, static_cast<std::uint8_t>(value));
    } else if (value >= INT16_MIN) {
      number(0xD1, static_cast<std::uint16_t>(value));
    } else if (value >= INT32_MIN) {
      number(0xD2, static_cast<std::uint32_t>(value));
    } else {
      number(0xD3, static_cast<std::uint64_t>(value));
    }
  }
  void unsigned_integer(std::uint64_t value) {
    if (value < 0x80) {
      byte(static_cast<unsigned>(value));
    } else if (value < 0x100) {
      number(0xCC, static_cast<std::uint8_t>(value));
    } else if (value < 0x10000) {
      number(0xCD, static_cast<std::uint16_t>(value));
    } else if (value < 0x100000000) {
      number(0xCE, static_cast<std::uint32_t>(value));
    } else {
      number(0xCF, value);
    }
  }
  // The count is known at the end only: five bytes are left for it.
  template <typename Each>
  void container(unsigned head, Each&& each) {
    char* const place = at_;
    at_ += 5;
    const std::uint32_t count = each();
    char* const end = at_;
    at_ = place;
    number(head, count);
    at_ = end;
  }
  void value(simdjson::dom::element element) {
    using Type = simdjson::dom::element_type;
    switch (element.type()) {
      case Type::ARRAY:
        return container(0xDD, [&] {
          std::uint32_t count = 0;
          for (const auto one : simdjson::dom::array(element)) value(one), ++count;
          return count;
        });
      case Type::OBJECT:
        return container(0xDF, [&] {
          std::uint32_t count = 0;
          for (const auto& one : simdjson::dom::object(element)) {
            text(one.key);
            value(one.value);
            ++count;
          }
          return count;
        });
      case Type::INT64: return integer(std::int64_t(element));
      case Type::UINT64: return unsigned_integer(std::uint64_t(element));
      case Type::DOUBLE: {
        const double real(element);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &real, sizeof bits);
        return number(0xCB, bits);
      }
      case Type::STRING: return text(std::string_view(element));
      case Type::BOOL: return byte(bool(element) ? 0xC3U : 0xC2U);
      default: return byte(0xC0);
    }
  }

  std::unique_ptr<char[]> bytes_;
  char* at_ = nullptr;
};

}  // namespace fastser_bench
