// SPDX-License-Identifier: MIT
//
// Messages that are parts of more bytes: those of a stream, and a value inside of a message, which
// is a message of its own. Where parts end is found by their lengths, without telling them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "convert/msgpack/reader.hpp"
#include "fastser/internal/msgpack/decoder.hpp"

namespace fastser::convert {
namespace {

using msgpack::Cursor;
using msgpack::Decoder;
using msgpack::Head;
using msgpack::Kind;

std::size_t distance(Cursor from, Cursor to) { return static_cast<std::size_t>(to - from); }

// An error in a part that starts at `base` and is called `name`, as one of the whole.
Status of_whole(const Status& status, std::size_t base, std::string name) {
  if (status.ok()) return {};
  const std::string_view path = status.path();
  if (!name.empty() && !path.empty() && path.front() != '[') name += '.';
  name += path;
  Status out(status);
  if (status.offset() != Status::kNoOffset)
    out = std::move(out).with_offset(base + status.offset());
  return std::move(out).with_path(std::move(name));
}

bool key_matches(const Head& head, Cursor body, const PathStep& step) {
  if (head.kind == Kind::str) {
    const std::string_view text(reinterpret_cast<const char*>(body),
                                static_cast<std::size_t>(head.value));
    return step.may_be_key && text == step.key;
  }
  return head.kind == Kind::positive && step.may_be_index && head.value == step.index;
}

// Where the value of one step in what is at `cur` lies; null: nowhere, or the decoder has failed.
Cursor step_into(Decoder& decoder, Cursor cur, const PathStep& step) {
  Head head;
  Cursor at = decoder.head(cur, head);
  if (at == nullptr) return nullptr;
  if (head.kind == Kind::array) {
    if (!step.may_be_index || step.index >= head.value) return nullptr;
    for (std::uint64_t i = 0; i < step.index && at != nullptr; ++i) at = decoder.skip(at);
    return at;
  }
  if (head.kind != Kind::map) return nullptr;
  for (std::uint64_t i = 0; i < head.value && at != nullptr; ++i) {
    Head key;
    const Cursor body = decoder.head(at, key);
    if (body == nullptr) return nullptr;
    const bool found = key_matches(key, body, step);
    at = decoder.skip(at);
    if (found || at == nullptr) return at;
    at = decoder.skip(at);
  }
  return nullptr;
}

}  // namespace

Status read_msgpack_stream(BytesView messages, std::uint32_t depth, Sink& sink) {
  std::vector<std::size_t> ends;
  Decoder decoder(messages, Limits{}, messages.size());
  Cursor at = messages.data();
  while (at != decoder.end) {
    at = decoder.skip(at);
    if (at == nullptr) {
      const std::size_t start = ends.empty() ? 0 : ends.back();
      // A reader of that message alone says more of what is wrong.
      const Status status = read_msgpack(messages.subspan(start), depth, sink);
      return of_whole(status.ok() ? decoder.bare_status() : status, start,
                      '[' + std::to_string(ends.size()) + ']');
    }
    ends.push_back(distance(messages.data(), at));
  }
  if (!sink.begin_list(ends.size())) return sink.why;
  std::size_t start = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (!sink.passes_by()) {
      const Status status =
          read_msgpack(messages.subspan(start, ends[i] - start), depth - std::min(depth, 1U), sink);
      if (!status.ok()) return of_whole(status, start, '[' + std::to_string(i) + ']');
    }
    start = ends[i];
  }
  sink.position = messages.size();
  if (!sink.end_list()) return sink.why;
  return {};
}

Status read_msgpack_at(BytesView message, const Path& path, std::uint32_t depth, Sink& sink) {
  Decoder decoder(message, Limits{}, message.size());
  Cursor at = message.data();
  for (const PathStep& step : path) {
    at = step_into(decoder, at, step);
    if (at == nullptr) {
      if (decoder.failed()) return decoder.bare_status();
      return Status(Code::kUsage, kNoValueSaid);
    }
  }
  const Cursor end = decoder.skip(at);
  if (end == nullptr) return decoder.bare_status();
  const std::size_t start = distance(message.data(), at);
  return of_whole(read_msgpack(message.subspan(start, distance(at, end)), depth, sink), start, {});
}

}  // namespace fastser::convert
