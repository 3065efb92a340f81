// SPDX-License-Identifier: MIT
//
// What the readers of both text forms have in common: the place in the text, the sink, the first
// error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/document/sink.hpp"
#include "convert/json/scan.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class PlistText {
 protected:
  PlistText(std::string_view text, Sink& sink) : text_(text), sink_(sink) {}

  /// Passes by a byte order mark. False: the text is not UTF-8.
  bool start() {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    const std::size_t good = at_ + wire::utf8_prefix(text_.substr(at_));
    return good == text_.size() || fail(Code::kMalformed, "text that is not UTF-8", good);
  }

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] bool looking_at(std::string_view what) const {
    return text_.substr(at_, what.size()) == what;
  }

  /// Always false, as all that says what is wrong.
  bool fail(Code code, std::string_view message, std::size_t at) {
    why_ = Status(code, message, at);
    return false;
  }
  /// How a value at this byte was read.
  bool parsed(Status status, std::size_t at) {
    if (status.ok()) return true;
    why_ = std::move(status).with_offset(at);
    return false;
  }
  /// What the sink said.
  bool told(bool go_on) {
    if (go_on) return true;
    why_ = std::move(sink_.why);
    if (why_.offset() == Status::kNoOffset) why_ = std::move(why_).with_offset(sink_.position);
    return false;
  }
  /// The sink, to be told of what begins at this byte.
  Sink& at(std::size_t position) {
    sink_.position = position;
    return sink_;
  }

  [[nodiscard]] static std::string without_blanks(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::copy_if(text.begin(), text.end(), std::back_inserter(out),
                 [](char c) { return !is_blank(c); });
    return out;
  }

  std::string_view text_;
  Sink& sink_;
  std::size_t at_ = 0;
  std::string decoded_;              // of the last text that did not stand there as it is
  std::vector<std::uint8_t> bytes_;  // of the last data
  Status why_;
};

}  // namespace fastser::convert
