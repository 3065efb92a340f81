// SPDX-License-Identifier: MIT
//
// CoderWriter: finding the place of a value. A record *follows* the shape its class had last; where
// it departs, another shape of the class that agrees so far takes over, or (after many shapes) the
// field becomes `any`, or a new shape is *built* from the part followed and what comes.
//
// What is known from archives before is only *guessed*: it is followed as long as building would
// come to the same, so that the bytes are those of a writer that knows nothing.
//
// A run in progress: at_ points to nothing_; run_.tag() is its type if it is of a fixed width and
// counts by the position, top_->element otherwise.
#include "fastser/coder_writer.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::archive {

using coder::Entry;
using coder::Tag;
using schema::TypeCode;

namespace {

constexpr std::uint32_t kManyShapes = 8;       // of one class: fields begin to become `any`
constexpr std::uint32_t kShapesLookedAt = 16;  // at a departure; bounds its cost
constexpr std::uint64_t kLongestRun = 0xFFFFFFFEU;
constexpr Tag kAny = coder::tag_of(TypeCode::kAny);

std::size_t width_of(Tag tag) noexcept { return schema::fixed_size(coder::code_of(tag)); }

bool learns(std::uint32_t code) noexcept {
  return code == static_cast<std::uint32_t>(TypeCode::kSharedString) ||
         code == static_cast<std::uint32_t>(TypeCode::kSharedData) ||
         code == static_cast<std::uint32_t>(TypeCode::kAny);
}

}  // namespace

// ---- runs

void CoderWriter::refresh_limit() noexcept {
  run_.set_limit(begin_);  // nothing is below: no value fits
  if (run_.tag() == Tag::kNone || failed_) return;
  const std::size_t width = width_of(run_.tag());
  const auto room = static_cast<std::size_t>(guard_ - begin_);
  run_.set_limit(guard_);
  if (top_->run_begin < room &&
      top_->run_count <= (room - top_->run_begin) / width) {  // NOLINT: a run has a width
    run_.set_limit(begin_ + top_->run_begin + static_cast<std::size_t>(top_->run_count) * width);
  }
}

std::uint64_t CoderWriter::run_progress() const noexcept {
  if (run_.tag() == Tag::kNone) return top_->run_used;
  return (position() - top_->run_begin) / width_of(run_.tag());  // NOLINT: a run has a width
}

// `used` values of it lie behind us; the value being placed is not among them.
void CoderWriter::start_run(Tag tag, std::uint64_t count, std::uint64_t used) noexcept {
  const std::size_t width = width_of(tag);
  at_ = &nothing_;
  top_->plain = Kind::kEnded;
  top_->run_count = count;
  if (width != 0) {
    run_.set_tag(tag);
    top_->run_begin = position() - static_cast<std::size_t>(used) * width;
    refresh_limit();
  } else {
    top_->element = top_->mapped = tag;
    top_->run_used = used + 1;
  }
}

void CoderWriter::leave_run() noexcept {
  run_.set_tag(Tag::kNone);
  top_->element = top_->mapped = Tag::kNone;
}

// Building only: what the run came to be.
void CoderWriter::close_run() noexcept {
  build_.back().repeat = static_cast<std::uint32_t>(run_progress());
  leave_run();
}

void CoderWriter::put_tag(Tag tag) noexcept { cur_ = coder::put_type(cur_, tag); }

// Where what sharing learns about a field lies: by what the field is, so that it is the same
// however the field came to be known.
std::uint32_t CoderWriter::field_slot(Tag tag, std::uint32_t name,
                                      std::size_t index) const noexcept {
  const auto codes = static_cast<std::uint32_t>(tag);
  if (!learns(codes & 0xFF) && !learns(codes >> 8 & 0xFF) && !learns(codes >> 16 & 0xFF)) return 0;
  const std::string_view record = shapes_.class_name(top_->class_index);
  if (name != coder::kNoNumber) return SharingFields::slot_of(record, shapes_.name(name));
  const char ordinal[3] = {'#', static_cast<char>(index), static_cast<char>(index >> 8)};
  return SharingFields::slot_of(record, {ordinal, sizeof ordinal});
}

// ---- places

bool CoderWriter::place(Tag tag, const Key* key) noexcept {
  if (failed_) return false;
  if (taping_) return tape_call(coder::TapeOp::kValue, tag, key);
  if (cur_ >= guard_ && !make_room(kSlack)) return false;
  if (top_->kind >= Kind::kList) return place_element(tag, key);
  return place_field(tag, key);
}

bool CoderWriter::place_element(Tag tag, const Key* key) noexcept {
  if (top_->kind == Kind::kEnded) return fail(Code::kUsage, "a value after the end of the root");
  if (key != nullptr) return fail(Code::kUsage, "a key inside a list or map");
  if (run_progress() >= top_->run_count) {
    return fail(Code::kUsage, kTooManyElements);
  }
  const Tag wanted = run_.tag() != Tag::kNone ? run_.tag() : top_->element;
  if (wanted != kAny && wanted != tag) {
    return fail(Code::kTypeMismatch,
                "an element of another type than the container was begun with");
  }
  if (run_.tag() == Tag::kNone) {
    count_element();
    if (failed_) return false;
    if (wanted == kAny) put_tag(tag);
  } else {
    learn_ = top_->learn;
    refresh_limit();  // the end of the buffer was the reason to come here
  }
  return true;
}

