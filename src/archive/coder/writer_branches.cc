// SPDX-License-Identifier: MIT
//
// CoderWriter: branches: containers that are open side by side. While one is not complete, calls
// are noted on a tape (coder/tape.hpp): its buffer takes the place of the output, and nothing is
// innermost that a value could match, so that every call comes by here.
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#include "fastser/coder_writer.hpp"

namespace fastser::archive {

using coder::Strand;
using coder::Tag;
using coder::TapeCall;
using coder::TapedContainer;
using coder::TapedObject;
using coder::TapedString;
using coder::TapeOp;
using schema::TypeCode;

namespace {

template <typename T>
T load(const std::byte* from) noexcept {
  T what;
  std::memcpy(&what, from, sizeof what);
  return what;
}

constexpr bool opens(TapeOp op) noexcept {
  return op == TapeOp::kOpen || op == TapeOp::kRecord || op == TapeOp::kObject;
}

}  // namespace

// ---- to the tape and back

bool CoderWriter::start_taping() noexcept {
  if (!tape_) tape_.reset(new (std::nothrow) coder::Tape);
  if (!tape_) return fail(Code::kNoMemory, "no memory for a branch");
  coder::Tape& tape = *tape_;
  tape.strands.truncate(0);
  tape.objects.clear();
  tape.strings.clear();
  tape.texts.truncate(0);
  tape.last_call = 0;
  tape.active = tape.incomplete = 0;
  const auto open = static_cast<std::uint32_t>(open_frames());
  if (!tape.strands.push({0, 0, open, 0, false}) || !tape.bytes.reserve(4 * kSlack)) {
    return fail(Code::kNoMemory, "no memory for a branch");
  }
  tape.output = position();
  tape.at = at_;
  tape.open = open;
  tape.run = run_.tag();
  out_.set_size(tape.output);
  std::swap(out_, tape.bytes);
  begin_ = out_.data();
  cur_ = begin_ + sizeof(std::size_t);  // no call lies at 0
  end_ = begin_ + out_.capacity();
  guard_ = end_ - kSlack;
  run_.set_tag(Tag::kNone);
  tape_frame_.kind = Kind::kEnded;
  top_ = &tape_frame_;
  at_ = &nothing_;
  return taping_ = true;
}

void CoderWriter::stop_taping() noexcept {
  ++archive_;  // so that no branch of this tape is taken for one of the next
  coder::Tape& tape = *tape_;
  const std::size_t end = position();
  if (tape.last_call != 0) {
    std::memcpy(begin_ + tape.last_call + offsetof(TapeCall, end), &end, sizeof end);
  }
  std::swap(out_, tape.bytes);
  begin_ = out_.data();
  cur_ = begin_ + tape.output;
  end_ = begin_ + out_.capacity();
  guard_ = end_ - kSlack;
  top_ = root_ + tape.open;
  at_ = tape.at;
  run_.set_tag(tape.run);
  taping_ = false;
  last_string_ = coder::kNoNumber;
  refresh_limit();
}

void CoderWriter::open_branch(const Key* key, Branch& branch) noexcept {
  if (failed_ || (cur_ >= guard_ && !make_room(kSlack))) return;
  if (!taping_ && !start_taping()) return;
  const auto strand = static_cast<std::uint32_t>(tape_->strands.size());
  if (!tape_call(TapeOp::kBranch, key, TapedObject{{}, {}, {}, strand})) return;
  const std::uint32_t depth = tape_->strands[tape_->active].depth;
  if (!tape_->strands.push({0, 0, depth, depth, false})) {
    fail(Code::kNoMemory, "no memory for a branch");
    return;
  }
  ++tape_->incomplete;
  tape_->last_text = {};
  branch.strand_ = strand;
  branch.archive_ = archive_;
}

void CoderWriter::swap(Branch& branch) noexcept {
  if (failed_) return;
  if (!taping_ || branch.archive_ != archive_) {
    fail(Code::kUsage, "a branch that was not begun, or is complete");
    return;
  }
  std::swap(tape_->active, branch.strand_);
  tape_->last_text = {};
  if (tape_->active != 0 || tape_->incomplete != 0) return;
  branch.archive_ = 0;
  play_tape();
}

// ---- noting calls

// What belongs to the call is put at cur_, where there is room for kSlack bytes.
bool CoderWriter::tape_call(TapeOp op, Tag tag, const Key* key) noexcept {
  if (failed_) return false;
  coder::Tape& tape = *tape_;
  Strand& strand = tape.strands[tape.active];
  if (tape.active != 0 && strand.depth == strand.base && op != TapeOp::kRemember) {
    if (strand.has_value) return fail(Code::kUsage, "a second value in a branch");
    if (key != nullptr) return fail(Code::kUsage, "a key inside a branch: give it to begin_branch");
    strand.has_value = true;
    if (!opens(op)) --tape.incomplete;
  }
  const std::size_t here = position();
  const std::size_t characters = key != nullptr && key->id() == nullptr ? key->size() : 0;
  if (here > options_.branch_memory || characters > options_.branch_memory) {
    return fail(Code::kOverBudget,
                "the calls recorded for branches need more memory than branch_memory");
  }
  if (!make_room(sizeof(TapeCall) + characters + kSlack)) return false;
  TapeCall call{};
  call.op = op;
  call.tag = tag;
  call.has_key = key != nullptr;
  if (key != nullptr) {
    call.key = key->id();
    call.key_size = key->size();
  }
  std::memcpy(cur_, &call, sizeof call);
  cur_ += sizeof call;
  if (characters != 0) std::memcpy(cur_, key->text().data(), characters);
  cur_ += characters;
  const auto patch = [&](std::size_t at) { std::memcpy(begin_ + at, &here, sizeof here); };
  if (tape.last_call != 0) patch(tape.last_call + offsetof(TapeCall, end));
  if (strand.last != 0) {
    patch(strand.last + offsetof(TapeCall, next));
  } else {
    strand.first = here;
  }
  strand.last = tape.last_call = here;
  return true;
}

template <typename T>
bool CoderWriter::tape_call(TapeOp op, const Key* key, const T& what) noexcept {
  static_assert(sizeof(T) <= kSlack);
  if (!tape_call(op, Tag::kNone, key)) return false;
  std::memcpy(cur_, &what, sizeof what);
  cur_ += sizeof what;
  return true;
}

template bool CoderWriter::tape_call(TapeOp, const Key*, const TapedObject&) noexcept;

void CoderWriter::tape_text(TapeOp op, const Key* key, const void* bytes,
                            std::size_t size) noexcept {
  if (size > options_.branch_memory) {
    fail(Code::kOverBudget, "the calls recorded for branches need more memory than branch_memory");
    return;
  }
  if (!tape_call(op, Tag::kNone, key) || !make_room(size)) return;
  if (op == TapeOp::kString) tape_->last_text = {nullptr, position(), size};
  if (size != 0) std::memcpy(cur_, bytes, size);
  cur_ += size;
}

bool CoderWriter::tape_string_again(const Key* key, const void* identity) noexcept {
  TapedString what{};
  if (!known_strings_.find(identity, 0).found) {
    const ObjectTable::Found found = tape_->strings.find(identity, 0);
    if (!found.found) return false;
    what = tape_->texts[found.number];
  }
  what.identity = identity;
  if (!tape_call(TapeOp::kStringAgain, key, what)) return false;
  tape_->last_text = what;
  return true;
}

void CoderWriter::tape_remember(const void* identity) noexcept {
  const TapedString text = tape_->last_text;
  if (failed_ || identity == nullptr || text.size == 0 || options_.sharing == Sharing::off) return;
  const auto number = static_cast<std::uint32_t>(tape_->texts.size());
  const ObjectTable::Found found = tape_->strings.find_or_add(identity, 0, number);
  if (found.number == ObjectTable::kFailed || (!found.found && !tape_->texts.push(text))) {
    fail(Code::kNoMemory, "no memory for the table of strings");
  } else {
    static_cast<void>(tape_call(TapeOp::kRemember, nullptr, TapedString{identity, 0, 0}));
  }
}

void CoderWriter::tape_container(const Key* key, Kind kind, Tag tag, std::uint64_t count,
                                 Tag element, Tag mapped) noexcept {
  const TapedContainer what{count, element, mapped, static_cast<std::uint8_t>(kind)};
  if (!tape_call(TapeOp::kOpen, tag, key)) return;
  std::memcpy(cur_, &what, sizeof what);
  cur_ += sizeof what;
  tape_opened();
}

bool CoderWriter::is_written(const void* identity) const noexcept {
  const ObjectTable::Found found = objects_.find(identity, 0);
  return (found.found && !is_promised(found.number)) ||
         (taping_ && tape_->objects.find(identity, 0).found);
}

ObjectPlace CoderWriter::tape_object(const Key* key, const PendingObject& what,
                                     bool deferred) noexcept {
  if (what.identity != nullptr && !shapes_.has_class(what.of.index)) {
    fail(Code::kUsage, "an object without a class");
    return ObjectPlace::kDone;
  }
  if (what.identity == nullptr || is_written(what.identity)) {
    tape_reference(key, what.identity);
    return ObjectPlace::kDone;
  }
  const TapedObject object{what.identity, what.context, what.body, what.of.index};
  if (!tape_call(deferred ? TapeOp::kDeferred : TapeOp::kObject, key, object)) {
    return ObjectPlace::kDone;
  }
  if (tape_->objects.find_or_add(what.identity, 0, 0).found) {
    fail(Code::kNoMemory, "no memory for the table of objects");
    return ObjectPlace::kDone;
  }
  if (deferred) return ObjectPlace::kLater;
  tape_opened();
  return ObjectPlace::kNew;
}

void CoderWriter::tape_reference(const Key* key, const void* identity) noexcept {
  static_cast<void>(tape_call(TapeOp::kReference, key, TapedObject{identity, {}, {}, 0}));
}

void CoderWriter::tape_end(Kind kind) noexcept {
  Strand& strand = tape_->strands[tape_->active];
  if (strand.depth == strand.base) {
    fail(Code::kUsage, "the end of something that was not begun in this branch");
    return;
  }
  const TapedContainer what{0, Tag::kNone, Tag::kNone, static_cast<std::uint8_t>(kind)};
  if (!tape_call(TapeOp::kEnd, nullptr, what)) return;
  const bool whole = --strand.depth == strand.base && tape_->active != 0;
  if (whole) --tape_->incomplete;
}

// ---- carrying them out

void CoderWriter::play_tape() noexcept {
  struct Back {
    std::size_t next;
  };
  stop_taping();
  const std::byte* const tape = tape_->bytes.data();
  PodStack<Back> outer;
  const Key none = Key::transient({});
  Key inherited = none;  // of the branch whose value comes now
  bool inherits = false;
  std::size_t at = tape_->strands[0].first;
  while (!failed_ && (at != 0 || !outer.empty())) {
    if (at == 0) {
      at = outer.back().next;
      outer.pop();
      continue;
    }
    const auto call = load<TapeCall>(tape + at);
    const auto* what = tape + at + sizeof(TapeCall);
    Key key = none;
    if (call.has_key && call.key != nullptr) {
      key = Key::interned({call.key, call.key_size});
    } else if (call.has_key) {
      key = Key::transient({reinterpret_cast<const char*>(what), call.key_size});
      what += call.key_size;
    } else if (inherits) {
      key = inherited;
    }
    const bool has_key = call.has_key || inherits;
    inherits = false;
    if (call.op == TapeOp::kBranch) {
      if (!outer.push({call.next})) fail(Code::kNoMemory, "no memory for a branch");
      inherited = key;
      inherits = has_key;
      at = tape_->strands[load<TapedObject>(what).number].first;
      continue;
    }
    play_call(call, has_key ? &key : nullptr, what);
    at = call.next;
  }
  last_string_ = coder::kNoNumber;
}

void CoderWriter::play_call(const TapeCall& call, const Key* key, const std::byte* what) noexcept {
  const std::byte* const tape = tape_->bytes.data();
  const auto size = static_cast<std::size_t>(tape + call.end - what);
  switch (call.op) {
    case TapeOp::kValue:
      if (!take(call.tag, key) && !place(call.tag, key)) return;
      // A text that is a key was compared with no other while it lay on the tape.
      if (TypeCode plain{}; top_->unique && coder::is_text_key(coder::code_of(call.tag), plain)) {
        needs_verify_ = true;
      }
      // Of values only arrays are of a type that says what they hold.
      if (static_cast<std::uint32_t>(call.tag) > 0xFF && top_ >= last_frame_ && !may_list()) return;
      if (static_cast<std::size_t>(end_ - cur_) < size + kSlack && !make_room(size)) return;
      if (size != 0) std::memcpy(cur_, what, size);
      cur_ += size;
      return;
    case TapeOp::kString: return string_value(key, {reinterpret_cast<const char*>(what), size});
    case TapeOp::kData: return data_value(key, {what, size});
    case TapeOp::kStringAgain: {
      const auto text = load<TapedString>(what);
      if (known_string(key, text.identity) || failed_) return;
      string_value(key, {reinterpret_cast<const char*>(tape) + text.offset, text.size});
      return remember_string(text.identity);
    }
    case TapeOp::kRemember: return remember_string(load<TapedString>(what).identity);
    case TapeOp::kOpen: {
      const auto open = load<TapedContainer>(what);
      return begin_container(key, call.tag, static_cast<Kind>(open.kind), open.count, open.element,
                             open.mapped);
    }
    case TapeOp::kEnd: {
      const auto kind = static_cast<Kind>(load<TapedContainer>(what).kind);
      return kind >= Kind::kList ? close_container(kind) : close_body(kind);
    }
    default: break;
  }
  const auto object = load<TapedObject>(what);
  const ClassHandle of{object.number};
  switch (call.op) {
    case TapeOp::kRecord: return open_record(key, of);
    case TapeOp::kObject: static_cast<void>(open_object(key, object.identity, of)); return;
    case TapeOp::kDeferred:
      static_cast<void>(defer_object(key, {object.identity, of, object.context, object.body}));
      return;
    default: return conditional_value(key, object.identity);
  }
}

}  // namespace fastser::archive
