// SPDX-License-Identifier: MIT
//
// A document told to a sink, with changes.
#pragma once

#include <cstdint>
#include <vector>

#include "convert/document/dom.hpp"
#include "convert/document/sink.hpp"
#include "convert/path/path.hpp"

namespace fastser::convert {

struct Change {
  enum class What : std::uint8_t {
    kReplace,
    kInsert,  ///< in front of the node
    kRemove,  ///< in a map: the key, too
    kAppend,  ///< in the container, behind its last
  };
  std::uint32_t node = 0;
  What what = What::kReplace;
  PathStep step = {};  ///< kAppend in an object or a map: the new key
};

/// Tells `to` of `from` with the changes, at most one for a node; `value` is what is put in. The
/// alternatives of variants are told, too. False: the sink refused.
bool copy_changed(const Document& from, std::vector<Change> changes, const Document* value,
                  Sink& to);

}  // namespace fastser::convert
