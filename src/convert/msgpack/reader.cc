// SPDX-License-Identifier: MIT
//
// Two passes, neither of which recurses. A sink is told at the start of a map whether all its keys
// are text, so the first pass notes that, a bit for each map in order of first bytes; and it checks
// the form of the whole message before anything is told.
//
// Invariant: behind the first pass, heads cannot fail any more.
#include "convert/msgpack/reader.hpp"

#include <string_view>
#include <vector>

#include "fastser/internal/msgpack/codec/scalar.hpp"
#include "fastser/internal/msgpack/decoder.hpp"
#include "fastser/internal/msgpack/run.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

using msgpack::Cursor;
using msgpack::Decoder;
using msgpack::Head;
using msgpack::Kind;

class Reader {
 public:
  Reader(BytesView message, std::uint32_t depth, Sink& sink)
      : message_(message),
        decoder_(message, Limits{}, message.size()),
        sink_(sink),
        max_depth_(depth) {}

  Status run() {
    const Cursor end = scan(message_.data());
    if (end == nullptr) return failure();
    if (end != decoder_.end) {
      decoder_.fail(Code::kTrailing, end, "bytes after the message");
      return failure();
    }
    if (tell_all(message_.data())) return {};
    return decoder_.failed() ? failure() : refusal();
  }

 private:
  enum class What : std::uint8_t { kList, kObject, kMap };
  struct Open {
    What what;
    bool key_next;        // in maps and objects: a key comes
    std::uint64_t left;   // values that are still to come, keys too
    std::size_t map = 0;  // the first pass: number of its bit
  };

  Cursor scan(Cursor cur);
  bool tell_all(Cursor cur);
  Cursor tell(Cursor cur, const Head& head, Cursor body);
  Cursor tell_text(Cursor cur, const Head& head, Cursor body, bool is_key);
  Cursor open(const Head& head, Cursor body);
  bool close();

  // The sink told of what begins at `cur`.
  Sink& at(Cursor cur) {
    sink_.position = static_cast<std::size_t>(cur - message_.data());
    return sink_;
  }
  Status failure() {
    const std::size_t offset = decoder_.error_offset();
    return decoder_.bare_status().with_path(msgpack::path_of(message_, offset));
  }
  // The path of a key is that of the value behind it.
  Status refusal() {
    const std::size_t where = sink_.position;
    std::size_t named = where;
    if (where != last_ || at_key_) {
      const Cursor behind = decoder_.skip(message_.data() + where);
      if (behind != nullptr) named = static_cast<std::size_t>(behind - message_.data());
    }
    return Status(sink_.why).with_offset(where).with_path(msgpack::path_of(message_, named));
  }

  BytesView message_;
  Decoder decoder_;
  Sink& sink_;
  std::uint32_t max_depth_;
  std::vector<Open> open_;
  std::vector<bool> all_text_;  // of maps: are all keys text?
  std::size_t next_map_ = 0;
  std::size_t last_ = 0;  // where the value lies that was told last
  bool at_key_ = false;   // it was a key
};

Cursor Reader::scan(Cursor cur) {
  do {
    Head head;
    const Cursor body = decoder_.head(cur, head);
    if (body == nullptr) return nullptr;
    if (!open_.empty()) {
      Open& in = open_.back();
      if (in.key_next && head.kind != Kind::str) all_text_[in.map] = false;
      if (in.what == What::kMap) in.key_next = !in.key_next;
      --in.left;
    }
    if (head.kind == Kind::array || head.kind == Kind::map) {
      if (open_.size() >= max_depth_) return decoder_.fail_depth(cur);
      const bool is_map = head.kind == Kind::map;
      open_.push_back({is_map ? What::kMap : What::kList, is_map,
                       is_map ? 2 * head.value : head.value, all_text_.size()});
      if (is_map) all_text_.push_back(true);
      cur = body;
    } else {
      const bool contents =
          head.kind == Kind::str || head.kind == Kind::bin || head.kind == Kind::ext;
      cur = contents ? body + head.value : body;
    }
    while (!open_.empty() && open_.back().left == 0) open_.pop_back();
  } while (!open_.empty());
  return cur;
}

