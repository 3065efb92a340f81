// SPDX-License-Identifier: MIT
//
// What a reader must make of a writer's document: the rules of docs/versions.md once more, over
// plain data instead of bytes, and without a thought for speed.
#pragma once

#include <string>
#include <vector>

#include "fastser/status.hpp"
#include "support/version_reader.hpp"
#include "support/version_writer.hpp"

namespace fastser::testing::versions {

/// A value that the reader cannot have.
struct Fault {
  Code code = Code::kTypeMismatch;
  std::vector<std::string> class_names;  ///< the message names one of them,
  std::string field;                     ///< and this field; empty: outside of any class
  /// It is the body of an object itself that does not fit: found when the body is read, which may
  /// be far from the pointer's class and field.
  bool is_body = false;
  std::string what;
};

struct Expected {
  Forest forest;              ///< where there are no faults
  std::vector<Fault> faults;  ///< the reader finds one of them
  bool may_refuse = false;    ///< nobody promises that it can be read,
  bool may_differ = false;    ///< or in what form
};

Expected expected_of(const Reader& reader, const Document& document, const Written& written);

}  // namespace fastser::testing::versions
