// SPDX-License-Identifier: MIT
//
// path_of: a second walk, over a message that failed, to the byte where it did.
//
// Not recursive: the containers that are open are kept in a list, of which a hostile message can
// make one entry a byte; only the last few are ever shown.
#include <deque>
#include <string>
#include <string_view>

#include "base/path_text.hpp"
#include "fastser/internal/msgpack/run.hpp"
#include "fastser/limits.hpp"
#include "wire/utf8_start.hpp"

namespace fastser::msgpack {
namespace {

constexpr std::size_t kShown = 32;      // containers in a path
constexpr std::size_t kShownText = 64;  // characters of a key

struct Open {
  bool is_map = false;
  std::uint64_t count = 0;  // values in it
  std::uint64_t at = 0;     // the next one
  Cursor key = nullptr;     // of the pair that is open
  std::size_t key_size = 0;
  bool key_is_text = false;
  bool key_is_number = false;
  std::int64_t number = 0;
};

void append_step(std::string& path, const Open& open) {
  if (!open.is_map) {
    append_index(path, open.at);
  } else if (open.key_is_text) {
    const std::string_view text(reinterpret_cast<const char*>(open.key), open.key_size);
    append_key(path, wire::utf8_start(text, kShownText));
  } else if (open.key_is_number) {
    path += '[' + std::to_string(open.number) + ']';
  } else {
    path += "[pair " + std::to_string(open.at / 2) + ']';
  }
}

}  // namespace

std::string path_of(BytesView message, std::size_t offset) {
  Decoder decoder(message, Limits{}, message.size());
  std::deque<Open> open;  // the last kShown
  std::uint64_t depth = 0;
  Cursor cur = message.data();
  while (cur != nullptr && static_cast<std::size_t>(cur - message.data()) < offset) {
    Head head;
    const Cursor body = decoder.head(cur, head);
    if (body == nullptr) break;
    const bool contents =
        head.kind == Kind::str || head.kind == Kind::bin || head.kind == Kind::ext;
    const Cursor behind = contents ? body + head.value : body;
    if (static_cast<std::size_t>(behind - message.data()) > offset) break;
    if (!open.empty() && open.back().is_map && open.back().at % 2 == 0) {
      Open& map = open.back();
      map.key = body;
      map.key_size = contents ? static_cast<std::size_t>(head.value) : 0;
      map.key_is_text = head.kind == Kind::str;
      map.key_is_number = head.kind == Kind::positive || head.kind == Kind::negative;
      map.number = static_cast<std::int64_t>(head.value);
    }
    cur = behind;
    if (head.kind == Kind::array || head.kind == Kind::map) {
      const std::uint64_t values = head.kind == Kind::map ? 2 * head.value : head.value;
      Open entered;
      entered.is_map = head.kind == Kind::map;
      entered.count = values;
      open.push_back(entered);
      ++depth;
      if (open.size() > kShown) open.pop_front();
    } else if (!open.empty()) {
      ++open.back().at;
    }
    while (!open.empty() && open.back().at == open.back().count) {
      open.pop_back();
      --depth;
      if (!open.empty()) ++open.back().at;
    }
  }
  std::string path = depth > open.size() ? "..." : "";
  for (const Open& one : open) append_step(path, one);
  return path;
}

}  // namespace fastser::msgpack
