// SPDX-License-Identifier: MIT
//
// The Decoder: what it finds turned into sentences, and the path to what failed.
#include "fastser/internal/flexbuffers/decoder.hpp"

#include <utility>

namespace fastser::flexbuffers {
namespace {

constexpr std::size_t kShown = 32;      // parts of a path
constexpr std::size_t kShownText = 64;  // characters of a key

}  // namespace

bool Decoder::check(Found found, const Raw& raw, std::string_view wanted) noexcept {
  if (found == Found::ok) return true;
  if (found == Found::other) return mismatch(raw, wanted);
  return refuse(raw, Code::kMalformed, "an offset, size or width that no writer makes");
}

bool Decoder::number(const Raw& raw, Number& number) noexcept {
  return check(source.number(raw, number), raw, "no number where one is wanted");
}

bool Decoder::boolean(const Raw& raw, bool& value) noexcept {
  return check(source.boolean(raw, value), raw, "no bool where one is wanted");
}

bool Decoder::any_text(const Raw& raw, std::string_view& text) noexcept {
  // The end of a key is looked for, and many offsets can lead to one long key.
  return check(source.text(raw, text), raw, "no text where one is wanted") &&
         (raw.type != kKey || pay_work(raw, text.size() / 8 + 1));
}

bool Decoder::blob(const Raw& raw, std::string_view& bytes) noexcept {
  return check(source.blob(raw, bytes), raw, "no data where some is wanted");
}

bool Decoder::elements(const Raw& raw, Elements& elements) noexcept {
  if (raw.type == kMap) return mismatch(raw, "a map where a vector is wanted");
  return check(source.elements(raw, elements), raw, "no vector where one is wanted");
}

bool Decoder::elements(const Raw& raw, Elements& elements, std::size_t count) noexcept {
  if (!this->elements(raw, elements)) return false;
  return elements.count == count || mismatch(raw, "a vector of another size than wanted");
}

bool Decoder::map(const Raw& raw, Elements& keys, Elements& values) noexcept {
  return check(source.map(raw, keys, values), raw, "no map where one is wanted");
}

bool Decoder::at_name(std::string_view name) {
  if (shown_++ < kShown) {
    std::string part(name.substr(0, kShownText));
    if (!path_.empty() && path_.front() != '[') part += '.';
    path_ = std::move(part) + path_;
  }
  return false;
}

bool Decoder::at_index(std::size_t index) {
  if (shown_++ < kShown) {
    std::string part = '[' + std::to_string(index) + ']';
    if (!path_.empty() && path_.front() != '[') part += '.';
    path_ = std::move(part) + path_;
  }
  return false;
}

Status Decoder::status() const {
  return bare_status().with_path(shown_ > kShown ? "..." + path_ : path_);
}

}  // namespace fastser::flexbuffers
