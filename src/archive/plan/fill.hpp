// SPDX-License-Identifier: MIT
//
// Filling lists, sets and maps behind accessors. Who knows how to read an element, a key, a value
// gives that: the steps of a plan (decode.cc), or, for archives of other versions, nodes
// (nodes.cc). Counts have been checked against the bytes left; memory is charged here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "archive/plan/program.hpp"
#include "archive/plan/sizes.hpp"
#include "archive/plan/slots.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"
#include "fastser/internal/archive/walk/unique_keys.hpp"
#include "fastser/plan.hpp"

namespace fastser::archive {

/// Where a key is read before a map takes it.
class KeyMemory {
 public:
  explicit KeyMemory(const MapAccess& access) : access_(access) {
    key_ = near_;
    if (access.key_size > sizeof near_) {
      far_ = std::make_unique<std::max_align_t[]>(access.key_size / sizeof(std::max_align_t) + 1);
      key_ = far_.get();
    }
    std::memset(key_, 0, access.key_size);
    code_ = access.make_key != nullptr ? access.make_key(access.context, key_) : Code::kOk;
  }
  KeyMemory(const KeyMemory&) = delete;
  KeyMemory& operator=(const KeyMemory&) = delete;
  ~KeyMemory() {
    if (code_ == Code::kOk && access_.end_key != nullptr) access_.end_key(access_.context, key_);
  }
  [[nodiscard]] void* get() const noexcept { return key_; }
  [[nodiscard]] Code code() const noexcept { return code_; }

 private:
  const MapAccess& access_;
  alignas(std::max_align_t) std::byte near_[64];
  std::unique_ptr<std::max_align_t[]> far_;
  void* key_;
  Code code_;
};

/// `read(element, n, cur)` reads n elements from `element` on, a stride apart. `at_once`: room for
/// all of them is made first, since they may have no bytes, or must not move.
template <typename Read>
Cursor fill_list(const ListAccess& access, void* list, std::size_t count, bool at_once, Cursor cur,
                 Decoder& decoder, const Read& read) {
  if (access.append != nullptr && access.resize == nullptr) {
    Code code = access.clear(access.context, list);
    for (std::size_t i = 0; i < count && code == Code::kOk; ++i) {
      void* element = nullptr;
      code = access.append(access.context, list, &element);
      if (code != Code::kOk) break;
      cur = read(element, 1, cur);
      if (cur == nullptr) return nullptr;
    }
    return code == Code::kOk ? cur : decoder.fail(code, cur, kRefused);
  }
  // First to what the input can prove, then, when those elements have been read, to the count.
  std::size_t done = 0;
  std::size_t step = at_once ? count : decoder.first_step(cur, count, element_memory(access));
  for (void* first = nullptr;;) {
    const Code code = resize(access, list, {step, done}, cur, decoder, &first);
    if (code != Code::kOk) return decoder.fail(code, cur, kRefused);
    cur = read(static_cast<std::byte*>(first) + done * access.stride, step - done, cur);
    if (cur == nullptr) return nullptr;
    done = step;
    if (done == count) return cur;
    // While elements move they are there twice.
    if (!decoder.charge(done, access.stride)) return decoder.fail_budget(cur);
    if (!fills_arena(access)) decoder.budget += done * access.stride;
    step = count;
  }
}

/// A map or set of the caller's that gets `count` elements.
struct MapToFill {
  const MapAccess& access;
  void* map;
  std::size_t count;
  bool is_set;
  KeyBytes keys_in_place;  ///< UniqueKeys::in_place() of their type
};

/// Keys of one map or set that are compared where they lie.
class WireKeys {
 public:
  WireKeys(Decoder& decoder, KeyBytes kind) noexcept : decoder_(decoder), kind_(kind) {}

  /// kMalformed: it has come before.
  [[nodiscard]] Code add(Cursor from, Cursor end) noexcept {
    const BytesView key = key_content(kind_, {from, end});
    if (count_ < kFew) {
      for (std::size_t i = 0; i < count_; ++i) {
        if (few_[i].size() == key.size() &&
            std::memcmp(few_[i].data(), key.data(), key.size()) == 0) {
          return Code::kMalformed;
        }
      }
      few_[count_++] = key;
      return Code::kOk;
    }
    if (!many_) {  // those that were few are as many as these
      many_.emplace(decoder_.budget);
      for (const BytesView& one : few_) {
        const Code code = add_to_many(one);
        if (code != Code::kOk) return code;
      }
    }
    return add_to_many(key);
  }

