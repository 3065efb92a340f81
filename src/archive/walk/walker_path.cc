// SPDX-License-Identifier: MIT
//
// Walker: failures and paths. A failure is noted once, at its place; then every level that the
// recursion unwinds puts its piece in front of the path. A walk that succeeds builds no text.
#include <string>
#include <string_view>
#include <utility>

#include "base/path_text.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"
#include "wire/utf8_start.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

namespace {

constexpr std::size_t kMaxKeyText = 40;  // longer keys are shown by their position
constexpr std::size_t kMaxPath = 1000;   // outer pieces beyond this are left out

// A field or a key of text, to be put in front of other steps.
std::string step_of(std::string_view name) {
  std::string step;
  append_key(step, name);
  if (step.front() != '[') step.insert(0, 1, '.');
  return step;
}

}  // namespace

bool Walker::fail(Code code, std::string_view message, const std::byte* at) {
  code_ = code;
  message_ = message;
  fail_offset_ = static_cast<std::size_t>(at - begin_);
  return false;
}

bool Walker::stopped() {
  // A visitor that replays has had its failure noted already.
  if (code_ != Code::kOk) return false;
  return fail(visitor_->why.ok() ? Code::kUsage : visitor_->why.code(), "stopped",
              begin_ + visitor_->position);
}

void Walker::prefix(const std::string& piece) {
  if (path_.size() > kMaxPath) return;
  path_.insert(0, piece);
}

void Walker::prefix_index(std::uint64_t index) { prefix('[' + std::to_string(index) + ']'); }

void Walker::prefix_field(const schema::FieldEntry& entry, std::uint64_t index) {
  prefix(entry.named ? step_of(wire::utf8_start(entry.name, kMaxPath))
                     : '.' + std::to_string(index));
}

// Reads the key at `key` once more, if it is a short text.
void Walker::prefix_key(const std::byte* key, TypeExpr type, std::uint64_t index) {
  const TypeCode code = schema::code(type);
  std::string_view text;
  std::uint64_t head = 0;
  bool truncated = false;
  const std::byte* from = nullptr;
  if (code == TypeCode::kString || code == TypeCode::kSharedString || code == TypeCode::kUrl) {
    from = wire::get_varint(key, end_, head, truncated);
  }
  if (from == nullptr) return prefix_index(index);
  const auto* start = reinterpret_cast<const char*>(from);
  if (code != TypeCode::kSharedString) {
    text = {start, static_cast<std::size_t>(head)};
  } else if ((head & 1) == 0) {
    text = {start, static_cast<std::size_t>(head >> 1)};
  } else {
    text = strings_[static_cast<std::size_t>(head >> 1)];
  }
  if (text.size() > kMaxKeyText || !wire::is_utf8(text)) return prefix_index(index);
  prefix(step_of(text));
}

Status Walker::finish(const Visitor* visitor) {
  if (code_ == Code::kOk) return {};
  Status status(code_, message_, options_.payload_offset + fail_offset_);
  if (visitor != nullptr && !visitor->why.ok() && visitor->why.code() == code_) {
    status = Status(code_, {}, options_.payload_offset + fail_offset_)
                 .with_detail(std::string(visitor->why.message()));
  }
  std::string path = path_;
  if (!path.empty() && path.front() == '.') path.erase(0, 1);
  return std::move(status).with_path(std::move(path));
}

Status Walker::failure(const Visitor& visitor) { return finish(&visitor); }

std::string Walker::locate(std::size_t offset) {
  Silent silent;  // takes every run, so that only the one around `offset` is looked into
  stop_ = offset;
  (void)walk(silent);
  if (!path_.empty() && path_.front() == '.') path_.erase(0, 1);
  return std::move(path_);
}

std::string locate_path(const schema::TypeTable& table, BytesView payload, std::size_t offset,
                        Limits limits) {
  limits.depth = kMaxDepth;
  Walker walker(table, payload, {.limits = limits});
  return walker.locate(offset);
}

}  // namespace fastser::archive
