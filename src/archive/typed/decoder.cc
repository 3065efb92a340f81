// SPDX-License-Identifier: MIT
//
// The cold half of the Decoder, and its tables of strings and objects.
#include "fastser/internal/archive/typed/decoder.hpp"

#include "archive/resolve/tables.hpp"

namespace fastser::archive {

void DecoderTables::clear() noexcept {
  if (!complete) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const ObjectClass* key = objects[i].key;
      if (key == nullptr) continue;
      if (key->empty_as != nullptr) {
        key->empty_as(*key, objects[i].owner.get());
      } else {
        key->empty(objects[i].owner.get());
      }
    }
  }
  complete = false;
  late.clear();
  texts.clear();
  objects.clear();
  slabs.reset();
  slab_room = 0;
  promises.clear();
  bodies.clear();
  shape_classes.clear();
  next_object = 0;
  reread = false;
  detail.clear();
}

bool DecoderTables::owns_promised() const noexcept {
  if (promises.empty()) return false;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (promises.contains(i) && objects[i].owner.use_count() > 1) return true;
  }
  return false;
}

Status Decoder::status() const {
  Status status = bare_status();
  if (tables != nullptr && !tables->detail.empty()) {
    status = std::move(status).with_detail(tables->detail);
  }
  return status;
}

Cursor Decoder::fail_unknown_class(Cursor at, std::string_view of_class) {
  if (!failed() && !of_class.empty()) {
    tables->detail = "an object of class " + std::string(of_class) +
                     " that is not in the Registry; Registry::add adds it";
  }
  return fail(Code::kUnknownClass, at, "an object of a class that is not in the Registry");
}

Cursor Decoder::varint_slow(Cursor cur, std::uint64_t& value) noexcept {
  bool truncated = false;
  const Cursor behind = wire::get_varint_slow(cur, end, value, truncated);
  if (behind != nullptr) return behind;
  return truncated ? fail_truncated(cur) : fail(Code::kMalformed, cur, kTooLongVarint);
}

Cursor Decoder::count_slow(Cursor cur, std::size_t min_size, std::size_t& count) noexcept {
  std::uint64_t n = 0;
  const Cursor body = varint(cur, n);
  if (body == nullptr) return nullptr;
  std::size_t least = 0;  // wire bytes that they take
  const bool fits = n <= static_cast<std::size_t>(-1) &&
                    checked_multiply(static_cast<std::size_t>(n), min_size, least) &&
                    least <= left(body) && (min_size != 0 || n <= budget);
  if (!fits) {
    if (min_size == 0) return fail_budget(cur);
    return fail(Code::kTruncated, cur, "a count larger than the input can hold");
  }
  count = static_cast<std::size_t>(n);
  return body;
}

Cursor Decoder::shared(Cursor cur, std::string_view& bytes, bool is_data) {
  std::uint64_t slot = 0;
  const Cursor at = cur;
  cur = varint(cur, slot);
  if (cur == nullptr) return nullptr;
  TextTable& known = is_data ? texts->data : texts->strings;
  if ((slot & 1) != 0) {
    if (slot / 2 >= known.size()) {
      return fail(Code::kBadReference, at, kNoSuchText);
    }
    const Cursor first = varint(known[static_cast<std::uint32_t>(slot / 2)], slot);
    bytes = {reinterpret_cast<const char*>(first), static_cast<std::size_t>(slot / 2)};
    return cur;
  }
  if (slot / 2 > left(cur)) return fail_truncated(at);
  const auto size = static_cast<std::size_t>(slot / 2);
  bytes = {reinterpret_cast<const char*>(cur), size};
  if (size != 0) {
    if (known.full()) {
      if (!charge(TextTable::kBlockBytes)) return fail_budget(at);
      known.grow();
    }
    known.add(at, size);
  }
  return cur + size;
}

Cursor Decoder::settle(Cursor cur) {
  const Cursor wrong = tables->late.link_all();
  if (wrong == nullptr) return cur;
  forget_failure();
  return fail_class(wrong);
}

bool Decoder::settle_before_move(const void* first) {
  if (tables == nullptr || !tables->late.may_wait(first)) return true;
  const LateLinks::Scope scope = tables->late.enter({nullptr, 0});
  const Cursor wrong = tables->late.link_all();
  if (wrong != nullptr) {
    fail_class(wrong);
    return false;
  }
  tables->late.enter(scope);
  return true;
}

Cursor Decoder::drain(Cursor cur) {
  for (std::size_t i = 0; i < tables->bodies.size(); ++i) {
    const DecoderBody body = tables->bodies[i];
    if (body.decode != nullptr) {
      if (!enter()) return fail_depth(cur);
      cur = body.decode(body.object, body.shape, cur, *this);
      leave();
    } else {
      cur = resolve_deferred(*this, body, cur);
    }
    if (cur == nullptr) return nullptr;
  }
  tables->bodies.clear();
  return resolving == nullptr || resolve_replays(*this) ? cur : nullptr;
}

}  // namespace fastser::archive
