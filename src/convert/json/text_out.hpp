// SPDX-License-Identifier: MIT
//
// TextOut: JSON text that grows at its end, in a string or in a Buffer, whichever is wanted in the
// end. What is appended is stored by whole blocks, so there is room for a few bytes more than it
// takes.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "convert/json/scan.hpp"
#include "fastser/buffer.hpp"
#include "fastser/internal/base/compiler.hpp"

namespace fastser::convert {

class TextOut {
 public:
  /// Into `to`, which is empty and outlives this; null: into a string.
  explicit TextOut(Buffer* to) : buffer_(to) {
    if (to == nullptr) return;
    begin_ = at_ = reinterpret_cast<char*>(to->data());
    end_ = begin_ + to->capacity();
  }
  TextOut(const TextOut&) = delete;
  TextOut& operator=(const TextOut&) = delete;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] std::string_view view() const { return {begin_, size()}; }

  /// Room for `more` bytes at the end; set_end() says how many of them are text. Throws bad_alloc.
  char* room(std::size_t more) {
    if (static_cast<std::size_t>(end_ - at_) < more) grow(more);
    return at_;
  }
  void set_end(char* end) { at_ = end; }

  void put(char c) {
    *room(1) = c;
    ++at_;
  }
  void put(std::string_view text) {
    if (text.empty()) return;
    std::memcpy(room(text.size()), text.data(), text.size());
    at_ += text.size();
  }
  void put_spaces(std::size_t count) {
    if (count == 0) return;
    std::memset(room(count), ' ', count);
    at_ += count;
  }
  /// Text (UTF-8) in quotes.
  void put_quoted(std::string_view text) {
    char* to = room(text.size() + kQuotes + kCopyMargin);
    *to++ = '"';
    const char* const end = text.data() + text.size();
    const char* const plain = copy_plain(text.data(), end, to);
    at_ = to;
    if (plain != end) put_escaped({plain, static_cast<std::size_t>(end - plain)});
    *at_++ = '"';
  }
  /// Puts all from `start` on in quotes.
  void quote_from(std::size_t start);

  /// Of text in a string: takes it.
  std::string take_string();
  /// Of text in a Buffer: sets its size.
  void finish_buffer() { buffer_->set_size(size()); }

 private:
  static constexpr std::size_t kQuotes = 2;

  FASTSER_COLD void grow(std::size_t more);
  void put_escaped(std::string_view text);

  Buffer* buffer_;
  std::string string_;  // its size is all the room there is
  char* begin_ = nullptr;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace fastser::convert
