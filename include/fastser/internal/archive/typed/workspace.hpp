// SPDX-License-Identifier: MIT
//
// Workspace: memory that one encode or decode after another uses again.
//
// Types with objects or shared strings need tables while they are written and read. Without a
// workspace each call makes its own; a program that encodes large graphs again and again spares
// the allocations (and the page faults) by keeping one. Holds no objects between calls.
//
// Thread rule: one call at a time.
#pragma once

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

}  // namespace fastser::archive
