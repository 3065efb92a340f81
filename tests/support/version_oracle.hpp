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

/// Where a value is: a field, and what its class may be called; or outside of any class.
struct Place {
  std::vector<std::string> class_names;
  std::string field;
};

/// A value that the reader cannot have.
struct Fault {
  Code code = Code::kTypeMismatch;
  std::vector<Place> places;  ///< the message names one of them: an object may be held by many
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
