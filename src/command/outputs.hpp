// SPDX-License-Identifier: MIT
//
// What `convert` writes: data, and of FlatBuffers their schema too. Both are there in the end, or
// neither; and no schema is replaced that nobody spoke of.
#pragma once

#include <string>

#include "fastser/buffer.hpp"

namespace fastser::command {

struct Made {
  std::string out;
  BytesView bytes;
  std::string place;  // of the schema; empty: there is none
  BytesView schema;
};

/// Whether a schema of other data may be where this one goes, which is beside a new file.
[[nodiscard]] bool takes_foreign_place(const Made& made);

/// Writes what was made, and complains where that fails. An exit code.
int write_outputs(const Made& made);

}  // namespace fastser::command
