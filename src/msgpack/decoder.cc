// SPDX-License-Identifier: MIT
//
// Reading the start of any value, by a table of the 256 first bytes.
#include "fastser/internal/msgpack/decoder.hpp"

#include <array>

namespace fastser::msgpack {
namespace {

// What a first byte says.
struct Form {
  Kind kind = Kind::nil;
  std::uint8_t number = 0;  // bytes of the number or size behind it
  std::uint8_t fixed = 0;   // where there are none: the size, count or value itself
  bool is_signed = false;
  bool bad = false;
};

constexpr Form make_form(unsigned tag) {
  if (tag < kFixMap) return {Kind::positive, 0, static_cast<std::uint8_t>(tag), false, false};
  if (tag < kFixArray) return {Kind::map, 0, static_cast<std::uint8_t>(tag & 15), false, false};
  if (tag < kFixStr) return {Kind::array, 0, static_cast<std::uint8_t>(tag & 15), false, false};
  if (tag < kNil) return {Kind::str, 0, static_cast<std::uint8_t>(tag & 31), false, false};
  if (tag >= kNegative) return {Kind::negative, 0, 0, true, false};
  const auto width = [&](unsigned first) { return static_cast<std::uint8_t>(1U << (tag - first)); };
  switch (tag) {
    case kNil: return {Kind::nil, 0, 0, false, false};
    case kFalse: return {Kind::boolean, 0, 0, false, false};
    case kTrue: return {Kind::boolean, 0, 1, false, false};
    case kBin8:
    case kBin16:
    case kBin32: return {Kind::bin, width(kBin8), 0, false, false};
    case kExt8:
    case kExt16:
    case kExt32: return {Kind::ext, width(kExt8), 0, false, false};
    case kF32: return {Kind::f32, 4, 0, false, false};
    case kF64: return {Kind::f64, 8, 0, false, false};
    case kU8:
    case kU16:
    case kU32:
    case kU64: return {Kind::positive, width(kU8), 0, false, false};
    case kI8:
    case kI16:
    case kI32:
    case kI64: return {Kind::negative, width(kI8), 0, true, false};
    case kFixExt1:
    case kFixExt2:
    case kFixExt4:
    case kFixExt8:
    case kFixExt16: return {Kind::ext, 0, width(kFixExt1), false, false};
    case kStr8:
    case kStr16:
    case kStr32: return {Kind::str, width(kStr8), 0, false, false};
    case kArray16:
    case kArray32:
      return {Kind::array, static_cast<std::uint8_t>(2 * width(kArray16)), 0, false, false};
    case kMap16:
    case kMap32: return {Kind::map, static_cast<std::uint8_t>(2 * width(kMap16)), 0, false, false};
    default: return {Kind::nil, 0, 0, false, true};
  }
}

constexpr std::array<Form, 256> kTagForms = [] {
  std::array<Form, 256> forms{};
  for (unsigned tag = 0; tag < forms.size(); ++tag) forms[tag] = make_form(tag);
  return forms;
}();

std::uint64_t load_number(const std::byte* from, std::size_t size) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    number = (number << 8) | static_cast<std::uint8_t>(from[i]);
  }
  return number;
}

// The head whose bytes are all there.
Head take_apart(const std::byte* from, const Form& form) noexcept {
  Head head;
  head.kind = form.kind;
  head.value = form.number == 0 ? form.fixed : load_number(from + 1, form.number);
  if (form.is_signed) {
    const unsigned shift = 64 - 8U * (form.number == 0 ? 1U : form.number);
    const std::uint64_t raw = form.number == 0 ? static_cast<std::uint8_t>(*from) : head.value;
    const auto value = static_cast<std::int64_t>(raw << shift) >> shift;
    head.value = static_cast<std::uint64_t>(value);
    head.kind = value < 0 ? Kind::negative : Kind::positive;
  }
  if (form.kind == Kind::ext) {
    head.ext_type = static_cast<std::int8_t>(from[1 + form.number]);
  }
  return head;
}

std::size_t head_size(const Form& form) noexcept {
  return std::size_t{1} + form.number + (form.kind == Kind::ext ? 1 : 0);
}

bool has_contents(Kind kind) noexcept {
  return kind == Kind::str || kind == Kind::bin || kind == Kind::ext;
}

}  // namespace

Cursor Decoder::head(Cursor cur, Head& head) noexcept {
  if (cur == end) return fail_truncated(cur);
  const Form& form = kTagForms[static_cast<std::uint8_t>(*cur)];
  if (form.bad) return fail(Code::kMalformed, cur, "the byte 0xC1, which starts no value");
  const std::size_t size = head_size(form);
  if (left(cur) < size) return fail_truncated(cur);
  head = take_apart(cur, form);
  const Cursor behind = cur + size;
  if (has_contents(head.kind) || head.kind == Kind::array) {
    if (head.value > left(behind)) return fail_truncated(cur);
  } else if (head.kind == Kind::map) {
    if (head.value > left(behind) / 2) return fail_truncated(cur);
  }
  return behind;
}

Cursor Decoder::skip(Cursor cur) noexcept {
  for (std::uint64_t open = 1; open != 0; --open) {
    Head one;
    cur = head(cur, one);
    if (cur == nullptr) return nullptr;
    if (has_contents(one.kind)) {
      cur += one.value;
    } else if (one.kind == Kind::array) {
      open += one.value;
    } else if (one.kind == Kind::map) {
      open += 2 * one.value;
    }
  }
  return cur;
}

Cursor Decoder::counted(Cursor cur, Kind wanted, std::size_t& count) noexcept {
  Head one;
  const Cursor behind = head(cur, one);
  if (behind == nullptr) return nullptr;
  if (one.kind != wanted) {
    return fail_type(cur,
                     wanted == Kind::map ? "a map is expected here" : "an array is expected here");
  }
  count = static_cast<std::size_t>(one.value);
  return behind;
}

Kind kind_at(Cursor cur) noexcept { return kTagForms[static_cast<std::uint8_t>(*cur)].kind; }

Peeked peek(const std::byte* from, std::size_t size) noexcept {
  Peeked peeked;
  peeked.wanted = 1;
  if (size == 0) return peeked;
  const Form& form = kTagForms[static_cast<std::uint8_t>(*from)];
  peeked.bad = form.bad;
  peeked.wanted = head_size(form);
  if (size < peeked.wanted) return peeked;
  const Head head = take_apart(from, form);
  if (has_contents(head.kind)) peeked.payload = head.value;
  if (head.kind == Kind::array) peeked.values = head.value;
  if (head.kind == Kind::map) peeked.values = 2 * head.value;
  return peeked;
}

}  // namespace fastser::msgpack
