// SPDX-License-Identifier: MIT
#include "convert/path/path_sink.hpp"

namespace fastser::convert {

Status PathSink::outcome(const Status& reading) const {
  if (state_ == State::kFound) return {};
  if (state_ == State::kMissing) return Status(Code::kUsage, kNoValueSaid);
  return reading;
}

bool PathSink::at_map_key(bool matches) {
  if (levels_.empty() || levels_.back().kind != Kind::kMap) return false;
  Level& level = levels_.back();
  const bool is_key = level.key_next;
  level.key_next = !level.key_next;
  if (is_key) level.selected = level.on_path && (matches || step().takes_all());
  return is_key;
}

// Whether the value that comes is on the way; counts it.
bool PathSink::selected() {
  if (levels_.empty()) return true;
  Level& level = levels_.back();
  if (!level.on_path) return false;
  const bool taken =
      level.kind == Kind::kList ? step().takes_element(level.index++) : level.selected;
  if (taken && levels_.size() == first_range_ + 1) took_element_ = true;
  return taken;
}

bool PathSink::key(std::string_view text) {
  if (state_ == State::kTelling) {
    return tell([&](Sink& to) { return to.key(text); });
  }
  Level& level = levels_.back();
  level.selected = matches_key(level, text) || (level.on_path && step().takes_all());
  return pass();
}

bool PathSink::text(std::string_view text) {
  const bool looking = state_ == State::kLooking && !levels_.empty();
  const bool matches = looking && matches_key(levels_.back(), text);
  if (looking && at_map_key(matches)) return pass();
  if (looking && levels_.back().kind == Kind::kMap) levels_.back().key_next = false;
  return leaf([&](Sink& to) { return to.text(text); });
}

bool PathSink::integer(std::uint64_t bits, bool negative) {
  const bool looking = state_ == State::kLooking && !levels_.empty();
  const bool matches =
      looking && levels_.back().on_path && step().may_be_index && !negative && step().index == bits;
  if (looking && at_map_key(matches)) return pass();
  if (looking && levels_.back().kind == Kind::kMap) levels_.back().key_next = false;
  return leaf([&](Sink& to) { return to.integer(bits, negative); });
}

bool PathSink::passes_by() {
  if (state_ != State::kLooking || levels_.empty()) return false;
  Level& level = levels_.back();
  if (!level.on_path) return true;
  if (level.kind == Kind::kMap) {
    if (level.key_next || level.selected) return false;
    level.key_next = true;
    return true;
  }
  if (level.kind == Kind::kObject) return !level.selected;
  if (step().takes_element(level.index)) return false;
  if (levels_.size() == first_range_ + 1 && is_behind(level.index)) return false;
  ++level.index;
  return true;
}

}  // namespace fastser::convert
