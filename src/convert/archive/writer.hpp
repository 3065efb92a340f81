// SPDX-License-Identifier: MIT
//
// A document as a self-described archive.
#pragma once

#include "convert/archive/payload_writer.hpp"
#include "convert/document/dom.hpp"
#include "convert/progress.hpp"
#include "fastser/buffer.hpp"
#include "fastser/json.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser::convert {

/// Options::depth has no effect: the document is read. Errors: kNoMemory.
Result<Buffer> write_archive(const Document& document, const JsonToArchiveOptions& options,
                             const Progress& progress = {});

/// The same as a type that is given; docs: ConvertOptions::type. Errors: kTypeMismatch with the
/// path, kOverBudget, kTooDeep, kNoMemory; kMalformed: equal elements of a set.
Result<Buffer> write_archive_as(const Document& document, const Type& type, ListOfTwo list_of_two,
                                const JsonToArchiveOptions& options, const Progress& progress = {});

}  // namespace fastser::convert
