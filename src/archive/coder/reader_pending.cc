// SPDX-License-Identifier: MIT
//
// CoderReader: bodies behind the root. They lie in the order of their slots, so where one starts is
// known when all before it were passed: `tail_` is where the next one lies, `bodies_` how many lie
// before it. They are passed in that order, each at most once, by reading or by skipping; a program
// that takes objects as they come reads every one in its place, and nothing is read twice.
#include "fastser/coder_reader.hpp"
#include "fastser/internal/archive/value_checks.hpp"

namespace fastser::archive {

// Passes by what is left of the root; the bodies start behind it.
bool CoderReader::end_root() noexcept {
  if (tail_ != kNowhere) return true;
  if (top_->materialised) {
    cur_ = top_->end;
  } else if (!at_end() && !skip_rest()) {
    return false;
  }
  tail_ = offset();
  return true;
}

// Passes deferred bodies until that of an object is known, or all are.
bool CoderReader::find_bodies(std::uint32_t wanted) noexcept {
  const std::byte* const back = cur_;
  if (tail_ == kNowhere) {
    cur_ = begin_;
    if (!skip_root()) return false;
    tail_ = offset();
  }
  while (bodies_ < deferred_.size() && (wanted == kNone || objects_[wanted].body == kNowhere)) {
    const std::uint32_t number = deferred_[bodies_];
    cur_ = begin_ + tail_;
    if (objects_[number].body != kNowhere && !tail_open_) {
      return error(Code::kBadReference, kSecondBody, cur_);
    }
    objects_[number].body = tail_;
    if (!skip_body(number, 0)) return false;
    tail_open_ = false;
    tail_ = offset();
    ++bodies_;
  }
  cur_ = back;
  return true;
}

bool CoderReader::find_all_bodies() noexcept {
  if (end_checked_) return true;
  if (!find_bodies(kNone)) return false;
  end_checked_ = true;
  return begin_ + tail_ == end_ ||
         error(Code::kTrailing, "bytes after the last value", begin_ + tail_);
}

bool CoderReader::begin_pending(std::uint32_t& number) noexcept {
  number = kNone;
  if (failed_) return false;
  if (in_branch_ || top_ != frames_.data()) {
    return error(Code::kUsage, "pending objects are read when nothing is open", cur_);
  }
  if (!end_root()) return false;
  if (next_pending_ == pending_.size()) {
    pending_.truncate(0);
    next_pending_ = 0;
    return false;
  }
  const std::uint32_t next = pending_[next_pending_++];
  const std::byte* const resume = cur_;
  bool tail = false;
  if (objects_[next].body == kNowhere) {
    tail = bodies_ < deferred_.size() && deferred_[bodies_] == next;
    if (tail) objects_[next].body = tail_;
    if (!tail && !find_bodies(next)) return false;
  }
  cur_ = begin_ + objects_[next].body;
  if (!open_body(next, resume)) return false;
  top_->tail = tail_open_ = tail;
  number = next;
  return true;
}

// The body at the tail was read to its end.
void CoderReader::end_tail() noexcept {
  if (!tail_open_) return;  // another call had to pass it by meanwhile
  tail_open_ = false;
  tail_ = offset();
  ++bodies_;
}

}  // namespace fastser::archive
