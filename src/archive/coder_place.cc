// SPDX-License-Identifier: MIT
//
// CoderWriter: finding the place of a value. A record *follows* the shape its class had last; where
// it departs, another shape of the class that agrees so far takes over, or (after many shapes) the
// field becomes `any`, or a new shape is *built* from the part followed and what comes.
//
// A run in progress: run_.tag() is its type, at_ points to nothing_. Fixed-width runs count by the
// position, others by run_used.
#include "fastser/coder_writer.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::archive {

using coder::Entry;
using coder::Tag;
using schema::TypeCode;

namespace {

constexpr std::uint32_t kManyShapes = 8;       // of one class: fields begin to become `any`
constexpr std::uint32_t kShapesLookedAt = 16;  // at a departure; bounds its cost
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
  if (run_.tag() == Tag::kNone || !top_.fixed || failed_) return;
  const std::size_t width = width_of(run_.tag());
  const auto room = static_cast<std::size_t>(guard_ - begin_);
  run_.set_limit(guard_);
  if (top_.run_begin < room && top_.run_count <= (room - top_.run_begin) / width) {
    run_.set_limit(begin_ + top_.run_begin + static_cast<std::size_t>(top_.run_count) * width);
  }
}

std::uint64_t CoderWriter::run_progress() const noexcept {
  if (!top_.fixed || run_.tag() == Tag::kNone) return top_.run_used;
  return (position() - top_.run_begin) / width_of(run_.tag());  // NOLINT: a run has a width
}

// `used` values of it lie behind us; the value being placed is not among them.
void CoderWriter::start_run(Tag tag, std::uint64_t count, std::uint64_t used) noexcept {
  const std::size_t width = width_of(tag);
  run_.set_tag(tag);
  at_ = &nothing_;
  top_.run_count = count;
  top_.fixed = width != 0;
  if (top_.fixed) {
    top_.run_begin = position() - static_cast<std::size_t>(used) * width;
  } else {
    top_.run_used = used + 1;
  }
  refresh_limit();
}

// Building only: what the run came to be.
void CoderWriter::close_run() noexcept {
  build_.back().repeat = run_progress();
  run_.set_tag(Tag::kNone);
  run_.set_limit(begin_);
}

void CoderWriter::put_tag(Tag tag) noexcept {
  auto codes = static_cast<std::uint32_t>(tag);
  for (std::size_t left = coder::tag_size(tag); left != 0; --left, codes >>= 8) {
    *cur_++ = static_cast<std::byte>(codes);
  }
}

std::uint32_t CoderWriter::new_learned(Tag tag) noexcept {
  const auto codes = static_cast<std::uint32_t>(tag);
  if (!learns(codes & 0xFF) && !learns(codes >> 8 & 0xFF) && !learns(codes >> 16 & 0xFF)) return 0;
  // Without memory the field shares what the others learnt.
  return learned_.push(Learned{}) ? static_cast<std::uint32_t>(learned_.size() - 1) : 0;
}

// ---- places

bool CoderWriter::place(Tag tag, const Key* key) noexcept {
  if (failed_) return false;
  if (cur_ >= guard_ && !make_room(kSlack)) return false;
  if (top_.kind == Kind::kList || top_.kind == Kind::kMap) return place_element(tag, key);
  return place_field(tag, key);
}

bool CoderWriter::place_element(Tag tag, const Key* key) noexcept {
  if (key != nullptr) return fail(Code::kUsage, "a key inside a list or map");
  const std::uint64_t used = run_progress();
  if (used >= top_.run_count) {
    return fail(Code::kUsage, "more elements than the container was begun with");
  }
  const Tag wanted = top_.kind == Kind::kMap && used % 2 != 0 ? top_.mapped : top_.element;
  learn_ = top_.learn;
  if (wanted == kAny) {
    put_tag(tag);
  } else if (wanted != tag) {
    return fail(Code::kTypeMismatch,
                "an element of another type than the container was begun with");
  }
  if (run_.tag() == Tag::kNone) {
    ++top_.run_used;
  } else {
    refresh_limit();  // the end of the buffer was the reason to come here
  }
  return true;
}

