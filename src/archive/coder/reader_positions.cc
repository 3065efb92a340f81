// SPDX-License-Identifier: MIT
//
// CoderReader: positions, and branches. Reading somewhere else changes nothing of what is known by
// position (objects, strings), so all places of reading share that; each has its own open things.
#include <algorithm>
#include <new>
#include <utility>

#include "fastser/coder_reader.hpp"

namespace fastser::archive {

CoderPosition CoderReader::position_of(const Key* key) noexcept {
  CoderPosition position;
  if (!look(key, false, position.type_)) return {};
  position.offset_ = offset();
  position.depth_ = top_->depth;
  position.inside_ = top_->inside;
  position.archive_ = archive_;
  return position;
}

// What is read there is as deep as it lies, or as deep as where it is asked for: either way a
// program may recurse.
bool CoderReader::begin_at(const CoderPosition& position) noexcept {
  if (failed_) return false;
  if (position.archive_ != archive_) {
    return error(Code::kUsage, "a position from another archive, or none", cur_);
  }
  const std::byte* const resume = cur_;
  const std::uint32_t depth = std::max(top_->depth, position.depth_);
  if (!push_place(depth, position.inside_)) return false;
  cur_ = top_->body = begin_ + position.offset_;
  go_on_at(resume);
  open_single(position.type_);
  return true;
}

CoderReader::Branch::Branch() noexcept = default;
CoderReader::Branch::~Branch() = default;

void CoderReader::swap(Branch& branch) noexcept {
  if (failed_) return;
  if (!branch.place_) branch.place_.reset(new (std::nothrow) Place);
  if (!branch.place_) {
    error(Code::kNoMemory, "no memory for a branch", cur_);
    return;
  }
  Place& other = *branch.place_;
  if (other.archive != archive_) {
    other.starts.truncate(0);
    other.keys.clear();
    if (other.frames.empty() && !other.frames.resize(kFirstFrames)) {
      error(Code::kNoMemory, "no memory for a branch", cur_);
      return;
    }
    other.top = other.frames.data();
    other.top->renew(Kind::kRoot, 0, Inside::kElement);
    other.cur = begin_;
    other.at = &nothing_;
    other.run = {};
    other.archive = archive_;
    other.is_branch = true;
  }
  std::swap(cur_, other.cur);
  std::swap(at_, other.at);
  std::swap(run_, other.run);
  std::swap(frames_, other.frames);
  std::swap(starts_, other.starts);
  std::swap(keys_of_open_, other.keys);
  std::swap(in_branch_, other.is_branch);
  Frame* const back = top_;
  go_to(other.top);
  other.top = back;
}

}  // namespace fastser::archive