bool CoderWriter::place_field(Tag tag, const Key* key) noexcept {
  know_shape(*top_);
  if (in_run()) {
    const bool fixed = run_.tag() != Tag::kNone;
    const std::uint64_t used = run_progress();
    if (tag == (fixed ? run_.tag() : top_->element) && key == nullptr && used < top_->run_count) {
      if (fixed) {
        refresh_limit();
      } else {
        count_element();
      }
      learn_ = top_->learn;
      return true;
    }
    if (top_->building) {
      if (used > kLongestRun) return fail(Code::kUsage, "more fields than a record may have");
      close_run();
    } else if (used == top_->run_count) {
      leave_run();
      at_ = top_->after;
    } else {
      return depart(tag, key);
    }
  }
  return top_->building ? build(tag, key) : follow(tag, key);
}

bool CoderWriter::has_name(Entry& entry, const Key* key) const noexcept {
  if (entry.tag == Tag::kEnd) return false;
  if (key == nullptr) return entry.name == coder::kNoNumber;
  if (entry.name == coder::kNoNumber) return false;
  if (entry.key == key->id() && entry.key_size == key->size()) return true;
  if (shapes_.name(entry.name) != key->text()) return false;
  if (key->id() != nullptr) {
    entry.key = key->id();
    entry.key_size = key->size();
  }
  return true;
}

bool CoderWriter::follow(Tag tag, const Key* key) noexcept {
  Entry& entry = *at_;
  if (!has_name(entry, key)) return depart(tag, key);
  learn_ = entry.learn;
  if (coder::base(entry.tag) == tag) {
    if (entry.repeat == 1) {
      ++at_;
    } else {
      top_->after = &entry + 1;
      top_->learn = entry.learn;
      start_run(tag, entry.repeat, 0);
    }
    return true;
  }
  if (coder::base(entry.tag) == kAny && entry.repeat == 1) {
    ++at_;
    put_tag(tag);
    return true;
  }
  return depart(tag, key);
}

// ---- departures

void CoderWriter::follow_from(std::uint32_t shape, std::size_t done) noexcept {
  shapes_.begin_use(shape);
  top_->plain = Kind::kEnded;
  top_->shape.shape = shape;
  at_ = shapes_.shape_at(shape).entries + done;
}

bool CoderWriter::depart(Tag tag, const Key* key) noexcept {
  const Entry* entries = shapes_.shape_at(top_->shape.shape).entries;
  if (in_run()) {  // in the middle of one
    return start_building(static_cast<std::size_t>(top_->after - entries) - 1) && build(tag, key);
  }
  const auto done = static_cast<std::size_t>(at_ - entries);
  if (!top_->guessing) {
    if (switch_shape(tag, key, done)) return follow(tag, key);
    if (shapes_.class_at(top_->class_index).count >= kManyShapes && has_name(*at_, key) &&
        at_->repeat == 1 && coder::base(at_->tag) != kAny) {
      return generalise() && follow(tag, key);
    }
  }
  if (guess(tag, key, done)) return follow(tag, key);
  return start_building(done) && build(tag, key);
}

// Whether a shape of the class has the same first `done` entries as the one followed, and goes on
// with this value.
bool CoderWriter::agrees(const coder::Shape& other, std::size_t done, Tag tag,
                         const Key* key) const noexcept {
  if (other.count <= done) return false;
  const Entry& next = other.entries[done];
  const Tag type = coder::base(next.tag);
  if (type != tag && (type != kAny || next.repeat != 1)) return false;
  if (key == nullptr ? next.name != coder::kNoNumber
                     : next.name == coder::kNoNumber || shapes_.name(next.name) != key->text()) {
    return false;
  }
  const Entry* now = shapes_.shape_at(top_->shape.shape).entries;
  for (std::size_t at = 0; at < done; ++at) {
    if (other.entries[at].tag != now[at].tag || other.entries[at].name != now[at].name ||
        other.entries[at].repeat != now[at].repeat) {
      return false;
    }
  }
  return true;
}

// Another shape of this archive takes over.
bool CoderWriter::switch_shape(Tag tag, const Key* key, std::size_t done) noexcept {
  std::uint32_t shape = shapes_.class_at(top_->class_index).newest;
  for (std::uint32_t tries = 0; tries < kShapesLookedAt && shape != coder::kNoNumber; ++tries) {
    const coder::Shape& other = shapes_.shape_at(shape);
    if (shape != top_->shape.shape && agrees(other, done, tag, key)) {
      follow_from(shape, done);
      return true;
    }
    shape = other.next_of_class;
  }
  return false;
}

