// SPDX-License-Identifier: MIT
//
// The cold half of Output: growing, the scratch area.
#include "fastser/internal/wire/output.hpp"

#include <algorithm>

namespace fastser::wire {

bool Output::grow(std::byte*& cur, std::size_t n) noexcept {
  const auto used = static_cast<std::size_t>(cur - begin_);
  const auto start = static_cast<std::size_t>(start_ - begin_);
  if (n > static_cast<std::size_t>(-1) / 4 - used) return false;
  const std::size_t wanted = std::max({used + n, 2 * out_->capacity(), std::size_t{256}});
  out_->set_size(used);
  if (!out_->reserve(wanted)) return false;
  begin_ = out_->data();
  start_ = begin_ + start;
  end = begin_ + out_->capacity();
  set_quick_end();
  cur = begin_ + used;
  return true;
}

std::byte* Output::enter_scratch(std::byte* cur) noexcept {
  flushed_ += static_cast<std::size_t>(cur - begin_);
  begin_ = quick_end = scratch_;
  end = scratch_ + sizeof scratch_;
  return scratch_;
}

void Output::fail(std::byte*& cur, Code code, std::string_view message) noexcept {
  if (code_ != Code::kOk) return;
  code_ = code;
  message_ = message;
  error_offset_ = static_cast<std::size_t>(cur - begin_) + flushed_;
  mode_ = Mode::kScratch;
  cur = enter_scratch(cur);
}

std::byte* Output::make_room(std::byte* cur, std::size_t n) noexcept {
  switch (mode_) {
    case Mode::kGrow:
      if (!grow(cur, n)) fail(cur, Code::kNoMemory, "no memory for the output");
      return cur;
    case Mode::kFixed:
      tail_ = cur;
      tail_end_ = end;
      mode_ = Mode::kTail;
      break;
    case Mode::kTail: flush_tail(cur); return cur;
    case Mode::kScratch: break;
  }
  return enter_scratch(cur);
}

void Output::grow_ahead(std::byte*& cur, std::size_t n) noexcept {
  if (mode_ != Mode::kGrow) return;
  if (begin_ != nullptr) {
    static_cast<void>(grow(cur, n));
  } else if (out_->reserve(n)) {  // a new Buffer's first memory: nothing to keep
    cur = start_ = begin_ = out_->data();
    end = begin_ + out_->capacity();
    set_quick_end();
  }
}

void Output::expect_more(std::byte*& cur, std::size_t before, std::size_t done,
                         std::size_t more) noexcept {
  if (mode_ != Mode::kGrow) return;
  const std::size_t now = used(cur);
  const std::size_t each = (now - before) / done + 1;
  const std::size_t most = std::max(8 * now, std::size_t{16} * 1024);
  const std::size_t wanted = more < most / each ? more * each + more * each / 8 + 64 : most;
  expect(cur, wanted);
}

void Output::flush_tail(std::byte*& cur) noexcept {
  const auto size = static_cast<std::size_t>(cur - begin_);
  if (size > static_cast<std::size_t>(tail_end_ - tail_)) {
    fail(cur, Code::kNoSpace, "the caller's memory is too small");
    return;
  }
  std::memcpy(tail_, begin_, size);
  tail_ += size;
  cur = enter_scratch(cur);
}

BytesView Output::all(std::byte*& cur) noexcept {
  if (mode_ == Mode::kTail) flush_tail(cur);
  if (mode_ == Mode::kScratch) return {};
  const std::byte* const last = mode_ == Mode::kTail ? tail_ : cur;
  return {start_, static_cast<std::size_t>(last - start_)};
}

std::byte* Output::put_bytes_slow(std::byte* cur, const void* from, std::size_t n) noexcept {
  if (mode_ == Mode::kGrow) {
    if (grow(cur, n)) {
      std::memcpy(cur, from, n);
      return cur + n;
    }
    fail(cur, Code::kNoMemory, "no memory for the output");
  }
  if (mode_ == Mode::kFixed) fail(cur, Code::kNoSpace, "the caller's memory is too small");
  if (mode_ == Mode::kTail) {
    flush_tail(cur);
    if (mode_ == Mode::kTail && n > static_cast<std::size_t>(tail_end_ - tail_)) {
      fail(cur, Code::kNoSpace, "the caller's memory is too small");
    }
    if (mode_ == Mode::kTail) {
      std::memcpy(tail_, from, n);
      tail_ += n;
    }
  }
  flushed_ += n;  // counted, not copied
  return cur;
}

Status Output::finish_scratch(std::byte* cur, std::size_t& written) noexcept {
  if (mode_ == Mode::kTail) flush_tail(cur);
  written = flushed_ + static_cast<std::size_t>(cur - begin_);
  return code_ == Code::kOk ? Status() : Status(code_, message_, error_offset_);
}

}  // namespace fastser::wire
