// SPDX-License-Identifier: MIT
//
// CoderWriter: life, memory, errors, finish. Placing values is in writer_place.cc, values in
// writer_values.cc, containers in writer_nesting.cc, records in writer_records.cc, objects in
// writer_objects.cc.
#include "fastser/coder_writer.hpp"

#include <algorithm>
#include <string>

#include "fastser/internal/archive/envelope.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;

namespace {

constexpr std::size_t kFirstRoom = 512;
// Open things around an object that may be written later.
constexpr std::uint32_t kInlineFrames = 2 * schema::kInlineObjects;
constexpr std::size_t kRootKept = 1024;

}  // namespace

CoderWriter::CoderWriter(const CoderOptions& options) noexcept
    : at_(&nothing_),
      options_(options),
      max_depth_(std::min(options.limits.depth, kMaxDepth)),
      pending_depth_(std::min(kInlineFrames, max_depth_ / 2)),
      string_tag_(coder::tag_of(options.sharing == Sharing::off ? TypeCode::kString
                                                                : TypeCode::kSharedString)),
      data_tag_(
          coder::tag_of(options.sharing == Sharing::off ? TypeCode::kData : TypeCode::kSharedData)),
      root_(first_frames_.data()),
      last_frame_(root_ + std::min<std::size_t>(kFirstFrames - 1, max_depth_)),
      frames_end_(root_ + kFirstFrames),
      objects_(wire::random_seed()),
      known_strings_(wire::random_seed()) {
  top_ = root_;
  reset();
}

void CoderWriter::reset() noexcept {
  if (taping_) stop_taping();
  ++archive_;
  cur_ = guard_ = begin_ = end_ = nullptr;
  run_.set_limit(nullptr);
  out_.clear();
  at_ = &nothing_;
  run_.set_tag(Tag::kNone);
  learn_ = 0;
  build_.truncate(0);
  promised_.truncate(0);
  pending_.truncate(0);
  next_pending_ = 0;
  leave_frames();
  *root_ = Frame{};
  root_->building = true;
  if (failed_) status_ = Status();
  failed_ = false;
  next_object_ = 0;
  shapes_.clear();
  strings_.clear();
  recent_.clear();
  datas_.clear();
  string_fields_.clear();
  data_fields_.clear();
  objects_.clear();
  known_strings_.clear();
  keys_of_open_.clear();
  needs_verify_ = false;
  last_string_ = coder::kNoNumber;
  // With room at hand the root is followed from its first value on.
  if (out_.capacity() >= kFirstRoom) static_cast<void>(start());
}

// The header, and room to write; the first value of an archive comes by here.
bool CoderWriter::start() noexcept {
  if (!out_.reserve(kFirstRoom) || !shapes_.has_root()) {
    return fail(Code::kNoMemory, "no memory for the archive");
  }
  begin_ = out_.data();
  end_ = begin_ + out_.capacity();
  guard_ = end_ - kSlack;
  run_.set_limit(begin_);
  store_header(begin_, archive::Kind::kTableBehind, options_.checksum, options_.user_version);
  cur_ = begin_ + kHeaderBytes;
  if (const std::uint32_t known = shapes_.class_at(coder::ShapeStore::kRoot).first;
      known != coder::kNoNumber) {
    root_->building = false;
    root_->guessing = true;
    follow_from(known, 0);
  }
  return true;
}

// Room for `size` and the slack.
bool CoderWriter::make_room(std::size_t size) noexcept {
  if (failed_) return false;
  if (begin_ == nullptr && !start()) return false;
  if (static_cast<std::size_t>(end_ - cur_) > size + kSlack && size < size + kSlack) return true;
  const std::size_t used = position();
  if (size > static_cast<std::size_t>(-1) / 4 - used) {
    return fail(Code::kNoMemory, "no memory for the archive");
  }
  const std::size_t wanted = used + size + 2 * kSlack;
  out_.set_size(used);
  if (!out_.reserve(wanted > out_.capacity() * 2 ? wanted : out_.capacity() * 2) &&
      !out_.reserve(wanted)) {
    return fail(Code::kNoMemory, "no memory for the archive");
  }
  begin_ = out_.data();
  cur_ = begin_ + used;
  end_ = begin_ + out_.capacity();
  guard_ = end_ - kSlack;
  refresh_limit();
  return true;
}

bool CoderWriter::fail(Code code, std::string_view message) noexcept {
  if (failed_) return false;
  failed_ = true;
  if (taping_) stop_taping();
  status_ = Status(code, message, begin_ == nullptr ? kHeaderBytes : position());
  if (code != Code::kNoMemory) {
#if defined(__cpp_exceptions)
    try {
      status_ = std::move(status_).with_path(path());
    } catch (...) {  // without a path, then
    }
#else
    status_ = std::move(status_).with_path(path());
#endif
  }
  // Nothing matches from here on: every call takes the cold path, and that looks at failed_.
  guard_ = cur_;
  run_.set_limit(cur_);
  at_ = &nothing_;
  leave_frames();
  run_.set_tag(Tag::kNone);
  return false;
}

