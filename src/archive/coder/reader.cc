// SPDX-License-Identifier: MIT
//
// CoderReader: life, errors, the cursor.
#include "fastser/coder_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/resolve/slot_type.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

Status CoderReader::open(InputBytes archive, const Limits& limits) noexcept {
  starts_.truncate(0);
  keys_of_open_.clear();
  needs_walk_ = false;
  objects_.truncate(0);
  strings_.truncate(0);
  datas_.truncate(0);
  string_users_.truncate(0);
  data_users_.truncate(0);
  deferred_.truncate(0);
  pending_.truncate(0);
  deferred_slot_ = bodies_ = next_pending_ = 0;
  tail_ = kNowhere;
  tail_open_ = end_checked_ = in_branch_ = false;
  shared_number_ = kNone;
  user_version_ = 0;
  ++archive_;
  top_ = &idle_;
  stop();
  const Result<Envelope> envelope = open_envelope(archive);
  if (!envelope.ok()) return status_ = envelope.status();
  if (envelope->kind == archive::Kind::kFingerprint) {
    return status_ = Status(Code::kUsage, "an archive without a type table");
  }
  if (!take_table(envelope->table, envelope->table_offset)) return status_;
  status_ = Status();
  failed_ = false;
  user_version_ = envelope->user_version;
  payload_offset_ = envelope->payload_offset;
  begin_ = cur_ = envelope->payload.data();
  end_ = begin_ + envelope->payload.size();
  guard_ = envelope->payload.size() > kSlack ? end_ - kSlack : begin_;
  limits_ = limits;
  max_depth_ = std::min(limits.depth, kMaxDepth);
  budget_ = limits.memory_for(archive.size());
  open_root();
  return status_;
}

bool CoderReader::take_table(BytesView bytes, std::size_t offset) noexcept {
  if (known_ != nullptr && known_->is(bytes)) return true;
  Result<coder::KnownTable*> table = guarded([&] { return tables_.take(bytes); });
  if (table.ok()) {
    known_ = *table;
    shapes_ = known_->shape_count() == 0 ? nullptr : &known_->shape(0);
    one_byte_shapes_ =
        static_cast<std::uint32_t>(std::min<std::size_t>(known_->shape_count(), 128));
    return true;
  }
  Status failed = table.status();
  const std::size_t at = failed.offset() == Status::kNoOffset ? 0 : failed.offset();
  status_ = std::move(failed).with_offset(offset + at);
  return false;
}

Result<Type> CoderReader::type() const {
  if (known_ == nullptr || (top_ == &idle_ && !in_branch_))
    return Status(Code::kUsage, "no archive was opened");
  return Type::parse(known_->types().bytes());
}

// An anonymous record is the root's fields; anything else (kNone) is a root of one value.
std::uint32_t CoderReader::root_shape() const noexcept {
  const TypeExpr root = types().root();
  if (schema::code(root) != TypeCode::kRecord) return kNone;
  const std::uint32_t shape = schema::operand_shape(root);
  return types().shapes()[shape].name.empty() ? shape : kNone;
}

void CoderReader::open_root() noexcept {
  if (frames_.empty() && !frames_.resize(kFirstFrames)) {
    error(Code::kNoMemory, "no memory for nesting", cur_);
    return;
  }
  go_to(frames_.data());
  top_->renew(Kind::kRoot, 0, Inside::kElement);
  top_->body = begin_;
  const std::uint32_t shape = root_shape();
  if (shape == kNone) return open_single(types().root());
  top_->inside = Inside::kField;
  if (!fields_of(shape)) return;
  top_->shape = shape;
  at_ = shapes_[shape].first;
}

// The innermost open thing is one value of this type, at the cursor: a run of one.
void CoderReader::open_single(TypeExpr type) noexcept {
  top_->in_run = true;
  top_->after = &nothing_;
  top_->end_slowly();
  top_->type = type;
  top_->left = 1;
  const TypeCode code = schema::code(type);
  const std::size_t width = schema::fixed_size(code);
  if (width != 0 && width <= left()) {
    run_.set_tag(coder::tag_of(code));
    run_.set_limit(cur_ + width);
  } else {
    top_->each = coder::is_wrapper(code) || width != 0 ? TypeCode::kNull : code;
  }
}