// A shape of any archive takes over, for as long as building would come to the same.
bool CoderWriter::guess(Tag tag, const Key* key, std::size_t done) noexcept {
  std::uint32_t shape = shapes_.class_at(top_->class_index).known;
  for (std::uint32_t tries = 0; tries < kShapesLookedAt && shape != coder::kNoNumber; ++tries) {
    const coder::Shape& other = shapes_.shape_at(shape);
    if (shape != top_->shape.shape && !other.takes_any && agrees(other, done, tag, key)) {
      top_->guessing = true;
      follow_from(shape, done);
      return true;
    }
    shape = other.next_known;
  }
  return false;
}

// The field at at_ takes any value from now on.
bool CoderWriter::generalise() noexcept {
  const coder::Shape& shape = shapes_.shape_at(top_->shape.shape);
  const auto done = static_cast<std::size_t>(at_ - shape.entries);
  const std::size_t start = build_.size();
  for (std::uint32_t at = 0; at < shape.count; ++at) {
    if (!build_.push(shape.entries[at])) return fail(Code::kNoMemory, "no memory for a shape");
  }
  Entry& entry = build_[start + done];
  entry.tag = entry.name == coder::kNoNumber ? kAny : coder::named(kAny);
  entry.learn = field_slot(kAny, entry.name, done);
  const std::uint32_t number =
      shapes_.add(top_->class_index, build_.data() + start, build_.size() - start);
  build_.truncate(start);
  if (number == coder::kNoNumber) return fail(Code::kNoMemory, "no memory for a shape");
  follow_from(number, done);
  return true;
}

// From following to building: the first `done` entries are what was followed, and the part of a run
// that was written.
bool CoderWriter::start_building(std::size_t done) noexcept {
  const Entry* entries = shapes_.shape_at(top_->shape.shape).entries;
  top_->build_start = build_.size();
  top_->plain = Kind::kEnded;
  top_->building = true;
  bool room = true;
  for (std::size_t at = 0; at < done; ++at) room = room && build_.push(entries[at]);
  if (in_run()) {
    room = room && build_.push(entries[done]);
    if (room) close_run();
  }
  leave_run();
  at_ = &nothing_;
  return room || fail(Code::kNoMemory, "no memory for a shape");
}

bool CoderWriter::push_entry(Tag tag, const Key* key) noexcept {
  Entry entry;
  entry.tag = tag;
  if (key != nullptr) {
    if (!wire::is_utf8(key->text())) return fail(Code::kUsage, "a key that is not UTF-8");
    entry.name = shapes_.intern(key->text());
    if (entry.name == coder::kNoNumber) return fail(Code::kNoMemory, "no memory for a key");
    entry.key = key->id() != nullptr ? key->id() : &coder::kNoAddress;
    entry.key_size = key->size();
  }
  entry.learn = learn_ = field_slot(tag, entry.name, build_.size() - top_->build_start);
  return build_.push(entry) || fail(Code::kNoMemory, "no memory for a shape");
}

bool CoderWriter::build(Tag tag, const Key* key) noexcept {
  // How many values without names and of this type stand before this one?
  std::size_t same = 0;
  if (key == nullptr) {
    const std::size_t there = build_.size() - top_->build_start;
    while (same <= coder::kSingles && same < there) {
      const Entry& entry = build_[build_.size() - 1 - same];
      if (entry.name != coder::kNoNumber || coder::base(entry.tag) != tag) break;
      ++same;
    }
  }
  const std::uint32_t used = same > coder::kSingles ? build_.back().repeat : 0;
  if (used == 0 && !push_entry(tag, key)) return false;
  if (same >= coder::kSingles) {
    top_->learn = learn_ = build_.back().learn;
    start_run(tag, kOpenEnd, used);
  }
  return true;
}

// The entries of the record that ends here: those of `shape`, or in build_ where building.
bool CoderWriter::settle_entries(std::uint32_t& shape) noexcept {
  if (!top_->building) {
    const Entry* entries = shapes_.shape_at(top_->shape.shape).entries;
    if (in_run() && run_progress() == top_->run_count) {
      leave_run();
      at_ = top_->after;
    }
    if (!in_run() && at_->tag == Tag::kEnd) {
      shape = top_->shape.shape;
      return true;
    }
    const Entry* stop = in_run() ? top_->after - 1 : at_;
    if (!start_building(static_cast<std::size_t>(stop - entries))) return false;
  } else if (in_run()) {
    if (run_progress() > kLongestRun) {
      return fail(Code::kUsage, "more fields than a record may have");
    }
    close_run();
  }
  Entry* entries = build_.data() + top_->build_start;
  const std::size_t count = build_.size() - top_->build_start;
  for (std::size_t at = 0; at < count; ++at) {
    auto tag = static_cast<std::uint32_t>(coder::base(entries[at].tag));
    if (entries[at].name != coder::kNoNumber) tag |= coder::kNamed;
    if (entries[at].repeat != 1) tag |= coder::kRepeat;
    entries[at].tag = static_cast<Tag>(tag);
    entries[at].hidden = false;
  }
  return shapes_.settle_names(entries, count, options_.repeated_keys == RepeatedKeys::last) ||
         fail(Code::kUsage, top_ == root_ ? "a key that was written twice at top level"
                                          : "a key that was written twice in one record");
}

}  // namespace fastser::archive