 private:
  static constexpr std::size_t kFew = 16;

  Code add_to_many(BytesView key) noexcept {
    bool found = false;
    std::uint32_t number = 0;
    const Cursor base = decoder_.begin();
    const Code code =
        many_->add(base, static_cast<std::size_t>(key.data() - base), key.size(), 0, found, number);
    return found ? Code::kMalformed : code;
  }

  Decoder& decoder_;
  KeyBytes kind_;
  std::size_t count_ = 0;
  BytesView few_[kFew];
  std::optional<ContentTable> many_;
};

inline constexpr std::string_view twice(bool is_set) {
  return is_set ? kSetElementTwice : kMapKeyTwice;
}

/// The entries of a map or a set side by side in the arena.
template <typename ReadKey, typename ReadValue>
Cursor fill_entries(const MapToFill& to, Cursor cur, Decoder& decoder, const ReadKey& read_key,
                    const ReadValue& read_value) {
  void* first = nullptr;
  const Code code = take_entries(to.access, to.map, to.count, cur, decoder, &first);
  if (code != Code::kOk) return decoder.fail(code, cur, kRefused);
  auto* entry = static_cast<std::byte*>(first);
  WireKeys keys(decoder, to.keys_in_place);
  const bool looks = to.keys_in_place != KeyBytes::kNone;
  decoder.keys_unlooked = decoder.keys_unlooked || (to.count > 1 && !looks);
  for (std::size_t i = 0; i < to.count && cur != nullptr; ++i, entry += to.access.stride) {
    const Cursor place = cur;
    cur = read_key(entry, cur);
    if (cur == nullptr) return nullptr;
    const Code added = looks ? keys.add(place, cur) : Code::kOk;
    if (added == Code::kMalformed) return decoder.fail(added, place, twice(to.is_set));
    if (added == Code::kOverBudget) return decoder.fail_budget(place);
    if (added != Code::kOk) return decoder.fail(added, place, kRefused);
    if (!to.is_set) cur = read_value(entry + to.access.value, cur);
  }
  return cur;
}

/// A map, or a set: `read_key(key, cur)` and, unless it is a set, `read_value(value, cur)`.
template <typename ReadKey, typename ReadValue>
Cursor fill_map(const MapToFill& to, Cursor cur, Decoder& decoder, const ReadKey& read_key,
                const ReadValue& read_value) {
  const MapAccess& access = to.access;
  const std::size_t count = to.count;
  if (!decoder.charge(count, std::max<std::size_t>(access.node, 1))) {
    return decoder.fail_budget(cur);
  }
  if (fills_arena(access)) {
    return fill_entries(to, cur, decoder, read_key, read_value);
  }
  Code code = access.clear(access.context, to.map, decoder.first_step(cur, count, sizeof(void*)));
  const KeyMemory key(access);
  if (code == Code::kOk) code = key.code();
  for (std::size_t i = 0; i < count && code == Code::kOk; ++i) {
    const Cursor place = cur;
    cur = read_key(key.get(), cur);
    if (cur == nullptr) [[unlikely]] {
      return nullptr;
    }
    void* value = nullptr;
    code = access.insert(access.context, to.map, key.get(), i, &value);
    if (code == Code::kMalformed) {
      return decoder.fail(code, place, twice(to.is_set));
    }
    if (code == Code::kOverBudget) {
      return decoder.fail(code, place,
                          "too many keys with the same hash: they may be chosen to attack");
    }
    if (code != Code::kOk) return decoder.fail(code, place, kRefused);
    if (to.is_set) continue;
    cur = read_value(value, cur);
    if (cur == nullptr) [[unlikely]] {
      return nullptr;
    }
  }
  return code == Code::kOk ? cur : decoder.fail(code, cur, kRefused);
}

}  // namespace fastser::archive
