// SPDX-License-Identifier: MIT
//
// CoderReader: life, errors, the cursor, and shapes with their super-shapes flattened.
#include "fastser/coder_reader.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;
using schema::TypeExpr;

CoderReader::~CoderReader() { release(); }

void CoderReader::release() noexcept {
  for (std::size_t at = 0; at < shapes_.size(); ++at) delete[] shapes_[at].first;
  shapes_.truncate(0);
}

Status CoderReader::open(BytesView archive, const Limits& limits) noexcept {
  frames_.truncate(0);
  starts_.truncate(0);
  objects_.truncate(0);
  strings_.truncate(0);
  datas_.truncate(0);
  deferred_.truncate(0);
  stop();
  top_ = Frame{};
  scanned_ = scanning_ = defers_ = false;
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
  run_.set_limit(cur_);
  end_ = begin_ + envelope->payload.size();
  guard_ = envelope->payload.size() > kSlack ? end_ - kSlack : begin_;
  limits_ = limits;
  max_depth_ = std::min(limits.depth, kMaxDepth);
  budget_ = limits.memory_for(archive.size());
  static_cast<void>(open_root());
  return status_;
}

// Most archives that one reader opens have the same table: what was made of it is kept, and with it
// a copy of its bytes.
bool CoderReader::take_table(BytesView bytes, std::size_t offset) noexcept {
  if (bytes.size() == table_bytes_.size() && !bytes.empty() &&
      std::memcmp(bytes.data(), table_bytes_.data(), bytes.size()) == 0) {
    return true;
  }
  release();
  table_bytes_.clear();
  const Status status = guarded([&]() -> Status {
    if (!table_bytes_.append(bytes)) {
      return Status(Code::kNoMemory, "no memory for the type table");
    }
    Result<schema::TypeTable> table = schema::TypeTable::parse(table_bytes_);
    if (!table.ok()) {
      Status failed = table.status();
      const std::size_t at = failed.offset() == Status::kNoOffset ? 0 : failed.offset();
      return std::move(failed).with_offset(offset + at);
    }
    table_ = std::move(*table);
    if (!shapes_.resize(table_.shapes().size())) {
      return Status(Code::kNoMemory, "no memory for the shapes");
    }
    return Status();
  });
  if (status.ok()) return true;
  table_bytes_.clear();
  status_ = status;
  return false;
}

// An anonymous record is the root's fields; anything else is a root of one value.
bool CoderReader::open_root() noexcept {
  const TypeExpr root = table_.root();
  top_.body = begin_;
  if (schema::code(root) == TypeCode::kRecord) {
    const std::uint32_t shape = schema::operand_shape(root);
    if (table_.shapes()[shape].name.empty()) {
      top_.shape = shape;
      if (!fields_of(shape, top_.fields)) return false;
      at_ = top_.fields.first;
      return true;
    }
  }
  single_[0] = Field{};
  single_[0].tag = coder::tag_of(schema::code(root));
  single_[0].type = root;
  single_[0].repeat = 1;
  single_[1] = Field{};
  top_.fields = {single_, 1};
  at_ = single_;
  return true;
}

// The entries of the shape, those of its super-shapes first.
bool CoderReader::fields_of(std::uint32_t shape, Fields& out) noexcept {
  if (shapes_[shape].first != nullptr) {
    out = shapes_[shape];
    return true;
  }
  const auto shapes = table_.shapes();
  std::size_t count = 0;
  for (auto at = static_cast<std::int64_t>(shape); at >= 0;
       at = shapes[static_cast<std::size_t>(at)].super) {
    count += shapes[static_cast<std::size_t>(at)].fields.size();
    if (!charge(1)) return false;
  }
  // The entries themselves are as many as the table has; only super-shapes make more of them.
  const bool inherits = shapes[shape].super >= 0;
  if (inherits && !charge(count * sizeof(Field))) return false;
  auto* fields = new (std::nothrow) Field[count + 1];
  if (fields == nullptr) return error(Code::kNoMemory, "no memory for a shape", cur_);
  std::size_t to = count;
  for (auto at = static_cast<std::int64_t>(shape); at >= 0;
       at = shapes[static_cast<std::size_t>(at)].super) {
    const auto entries = shapes[static_cast<std::size_t>(at)].fields;
    to -= entries.size();
    for (std::size_t from = 0; from < entries.size(); ++from) {
      const schema::FieldEntry& entry = entries[from];
      Field& field = fields[to + from];
      field.entry = &entry;
      field.type = table_.expr(entry.type);
      field.repeat = entry.repeat;
      auto tag = static_cast<std::uint32_t>(schema::code(field.type));
      if (entry.named) {
        tag |= coder::kNamed;
        field.key = &coder::kNoAddress;
        field.key_size = static_cast<std::uint32_t>(entry.name.size());
      }
      if (entry.repeat != 1) tag |= coder::kRepeat;
      field.tag = static_cast<Tag>(tag);
    }
  }
  shapes_[shape] = out = Fields{fields, count};
  return true;
}

