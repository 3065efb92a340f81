// SPDX-License-Identifier: MIT
//
// SharedPool: what one encode of a FlatBuffer wrote already and may refer to again: texts by
// content, objects by address.
//
// Texts may be a stranger's, chosen to fall together: their hash has a seed that nobody can guess
// (B10). It decides where they lie in the table and nothing else; what is written never depends on
// it.
//
// Thread rule: one thread at a time. Errors: std::bad_alloc, made kNoMemory by who encodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::flat {

struct TextHash {
  wire::HashSeed seed = wire::HashSeed::from(wire::random_seed());
  std::size_t operator()(std::string_view text) const noexcept {
    return text.empty() ? 0 : wire::content_hash(text.data(), text.size(), seed);
  }
};

class SharedPool {
 public:
  /// The place of an equal text, 0 when there is none.
  [[nodiscard]] std::uint32_t find_text(std::string_view text) const {
    const auto found = texts_.find(text);
    return found == texts_.end() ? 0 : found->second;
  }
  /// `text` must outlive the encode, unless it is part of a passing value: then it is copied.
  void add_text(std::string_view text, std::uint32_t offset) {
    if (passing_ != 0) text = copies_.emplace_front(text);
    texts_.emplace(text, offset);
  }

  /// While a Passing lives, what is written is part of a value made for the moment, as the UTF-8 of
  /// a text in UTF-16: it is gone before the encode ends.
  class Passing {
   public:
    explicit Passing(SharedPool* pool) noexcept : pool_(pool) {
      if (pool_ != nullptr) ++pool_->passing_;
    }
    Passing(const Passing&) = delete;
    Passing& operator=(const Passing&) = delete;
    ~Passing() {
      if (pool_ != nullptr) --pool_->passing_;
    }

   private:
    SharedPool* pool_;
  };

  /// The place of an object, 0 when it was not written yet. `type` tells an object from its first
  /// member.
  struct Found {
    std::uint32_t offset;
    bool is_open;  ///< being written: it refers to itself
  };
  [[nodiscard]] Found find_object(const void* object, const void* type) const {
    const auto found = objects_.find(Key{object, type});
    if (found == objects_.end()) return {0, false};
    return {found->second, found->second == 0};
  }
  void open_object(const void* object, const void* type) {
    objects_.emplace(Key{object, type}, 0U);
  }
  /// Keeps an object of a passing value, so that no other gets its address.
  template <typename E>
  void keep_passing(const std::shared_ptr<E>& object) {
    if (passing_ != 0) kept_.push_back(object);
  }
  void close_object(const void* object, const void* type, std::uint32_t offset) {
    objects_[Key{object, type}] = offset;
  }

 private:
  struct Key {
    const void* object;
    const void* type;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept {
      const std::hash<const void*> hash;
      return hash(key.object) * 31 + hash(key.type);
    }
  };
  std::unordered_map<std::string_view, std::uint32_t, TextHash> texts_;
  std::unordered_map<Key, std::uint32_t, KeyHash> objects_;
  std::uint32_t passing_ = 0;
  std::forward_list<std::string> copies_;  // stay where they are; no memory while it is empty
  std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace fastser::flat