bool Reader::tell_all(Cursor cur) {
  do {
    Head head;
    const Cursor body = decoder_.head(cur, head);
    last_ = static_cast<std::size_t>(cur - message_.data());
    bool is_key = false;
    at_key_ = false;
    if (!open_.empty()) {
      Open& in = open_.back();
      --in.left;
      at_key_ = in.key_next;
      is_key = in.key_next && in.what == What::kObject;
      if (in.what != What::kList) in.key_next = !in.key_next;
    }
    cur = is_key ? tell_text(cur, head, body, true) : tell(cur, head, body);
    if (cur == nullptr) return false;
    while (!open_.empty() && open_.back().left == 0) {
      if (!close()) return false;
    }
  } while (!open_.empty());
  return true;
}

Cursor Reader::tell_text(Cursor cur, const Head& head, Cursor body, bool is_key) {
  const std::string_view text(reinterpret_cast<const char*>(body),
                              static_cast<std::size_t>(head.value));
  if (const std::size_t sound = wire::utf8_prefix(text); sound != text.size()) {
    return decoder_.fail(Code::kMalformed, body + sound, "text that is not UTF-8");
  }
  Sink& sink = at(cur);
  const bool go_on = is_key ? sink.key(text) : sink.text(text);
  return go_on ? body + head.value : nullptr;
}

// A value; where the message goes on, or null.
Cursor Reader::tell(Cursor cur, const Head& head, Cursor body) {
  const BytesView contents(body, head.kind == Kind::bin || head.kind == Kind::ext
                                     ? static_cast<std::size_t>(head.value)
                                     : 0);
  Sink& sink = at(cur);
  bool go_on = false;
  switch (head.kind) {
    case Kind::nil: go_on = sink.null(); break;
    case Kind::boolean: go_on = sink.boolean(head.value != 0); break;
    case Kind::positive: go_on = sink.integer(head.value, false); break;
    case Kind::negative: go_on = sink.integer(head.value, true); break;
    case Kind::f32: go_on = sink.f32(static_cast<std::uint32_t>(head.value)); break;
    case Kind::f64: go_on = sink.f64(head.value); break;
    case Kind::str: return tell_text(cur, head, body, false);
    case Kind::bin: go_on = sink.data(contents); break;
    case Kind::ext:
      if (head.ext_type == msgpack::kTimestampType) {
        msgpack::Timestamp moment;
        if (msgpack::read_timestamp(decoder_, cur, moment) == nullptr) return nullptr;
        go_on = sink.moment(moment.seconds, moment.nanoseconds);
      } else {
        go_on = sink.ext(head.ext_type, contents);
      }
      break;
    case Kind::array:
    case Kind::map: return open(head, body);
  }
  return go_on ? body + contents.size() : nullptr;
}

Cursor Reader::open(const Head& head, Cursor body) {
  if (head.kind == Kind::array) {
    open_.push_back({What::kList, false, head.value});
    return sink_.begin_list(head.value) ? body : nullptr;
  }
  const bool is_object = all_text_[next_map_++];
  open_.push_back({is_object ? What::kObject : What::kMap, true, 2 * head.value});
  const bool go_on =
      is_object ? sink_.begin_object(head.value, false) : sink_.begin_map(head.value);
  return go_on ? body : nullptr;
}

bool Reader::close() {
  const What what = open_.back().what;
  open_.pop_back();
  sink_.position = last_;
  if (what == What::kList) return sink_.end_list();
  return what == What::kObject ? sink_.end_object() : sink_.end_map();
}

}  // namespace

Status read_msgpack(BytesView message, std::uint32_t depth, Sink& sink) {
  return Reader(message, depth < kMaxDepth ? depth : kMaxDepth, sink).run();
}

}  // namespace fastser::convert