// ---- errors

// Nothing matches from here on: every call takes the cold path, and that looks at failed_.
void CoderReader::stop() noexcept {
  failed_ = true;
  guard_ = cur_;
  run_.set_limit(cur_);
  at_ = &nothing_;
  run_.set_tag(Tag::kNone);
}

bool CoderReader::error(Code code, std::string_view message, const std::byte* at) noexcept {
  if (failed_) return false;
  const auto where = static_cast<std::size_t>(at - begin_);
  status_ = Status(code, message, payload_offset_ + where);
  stop();
  if (code == Code::kNoMemory) return false;
#if defined(__cpp_exceptions)
  try {
    status_ = std::move(status_).with_path(
        locate_path(table_, {begin_, static_cast<std::size_t>(end_ - begin_)}, where));
  } catch (...) {  // without a path, then
  }
#else
  status_ = std::move(status_).with_path(
      locate_path(table_, {begin_, static_cast<std::size_t>(end_ - begin_)}, where));
#endif
  return false;
}

void CoderReader::fail(Code code, std::string_view message) noexcept { error(code, message, cur_); }

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
    text += schema::to_string(table_, found);
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

bool CoderReader::charge(std::uint64_t bytes) noexcept {
  if (bytes > budget_) return error(Code::kOverBudget, "takes more memory than allowed", cur_);
  budget_ -= static_cast<std::size_t>(bytes);
  return true;
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

bool CoderReader::varint(std::uint64_t& out) noexcept {
  bool truncated = false;
  const std::byte* next = wire::get_varint(cur_, end_, out, truncated);
  if (next == nullptr) {
    if (truncated) return error(Code::kTruncated, "the payload ends inside a number", end_);
    return error(Code::kMalformed, "a varint longer than 64 bits", cur_);
  }
  cur_ = next;
  return true;
}

bool CoderReader::take(std::uint64_t size, BytesView& out) noexcept {
  if (size > left()) return error(Code::kTruncated, "the payload ends inside a value", end_);
  out = {cur_, static_cast<std::size_t>(size)};
  cur_ += out.size();
  return true;
}

// ---- the end, the class

Status CoderReader::finish() noexcept {
  if (failed_) return status_;
  if (!frames_.empty()) {
    error(Code::kUsage, "finish inside a record or a container that was not ended", cur_);
    return status_;
  }
  if (!at_end_of(top_) || top_.materialised || cur_ != end_ || defers_) {
    // Values left, or bodies behind the root: one pass over everything tells.
    if (scan() && !failed_) at_ = &nothing_;
  }
  return status_;
}

std::uint32_t CoderReader::class_levels() const noexcept {
  std::uint32_t levels = 0;
  for (auto at = static_cast<std::int64_t>(top_.shape); top_.shape != coder::kNoNumber && at >= 0;
       at = table_.shapes()[static_cast<std::size_t>(at)].super) {
    ++levels;
  }
  return levels;
}

std::string_view CoderReader::class_name(std::uint32_t level) const noexcept {
  if (top_.shape == coder::kNoNumber) return {};
  auto at = static_cast<std::int64_t>(top_.shape);
  for (; level != 0 && at >= 0; --level) at = table_.shapes()[static_cast<std::size_t>(at)].super;
  return at < 0 ? std::string_view() : table_.shapes()[static_cast<std::size_t>(at)].name;
}

std::uint32_t CoderReader::class_version(std::uint32_t level) const noexcept {
  if (top_.shape == coder::kNoNumber) return 0;
  auto at = static_cast<std::int64_t>(top_.shape);
  for (; level != 0 && at >= 0; --level) at = table_.shapes()[static_cast<std::size_t>(at)].super;
  return at < 0 ? 0 : table_.shapes()[static_cast<std::size_t>(at)].version;
}

}  // namespace fastser::archive
