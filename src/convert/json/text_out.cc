// SPDX-License-Identifier: MIT
#include "convert/json/text_out.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "convert/json/text.hpp"

namespace fastser::convert {

// A string's room is zeros first, so it gets them in small pieces, which stay in the cache, and
// takes no more memory than it has text; where these lie is its own business.
void TextOut::grow(std::size_t more) {
  constexpr std::size_t kFirst = 512;
  constexpr std::size_t kPiece = std::size_t{1} << 15;
  const std::size_t size = this->size();
  if (buffer_ != nullptr) {
    buffer_->set_size(size);
    const std::size_t room = std::max({kFirst, size + more, 2 * size});
    if (more > static_cast<std::size_t>(-1) / 2 - size || !buffer_->reserve(room)) {
      throw std::bad_alloc();
    }
    begin_ = reinterpret_cast<char*>(buffer_->data());
    end_ = begin_ + buffer_->capacity();
  } else {
    string_.resize(size + std::max(more, std::clamp(size, kFirst, kPiece)));
    begin_ = string_.data();
    end_ = begin_ + string_.size();
  }
  at_ = begin_ + size;
}

// From the first character on that needs an escape. Leaves room for the closing quote.
void TextOut::put_escaped(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    char escape[kMostEscape];
    put(escaped(*at++, escape));
    const auto left = static_cast<std::size_t>(end - at);
    char* to = room(left + kQuotes + kCopyMargin);
    at = copy_plain(at, end, to);
    at_ = to;
  }
}

void TextOut::quote_from(std::size_t start) {
  const std::size_t size = this->size() - start;
  room(2);
  char* const from = begin_ + start;
  std::memmove(from + 1, from, size);
  *from = '"';
  from[size + 1] = '"';
  at_ += 2;
}

std::string TextOut::take_string() {
  string_.resize(size());
  begin_ = at_ = end_ = nullptr;
  return std::move(string_);
}

}  // namespace fastser::convert
