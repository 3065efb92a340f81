// SPDX-License-Identifier: MIT
//
// Bytes belong to the value that was told of last, until the next is. What lies deeper than lines
// go counts for the line above it.
#include "convert/inspect/contents.hpp"

#include <algorithm>
#include <cstdio>

#include "convert/inspect/tree_text.hpp"

namespace fastser::convert {
namespace {

constexpr std::size_t kValue = 16;         // what a value costs
constexpr std::size_t kMaxChildren = 200;  // lines below one; the rest is one line

}  // namespace

std::size_t Contents::child(std::size_t parent, std::string_view name) {
  const auto& children = entries_[parent].children;
  auto found = children.find(name);
  if (found == children.end() && children.size() >= kMaxChildren) {
    name = "(others)";
    found = children.find(name);
  }
  if (found != children.end()) return found->second;
  const std::size_t made = entries_.size();
  entries_.push_back({.name = std::string(name), .parent = parent});
  entries_[parent].children.emplace(name, made);
  return made;
}

// The entry of the value that comes, which is counted.
std::size_t Contents::next(std::string_view kind) {
  std::size_t entry = 0;
  if (!levels_.empty()) {
    const Level& level = levels_.back();
    entry = level.entry;
    if (levels_.size() > depth_) return entry;
    if (level.kind == 'o') entry = child(entry, key_);
    if (level.kind == 's') entry = child(entry, "[]");
    if (level.kind == 'm') entry = child(entry, level.key_next ? "(keys)" : "(values)");
  }
  Entry& one = entries_[entry];
  ++one.values;
  if (std::find(one.kinds.begin(), one.kinds.end(), kind) == one.kinds.end()) {
    one.kinds.push_back(kind);
  }
  return entry;
}

void Contents::move_on(std::size_t to) {
  if (in_a_row_ && position > start_) {
    entries_[at_].bytes += position - start_;
    start_ = position;
  }
  at_ = to;
}

bool Contents::charge(std::size_t bytes) {
  if (bytes > budget_) return refuse(Code::kOverBudget, "more values than allowed");
  budget_ -= bytes;
  return true;
}

bool Contents::leaf(std::string_view kind) {
  if (!charge(kValue)) return false;
  move_on(next(kind));
  if (!levels_.empty()) levels_.back().key_next = !levels_.back().key_next;
  return true;
}

bool Contents::open(char kind, std::string_view what) {
  if (!charge(kValue)) return false;
  const std::size_t entry = next(what);
  move_on(entry);
  if (!levels_.empty()) levels_.back().key_next = !levels_.back().key_next;
  levels_.push_back({.kind = kind, .entry = entry});
  return true;
}

bool Contents::close() {
  const std::size_t entry = levels_.back().entry;
  levels_.pop_back();
  move_on(entry);
  return true;
}

bool Contents::key(std::string_view text) {
  key_ = text;
  // A key's bytes are its value's.
  const bool shown = levels_.size() <= depth_;
  move_on(shown ? child(levels_.back().entry, key_) : levels_.back().entry);
  return true;
}

void Contents::lines(std::size_t entry, std::size_t indent, std::string& out) const {
  const Entry& one = entries_[entry];
  char counts[80];
  if (in_a_row_) {
    std::snprintf(counts, sizeof counts, "%12llu %14llu %5.1f%%  ",
                  static_cast<unsigned long long>(one.values),
                  static_cast<unsigned long long>(one.bytes),
                  100.0 * static_cast<double>(one.bytes) /
                      static_cast<double>(std::max<std::size_t>(size_, 1)));
  } else {
    std::snprintf(counts, sizeof counts, "%12llu  ", static_cast<unsigned long long>(one.values));
  }
  out += counts;
  out.append(indent, ' ');
  const bool made = one.name == "." || one.name == "[]" || one.name.starts_with('(');
  out += made ? one.name : field_text(one.name);
  out += "  ";
  for (std::size_t i = 0; i < one.kinds.size(); ++i) {
    if (i != 0) out += " or ";
    out += one.kinds[i];
  }
  out += '\n';
  // The order in which they were met.
  std::vector<std::size_t> children;
  children.reserve(one.children.size());
  for (const auto& [name, number] : one.children) children.push_back(number);
  std::sort(children.begin(), children.end());
  for (const std::size_t number : children) lines(number, indent + 2, out);
}

std::string Contents::report() {
  position = size_;
  move_on(0);
  // Entries stand behind those that hold them.
  for (std::size_t i = entries_.size(); i-- > 1;) {
    entries_[entries_[i].parent].bytes += entries_[i].bytes;
  }
  std::string out = in_a_row_ ? "      values          bytes         path, kinds of values\n"
                              : "      values  path, kinds of values\n";
  lines(0, 0, out);
  return out;
}

}  // namespace fastser::convert