bool CoderWriter::place_field(Tag tag, const Key* key) noexcept {
  if (run_.tag() != Tag::kNone) {
    const std::uint64_t used = run_progress();
    if (tag == run_.tag() && key == nullptr && used < top_.run_count) {
      if (top_.fixed) {
        refresh_limit();
      } else {
        ++top_.run_used;
      }
      learn_ = top_.learn;
      return true;
    }
    if (top_.building) {
      close_run();
    } else if (used == top_.run_count) {
      run_.set_tag(Tag::kNone);
      run_.set_limit(begin_);
      at_ = top_.after;
    } else {
      return depart(tag, key);
    }
  }
  return top_.building ? build(tag, key) : follow(tag, key);
}

bool CoderWriter::has_name(Entry& entry, const Key* key) const noexcept {
  if (entry.tag == Tag::kEnd) return false;
  if (key == nullptr) return entry.name == coder::kNoNumber;
  if (entry.name == coder::kNoNumber || entry.key_size != key->size()) return false;
  if (entry.key == key->id()) return true;
  if (shapes_.name(entry.name) != key->text()) return false;
  if (key->id() != nullptr) entry.key = key->id();
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
      top_.after = &entry + 1;
      top_.learn = entry.learn;
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

bool CoderWriter::depart(Tag tag, const Key* key) noexcept {
  const Entry* entries = shapes_.shape_at(top_.shape).entries;
  if (run_.tag() != Tag::kNone) {  // in the middle of a run
    return start_building(static_cast<std::size_t>(top_.after - entries) - 1) && build(tag, key);
  }
  const auto done = static_cast<std::size_t>(at_ - entries);
  if (switch_shape(tag, key, done)) return follow(tag, key);
  if (shapes_.class_at(top_.class_index).count >= kManyShapes && has_name(*at_, key) &&
      at_->repeat == 1 && coder::base(at_->tag) != kAny) {
    return generalise() && follow(tag, key);
  }
  return start_building(done) && build(tag, key);
}

bool CoderWriter::accepts(const Entry& entry, Tag tag, const Key* key) const noexcept {
  if (entry.tag == Tag::kEnd) return false;
  if (key == nullptr ? entry.name != coder::kNoNumber
                     : entry.name == coder::kNoNumber || shapes_.name(entry.name) != key->text()) {
    return false;
  }
  const Tag type = coder::base(entry.tag);
  return type == tag || (type == kAny && entry.repeat == 1);
}

// Another shape of the class that has the same first `done` entries and goes on with this value.
bool CoderWriter::switch_shape(Tag tag, const Key* key, std::size_t done) noexcept {
  const Entry* now = shapes_.shape_at(top_.shape).entries;
  std::uint32_t number = shapes_.class_at(top_.class_index).newest;
  for (std::uint32_t tries = 0; tries < kShapesLookedAt && number != coder::kNoNumber; ++tries) {
    const coder::Shape& other = shapes_.shape_at(number);
    if (number != top_.shape && other.count > done && accepts(other.entries[done], tag, key)) {
      std::size_t same = 0;
      while (same < done && other.entries[same].tag == now[same].tag &&
             other.entries[same].name == now[same].name &&
             other.entries[same].repeat == now[same].repeat) {
        ++same;
      }
      if (same == done) {
        top_.shape = number;
        at_ = other.entries + done;
        return true;
      }
    }
    number = other.next_of_class;
  }
  return false;
}

// The field at at_ takes any value from now on.
bool CoderWriter::generalise() noexcept {
  const coder::Shape& shape = shapes_.shape_at(top_.shape);
  const auto done = static_cast<std::size_t>(at_ - shape.entries);
  const std::size_t start = build_.size();
  for (std::uint32_t at = 0; at < shape.count; ++at) {
    if (!build_.push(shape.entries[at])) return fail(Code::kNoMemory, "no memory for a shape");
  }
  Entry& entry = build_[start + done];
  entry.tag = entry.name == coder::kNoNumber ? kAny : coder::named(kAny);
  if (entry.learn == 0) entry.learn = new_learned(kAny);
  const std::uint32_t number =
      shapes_.add(top_.class_index, build_.data() + start, build_.size() - start);
  build_.truncate(start);
  if (number == coder::kNoNumber) return fail(Code::kNoMemory, "no memory for a shape");
  top_.shape = number;
  at_ = shapes_.shape_at(number).entries + done;
  return true;
}

// From following to building: the first `done` entries are what was followed, and the part of a run
// that was written.
bool CoderWriter::start_building(std::size_t done) noexcept {
  const Entry* entries = shapes_.shape_at(top_.shape).entries;
  top_.build_start = build_.size();
  top_.building = true;
  bool room = true;
  for (std::size_t at = 0; at < done; ++at) room = room && build_.push(entries[at]);
  if (run_.tag() != Tag::kNone) {
    room = room && build_.push(entries[done]);
    if (room) close_run();
  }
  run_.set_tag(Tag::kNone);
  at_ = &nothing_;
  run_.set_limit(begin_);
  return room || fail(Code::kNoMemory, "no memory for a shape");
}

bool CoderWriter::build(Tag tag, const Key* key) noexcept {
  if (key == nullptr && build_.size() > top_.build_start &&
      build_.back().name == coder::kNoNumber && coder::base(build_.back().tag) == tag) {
    top_.learn = learn_ = build_.back().learn;
    start_run(tag, kOpenEnd, build_.back().repeat);
    return true;
  }
  Entry entry;
  entry.tag = tag;
  entry.learn = learn_ = new_learned(tag);
  if (key != nullptr) {
    if (!wire::is_utf8(key->text())) return fail(Code::kUsage, "a key that is not UTF-8");
    entry.name = shapes_.intern(key->text());
    if (entry.name == coder::kNoNumber) return fail(Code::kNoMemory, "no memory for a key");
    entry.key = key->id() != nullptr ? key->id() : &coder::kNoAddress;
    entry.key_size = key->size();
  }
  if (!build_.push(entry)) return fail(Code::kNoMemory, "no memory for a shape");
  if (key == nullptr) {
    top_.learn = entry.learn;
    start_run(tag, kOpenEnd, 0);
  }
  return true;
}

// The shape of the record that ends here.
bool CoderWriter::settle_shape(std::uint32_t& number) noexcept {
  if (!top_.building) {
    const Entry* entries = shapes_.shape_at(top_.shape).entries;
    if (run_.tag() != Tag::kNone && run_progress() == top_.run_count) {
      run_.set_tag(Tag::kNone);
      at_ = top_.after;
    }
    if (run_.tag() == Tag::kNone && at_->tag == Tag::kEnd) {
      number = top_.shape;
      return true;
    }
    const Entry* stop = run_.tag() == Tag::kNone ? at_ : top_.after - 1;
    if (!start_building(static_cast<std::size_t>(stop - entries))) return false;
  } else if (run_.tag() != Tag::kNone) {
    close_run();
  }
  Entry* entries = build_.data() + top_.build_start;
  const std::size_t count = build_.size() - top_.build_start;
  for (std::size_t at = 0; at < count; ++at) {
    auto tag = static_cast<std::uint32_t>(coder::base(entries[at].tag));
    if (entries[at].name != coder::kNoNumber) tag |= coder::kNamed;
    if (entries[at].repeat != 1) tag |= coder::kRepeat;
    entries[at].tag = static_cast<Tag>(tag);
  }
  if (shapes_.named_twice(entries, count)) {
    return fail(Code::kUsage, "a key that was written twice in one record");
  }
  number = shapes_.add(top_.class_index, entries, count);
  build_.truncate(top_.build_start);
  return number != coder::kNoNumber || fail(Code::kNoMemory, "no memory for a shape");
}

}  // namespace fastser::archive
