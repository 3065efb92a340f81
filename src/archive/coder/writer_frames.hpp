// SPDX-License-Identifier: MIT
//
// CoderWriter: what opens and closes the frames of containers and of records, as part of both.
// A frame keeps what it was used for before: whoever opens one says what its kind looks at.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/coder_writer.hpp"

namespace fastser::archive {

namespace coder {

inline constexpr Tag kAnyRecord = tag_of(schema::TypeCode::kAnyRecord);

// A varint in exactly `width` bytes.
inline void put_padded(std::byte* to, std::uint64_t value, std::size_t width) noexcept {
  for (; width > 1; --width, value >>= 7) *to++ = static_cast<std::byte>(value | 0x80U);
  *to = static_cast<std::byte>(value);
}

}  // namespace coder

// The new frame; what only some kinds have is as it was left there.
FASTSER_INLINE inline CoderWriter::Frame* CoderWriter::push_frame(Kind kind) noexcept {
  if (top_ >= last_frame_ && !make_frames(kind)) [[unlikely]] {
    return nullptr;
  }
  top_->at = at_;
  top_->again = Frame::kNever;
  Frame* const fresh = ++top_;
  fresh->again = Frame::kNever;
  fresh->after = nullptr;
  fresh->kind = kind;
  fresh->plain = Kind::kEnded;
  fresh->building = fresh->guessing = false;
  fresh->unique = fresh->steps = false;
  at_ = &nothing_;
  return fresh;
}

FASTSER_INLINE inline void CoderWriter::pop_frame() noexcept {
  top_->element = top_->mapped = coder::Tag::kNone;
  --top_;
  at_ = top_->at;
  if (run_.tag() != coder::Tag::kNone) run_.set_tag(coder::Tag::kNone);
}

// Makes the frame above the list what open_again() expects. There is one.
FASTSER_INLINE inline void CoderWriter::expect_element(Frame* list, std::uint32_t class_index,
                                                       const coder::Prediction& of) noexcept {
  list->again = class_index;
  may_open_again_ = true;
  list->at = &nothing_;
  Frame& next = list[1];
  next.kind = next.plain = Kind::kRecord;
  next.building = next.guessing = next.counts = false;
  next.unique = next.steps = false;
  next.width = 1;
  next.class_index = class_index;
  next.again = Frame::kNever;
  next.after = of.entries;
  next.shape = of.shape;
}

}  // namespace fastser::archive
