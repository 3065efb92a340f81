// SPDX-License-Identifier: MIT
//
// One pass with a stack of open vectors and maps. Offsets may lead to one place as often as a
// writer likes, so nothing follows from the size of the input: whatever is told, the sink pays for,
// and texts are charged each time besides, since looking at them (where does a key end, is it
// UTF-8) takes time even where the sink knows them already.
//
// Every step checks what it follows (flexbuffers::Source), so no pass over the message comes first:
// what a sink was told before an error is thrown away by the caller.
#include "convert/flexbuffers/reader.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/internal/flexbuffers/source.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/limits.hpp"

namespace fastser::convert {
namespace {

using flexbuffers::Cursor;
using flexbuffers::Elements;
using flexbuffers::Found;
using flexbuffers::Raw;
using flexbuffers::Source;

constexpr std::size_t kTextShare = 4;    // bytes of text that are looked at for one that is charged
constexpr std::size_t kMaxKeyText = 40;  // longer keys are shown by their position
constexpr std::size_t kMaxPath = 1000;   // outer pieces before this are left out

class Reader {
 public:
  Reader(BytesView message, std::uint32_t depth, Sink& sink, std::size_t base)
      : source_(message), sink_(sink), max_depth_(depth), base_(base) {}

  Status run();

 private:
  struct Open {
    Elements keys;  // of maps
    Elements values;
    std::size_t next;
    bool is_map;
  };

  bool tell(const Raw& raw);
  bool tell_number(const Raw& raw);
  bool tell_text(const Raw& raw, bool is_key);
  bool tell_data(const Raw& raw);
  bool open(const Raw& raw);
  bool close();

  bool check(Found found, const Raw& raw) {
    return found == Found::ok ||
           fail(raw, Code::kMalformed, "an offset, size or width that is impossible");
  }
  bool fail(const Raw& raw, Code code, std::string_view message) {
    return fail(position(raw), code, message);
  }
  bool fail(std::size_t offset, Code code, std::string_view message) {
    status_ = Status(code, message, offset);
    return false;
  }
  // The sink told of what stands there.
  Sink& at(const Raw& raw) {
    sink_.position = position(raw);
    return sink_;
  }
  // In the input, of which the message may be a part.
  [[nodiscard]] std::size_t position(const Raw& raw) const {
    return base_ + source_.offset_of(raw.at);
  }
  [[nodiscard]] std::string path() const;

  Source source_;
  Sink& sink_;
  std::uint32_t max_depth_;
  std::size_t base_;
  Status status_;  // a failure of ours; else the sink's
  std::vector<Open> open_;
};

Status Reader::run() {
  Raw root;
  if (!source_.root(root)) {
    const std::size_t size = source_.bytes().size();
    if (size < 3) return Status(Code::kTruncated, "too short for a root", base_);
    return Status(Code::kMalformed, "the width of the root at the end is missing",
                  base_ + size - 1);
  }
  bool go_on = tell(root);
  while (go_on && !open_.empty()) {
    Open& in = open_.back();
    if (in.next == in.values.count) {
      go_on = close();
      continue;
    }
    const std::size_t i = in.next++;
    const Raw value = in.values[i];
    go_on = (!in.is_map || tell_text(in.keys[i], true)) && (sink_.passes_by() || tell(value));
  }
  if (go_on) return {};
  const Status status = status_.ok() ? Status(sink_.why).with_offset(sink_.position) : status_;
  return Status(status).with_path(path());
}

bool Reader::tell(const Raw& raw) {
  switch (raw.type) {
    case flexbuffers::kNull: return at(raw).null();
    case flexbuffers::kBool: return at(raw).boolean(flexbuffers::load(raw.at, raw.parent) != 0);
    case flexbuffers::kInt:
    case flexbuffers::kUint:
    case flexbuffers::kFloat:
    case flexbuffers::kIndirectInt:
    case flexbuffers::kIndirectUint:
    case flexbuffers::kIndirectFloat: return tell_number(raw);
    case flexbuffers::kKey:
    case flexbuffers::kString: return tell_text(raw, false);
    case flexbuffers::kBlob: return tell_data(raw);
    default: return open(raw);
  }
}

bool Reader::tell_number(const Raw& raw) {
  flexbuffers::Number number;
  if (!check(source_.number(raw, number), raw)) return false;
  Sink& sink = at(raw);
  if (!number.is_float) return sink.integer(number.bits, number.negative);
  std::uint32_t narrow = 0;
  const unsigned step = raw.type == flexbuffers::kFloat ? raw.parent : raw.step;
  if (step == 2 && flexbuffers::narrowed(number.bits, narrow)) return sink.f32(narrow);
  return sink.f64(number.bits);
}

bool Reader::tell_text(const Raw& raw, bool is_key) {
  std::string_view text;
  if (!check(source_.text(raw, text), raw)) return false;
  Sink& sink = at(raw);
  if (!sink.charge(text.size() / kTextShare)) return false;
  if (const std::size_t sound = wire::utf8_prefix(text); sound != text.size()) {
    const auto* const from = reinterpret_cast<Cursor>(text.data());
    return fail(base_ + source_.offset_of(from) + sound, Code::kMalformed,
                "text that is not UTF-8");
  }
  return is_key ? sink.key(text) : sink.text(text);
}

bool Reader::tell_data(const Raw& raw) {
  std::string_view bytes;
  if (!check(source_.blob(raw, bytes), raw)) return false;
  Sink& sink = at(raw);
  return sink.charge(bytes.size() / kTextShare) && sink.data(std::as_bytes(std::span(bytes)));
}

bool Reader::open(const Raw& raw) {
  Open in{};
  in.is_map = raw.type == flexbuffers::kMap;
  const Found found =
      in.is_map ? source_.map(raw, in.keys, in.values) : source_.elements(raw, in.values);
  if (found == Found::other) {
    return fail(raw, Code::kMalformed, "a type that FlexBuffers do not have");
  }
  if (!check(found, raw)) return false;
  if (open_.size() >= max_depth_) {
    return fail(raw, Code::kTooDeep, "the values nest deeper than allowed");
  }
  const std::uint64_t count = in.values.count;
  Sink& sink = at(raw);
  if (!(in.is_map ? sink.begin_object(count, false) : sink.begin_list(count))) return false;
  open_.push_back(in);
  return true;
}

bool Reader::close() {
  Open& in = open_.back();
  if (in.is_map ? sink_.end_object() : sink_.end_list()) {
    open_.pop_back();
    return true;
  }
  // The sink has said where the key stands that it refused.
  std::size_t i = in.is_map ? 0 : in.next;
  while (i < in.next && position(in.keys[i]) != sink_.position) ++i;
  if (i < in.next) in.next = i + 1;
  return false;
}

// Of the value or key that is read, in what is open.
std::string Reader::path() const {
  std::string out;
  for (const Open& in : open_) {
    if (in.next == 0 || in.next > in.values.count) continue;
    std::string_view key;
    if (in.is_map && source_.text(in.keys[in.next - 1], key) == Found::ok &&
        key.size() <= kMaxKeyText && wire::utf8_prefix(key) == key.size()) {
      if (!out.empty()) out += '.';
      out += key;
    } else {
      out += '[';
      out += std::to_string(in.next - 1);
      out += ']';
    }
  }
  if (out.size() > kMaxPath) out.erase(0, out.find_first_of(".[", out.size() - kMaxPath));
  return out;
}

}  // namespace

Status read_flexbuffers(BytesView message, std::uint32_t depth, Sink& sink, std::size_t base) {
  return Reader(message, std::min(depth, kMaxDepth), sink, base).run();
}

}  // namespace fastser::convert
