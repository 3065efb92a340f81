// SPDX-License-Identifier: MIT
//
// Workspace: memory that one encode or decode after another uses again.
//
// Types with objects or shared strings need tables while they are written and read. Without a
// workspace each call makes its own; a program that encodes large graphs again and again spares
// the allocations (and the page faults) by keeping one. Holds no objects between calls.
//
// Thread rule: one call at a time, also within a thread: a codec of the caller's that encodes or
// decodes something meanwhile needs a workspace of its own for that.
#pragma once

#include <cstddef>
#include <new>

#include "fastser/internal/archive/typed/decoder.hpp"
#include "fastser/internal/archive/typed/encoder.hpp"

namespace fastser::archive {

class Workspace {
 public:
  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Emptied tables for one call.
  [[nodiscard]] EncoderTables& encoder_tables() {
    encoder_.clear();
    return encoder_;
  }
  [[nodiscard]] DecoderTables& decoder_tables() { return decoder_; }

 private:
  EncoderTables encoder_;
  DecoderTables decoder_;
};

/// Tables for a call that has no workspace. Not std::optional: g++ fills that with zeros first,
/// which takes longer than a small record does.
template <typename Tables>
class OwnTables {
 public:
  OwnTables() noexcept {}  // NOLINT: undefined until they are made
  OwnTables(const OwnTables&) = delete;
  OwnTables& operator=(const OwnTables&) = delete;
  ~OwnTables() {
    if (made_ != nullptr) made_->~Tables();
  }
  [[nodiscard]] Tables& make() {
    made_ = ::new (static_cast<void*>(memory_)) Tables;
    return *made_;
  }

 private:
  Tables* made_ = nullptr;
  alignas(Tables) std::byte memory_[sizeof(Tables)];
};

}  // namespace fastser::archive
