// SPDX-License-Identifier: MIT
//
// The coder: writes and reads archives with one call per value, for callers that do not know their
// types beforehand (NSCoder, Codable, SerializationWriter). See docs/coder.md. Key, CoderOptions,
// CoderType and the well-known values are in fastser/internal/archive/coder/types.hpp.
//
//   fastser::CoderWriter writer;
//   const auto point = writer.define_class("Point", 1);
//   writer.begin_record(point);
//   writer.i32("x", 3);
//   writer.i32("y", 4);
//   writer.end_record();
//   fastser::Result<fastser::Buffer> bytes = writer.finish();
//
//   fastser::CoderReader reader;
//   if (reader.open(*bytes).ok() && reader.begin_record()) {
//     const int y = reader.i32("y");  // any order
//     reader.end_record();
//   }
//   fastser::Status status = reader.finish();
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include "fastser/coder_reader.hpp"
#include "fastser/coder_writer.hpp"
#include "fastser/internal/archive/coder/types.hpp"

namespace fastser {

using archive::ClassHandle;
using archive::CoderDate;
using archive::CoderDecimal;
using archive::CoderField;
using archive::CoderOptions;
using archive::CoderPosition;
using archive::CoderReader;
using archive::CoderType;
using archive::CoderUuid;
using archive::CoderValue;
using archive::CoderWriter;
using archive::Key;
using archive::KeyHandle;
using archive::kUnknownCount;
using archive::ObjectPlace;
using archive::ObjectStart;
using archive::PendingObject;
using archive::RepeatedKeys;
using archive::ScalarArray;

}  // namespace fastser
