// SPDX-License-Identifier: MIT
//
// The Decoder: what it finds turned into sentences, and the path to what failed.
#include "fastser/internal/flexbuffers/decoder.hpp"

#include <utility>

#include "base/path_text.hpp"
#include "wire/look_alike.hpp"
#include "wire/utf8_start.hpp"

namespace fastser::flexbuffers {
namespace {

constexpr std::size_t kShown = 32;      // parts of a path
constexpr std::size_t kShownText = 64;  // characters of a key

// What the bytes are instead; nothing where they may be FlexBuffers. Those may start with a key of
// any characters, so what starts like another format must be unsound, too.
std::string_view not_flexbuffers(BytesView bytes) {
  const wire::LooksLike what = wire::looks_like(bytes);
  const bool is_marked = what == wire::LooksLike::kArchive || what == wire::LooksLike::kJson ||
                         what == wire::LooksLike::kPropertyList ||
                         what == wire::LooksLike::kCompressed;
  return is_marked && !detail::is_sound(bytes) ? wire::looks_like_said(what) : std::string_view();
}

}  // namespace

bool Decoder::check(Found found, const Raw& raw, std::string_view wanted) noexcept {
  if (found == Found::ok) return true;
  if (found == Found::other) {
    mismatch(raw, wanted);
  } else {
    refuse(raw, Code::kMalformed, "an offset, size or width that is impossible");
  }
  return false;
}

bool Decoder::number(const Raw& raw, Number& number) noexcept {
  return check(source.number(raw, number), raw, "a number is expected here");
}

bool Decoder::boolean(const Raw& raw, bool& value) noexcept {
  return check(source.boolean(raw, value), raw, "a bool is expected here");
}

bool Decoder::any_text(const Raw& raw, std::string_view& text) noexcept {
  // The end of a key is looked for, and many offsets can lead to one long key.
  return check(source.text(raw, text), raw, "text is expected here") &&
         (raw.type != kKey || pay_work(raw, text.size() / 8 + 1));
}

bool Decoder::blob(const Raw& raw, std::string_view& bytes) noexcept {
  return check(source.blob(raw, bytes), raw, "binary data is expected here");
}

bool Decoder::elements(const Raw& raw, Elements& elements) noexcept {
  const bool is_map = raw.type == kMap;
  if (is_map) mismatch(raw, "a vector is expected here, not a map");
  return !is_map && check(source.elements(raw, elements), raw, "a vector is expected here");
}

bool Decoder::elements(const Raw& raw, Elements& elements, std::size_t count) noexcept {
  if (!this->elements(raw, elements)) return false;
  return elements.count == count || mismatch(raw, "a vector of another size than the reader's");
}

bool Decoder::map(const Raw& raw, Elements& keys, Elements& values) noexcept {
  return check(source.map(raw, keys, values), raw, "a map is expected here");
}

bool Decoder::at_name(std::string_view name) {
  if (shown_++ < kShown) {
    std::string step;
    append_key(step, wire::utf8_start(name, kShownText));
    prepend_step(path_, std::move(step));
  }
  return false;
}

bool Decoder::at_index(std::size_t index) {
  if (shown_++ < kShown) {
    std::string step;
    append_index(step, index);
    prepend_step(path_, std::move(step));
  }
  return false;
}

Status Decoder::status() const {
  if (const std::string_view other = not_flexbuffers(source.bytes()); !other.empty()) {
    return Status(Code::kMalformed, other, 0);
  }
  return bare_status().with_path(shown_ > kShown ? "..." + path_ : path_);
}

}  // namespace fastser::flexbuffers
