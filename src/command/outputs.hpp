// SPDX-License-Identifier: MIT
//
// What `convert` writes: data, and of FlatBuffers their schema too. Both are there in the end, or
// neither; and no schema of other data is replaced unless the user says so.
#pragma once

#include <string>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

struct Made {
  std::string out;
  BytesView bytes;
  std::string place;  // of the schema; empty: there is none
  BytesView schema;
  bool place_given = false;  // by --schema: `place` need not be the schema of what OUT was
};

/// Whether a schema of other data may be where this one goes: beside a new file, or at a place that
/// the user named. Somebody may have written that one by hand.
[[nodiscard]] bool takes_foreign_place(const Made& made);

/// Complains about a file that was to be written; `-` is standard output. An exit code.
int report_output(const std::string& file, const Status& status);

/// Writes what was made, and complains where that fails. An exit code.
int write_outputs(const Made& made);

}  // namespace fastser::command
