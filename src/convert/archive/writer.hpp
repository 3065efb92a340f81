// SPDX-License-Identifier: MIT
//
// A document as a self-described archive.
#pragma once

#include "convert/document/dom.hpp"
#include "fastser/buffer.hpp"
#include "fastser/json.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Options::depth has no effect: the document is read. Errors: kNoMemory.
Result<Buffer> write_archive(const Document& document, const JsonToArchiveOptions& options);

}  // namespace fastser::convert
