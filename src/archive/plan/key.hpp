// SPDX-License-Identifier: MIT
//
// KeyMemory: where a key is read before a map takes it.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>

#include "fastser/plan.hpp"

namespace fastser::archive {

// A key outside of its map.
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

}  // namespace fastser::archive