// The root is the innermost open thing. What is not open has no elements.
void CoderWriter::leave_frames() noexcept {
  for (; top_ != root_; --top_) top_->element = top_->mapped = Tag::kNone;
  root_->element = root_->mapped = Tag::kNone;
}

// Names and numbers of the fields that are open, outermost first.
std::string CoderWriter::path() const {
  std::string text;
  for (const Frame* at = root_; at != top_; ++at) {
    const Frame& frame = *at;
    if (frame.kind == Kind::kEnded) continue;
    if (frame.kind >= Kind::kList) {
      const std::uint64_t used = frame.kind == Kind::kMap ? frame.run_used / 2 : frame.run_used;
      text += '[' + std::to_string(used == 0 ? 0 : used - 1) + ']';
      continue;
    }
    const coder::Entry* entry = nullptr;
    std::size_t index = 0;
    if (frame.building) {
      std::size_t stop = build_.size();
      for (const Frame* inner = top_; inner != at; --inner) {
        if (inner->building) stop = inner->build_start;
      }
      if (stop > frame.build_start) {
        index = stop - frame.build_start - 1;
        entry = &build_[stop - 1];
      }
    } else {
      const std::uint32_t shape =
          frame.is_plain() ? shapes_.last_of(frame.class_index)->shape.shape : frame.shape.shape;
      const coder::Entry* first = shapes_.shape_at(shape).entries;
      const coder::Entry* behind = frame.element == Tag::kNone ? frame.at : frame.after;
      index = static_cast<std::size_t>(behind - first) - (behind == first ? 0 : 1);
      entry = first + index;
    }
    if (entry != nullptr && entry->name != coder::kNoNumber) {
      if (!text.empty()) text += '.';
      text += shapes_.name(entry->name);
    } else {
      text += '#' + std::to_string(index);
    }
  }
  return text;
}

// The root has all its values.
bool CoderWriter::end_root() noexcept {
  if (root_->kind == Kind::kEnded) return true;
  if ((root_->building || at_->tag != Tag::kEnd || in_run()) &&
      !settle_entries(root_->shape.shape)) {
    return false;
  }
  leave_run();
  at_ = &nothing_;
  root_->kind = Kind::kEnded;
  return true;
}

// Everything behind the payload.
bool CoderWriter::put_table() noexcept {
  const coder::Entry* entries = nullptr;
  std::size_t count = 0;
  coder::Class& root = shapes_.class_at(coder::ShapeStore::kRoot);
  if (root_->building) {
    entries = build_.data();
    count = build_.size();
    // A root of very many fields is not worth keeping: it is different each time.
    if (count <= kRootKept) root.first = shapes_.add(coder::ShapeStore::kRoot, entries, count);
  } else {
    root.first = root_->shape.shape;
    entries = shapes_.shape_at(root_->shape.shape).entries;
    count = shapes_.shape_at(root_->shape.shape).count;
  }
  return shapes_.write_table(out_, entries, count) ||
         fail(Code::kNoMemory, "no memory for the archive");
}

Status CoderWriter::close() noexcept {
  if (!failed_ && begin_ == nullptr) static_cast<void>(start());
  if (!failed_ && taping_)
    fail(Code::kUsage, "finish while the value of a branch is missing or incomplete");
  if (!failed_ && top_ == root_) static_cast<void>(write_pending());
  if (!failed_ && top_ != root_) {
    fail(Code::kUsage, "finish inside a record or a container that was not ended");
  }
  if (!failed_ && (strings_.failed() || datas_.failed())) {
    fail(Code::kNoMemory, "no memory for the table of strings");
  }
  if (failed_ || !end_root()) return status_;
  out_.set_size(position());
  const std::size_t table = out_.size();
  if (!put_table()) return status_;
  if (!append_end(out_, out_.size() - table, options_.checksum)) {
    return Status(Code::kNoMemory, "no memory for the archive");
  }
  return needs_verify_ ? verify_keys() : Status();
}

void CoderWriter::fail(const Status& error) noexcept {
  if (!error.ok()) static_cast<void>(fail(error.code(), error.message()));
}

Result<Buffer> CoderWriter::finish() noexcept {
  Status status = close();
  if (!status.ok()) {
    reset();
    return status;
  }
  Buffer done(std::move(out_));
  reset();
  return done;
}

Status CoderWriter::finish_into(Buffer& out) noexcept {
  Status status = close();
  if (status.ok()) out = std::move(out_);  // swaps
  reset();
  return status;
}

}  // namespace fastser::archive