TypeExpr CoderReader::expr_at(const std::byte* type) const noexcept {
  return expression_at(types(), type, end_);
}

// Makes the fields of a shape. Charged, but once for all archives with this
// table: super-shapes and short runs make more of them than the table has bytes (B9).
bool CoderReader::make_fields(std::uint32_t shape) noexcept {
  const coder::KnownTable::Cost cost = known_->cost_of(shape);
  if (!charge(cost.levels) || !charge(cost.fields * sizeof(Field))) return false;
  return known_->make_fields(shape, cost.fields) ||
         error(Code::kNoMemory, "no memory for a shape", cur_);
}

// ---- errors

// Nothing matches from here on: every call takes the cold path, and that looks at failed_.
void CoderReader::stop() noexcept {
  failed_ = true;
  guard_ = cur_;
  at_ = &nothing_;
  top_->each = TypeCode::kNull;
  top_->end_slowly();
  run_.set_tag(Tag::kNone);
}

bool CoderReader::error(Code code, std::string_view message, const std::byte* at) noexcept {
  if (failed_) return false;
  const auto where = static_cast<std::size_t>(at - begin_);
  status_ = Status(code, message, payload_offset_ + where);
  stop();
  if (code == Code::kNoMemory) return false;
  const BytesView payload(begin_, static_cast<std::size_t>(end_ - begin_));
#if defined(__cpp_exceptions)
  try {
    status_ = std::move(status_).with_path(locate_path(types(), payload, where, limits_left()));
  } catch (...) {  // without a path, then
  }
#else
  status_ = std::move(status_).with_path(locate_path(types(), payload, where, limits_left()));
#endif
  return false;
}

void CoderReader::fail(Code code, std::string_view message) noexcept { error(code, message, cur_); }

bool CoderReader::fail_depth() noexcept {
  return error(Code::kTooDeep, "values nest deeper than the limit", cur_);
}

bool CoderReader::mismatch(std::string_view asked, TypeExpr found) noexcept {
  if (failed_) return false;
  const std::string_view of = class_name();
  error(Code::kTypeMismatch, "a value of another type than asked for", cur_);
#if defined(__cpp_exceptions)
  try {
#endif
    std::string text("asked for ");
    text += asked;
    text += ", found ";
    text += schema::to_string(types(), found);
    if (!of.empty()) {
      text += " in a ";
      text += of.substr(0, 100);
    }
    status_ = std::move(status_).with_detail(std::move(text));
#if defined(__cpp_exceptions)
  } catch (...) {  // the short sentence, then
  }
#endif
  return false;
}

// ---- cursor

bool CoderReader::over_budget() noexcept {
  return error(Code::kOverBudget, wire::kTakesTooMuch, cur_);
}

bool CoderReader::cut_off() noexcept {
  return error(Code::kTruncated, "the payload ends inside a value", end_);
}

// Types may be long where values are short; what is read of them is charged, but for so little that
// every value may (B9).
bool CoderReader::charge_type(TypeExpr from, TypeExpr to) noexcept {
  constexpr std::ptrdiff_t kFree = 64;
  return to.at - from.at <= kFree || charge(static_cast<std::uint64_t>(to.at - from.at));
}

// Before a type is measured, which looks into arrays and tuples.
bool CoderReader::charge_measure(TypeExpr type) noexcept {
  const TypeCode code = schema::code(type);
  const bool looks = code == TypeCode::kArray || code == TypeCode::kTuple;
  return !looks || charge_type(type, schema::skip_type(type));
}

bool CoderReader::varint_slow(std::uint64_t& out) noexcept {
  bool truncated = false;
  const std::byte* next = wire::get_varint(cur_, end_, out, truncated);
  if (next == nullptr) {
    if (truncated) return error(Code::kTruncated, "the payload ends inside a number", end_);
    return error(Code::kMalformed, kTooLongVarint, cur_);
  }
  cur_ = next;
  return true;
}

// ---- the end

Status CoderReader::finish() noexcept {
  if (failed_) return status_;
  if (in_branch_ || top_ != frames_.data()) {
    error(Code::kUsage, "finish inside a record or a container that was not ended", cur_);
    return status_;
  }
  if (end_root() && find_all_bodies() && walk_keys()) at_ = &nothing_;
  return status_;
}

}  // namespace fastser::archive
