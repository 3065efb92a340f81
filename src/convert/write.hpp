// SPDX-License-Identifier: MIT
//
// Writing a document in any format: the writer that an output's format takes.
#pragma once

#include <cstddef>

#include "convert/document/dom.hpp"
#include "convert/flat/writer.hpp"
#include "convert/json/writer.hpp"
#include "convert/progress.hpp"
#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"

namespace fastser::convert {

/// JSON text, or lines of it.
[[nodiscard]] bool is_json(Format format);

/// How JSON is written that was made from an input of `input` bytes.
[[nodiscard]] JsonWriting json_writing(std::size_t input, Format from, Format to,
                                       const ConvertOptions& options);
/// Room for the text of most inputs, `times` their size, but no more than what untouched costs next
/// to nothing and `most`: growing step by step would touch twice the memory. Where there is none,
/// the writer says so.
[[nodiscard]] Buffer room_for_text(std::size_t times, std::size_t input, std::size_t most);

/// The bytes alone; the schema goes where the options want it.
Result<Buffer> with_schema(Result<FlatOutput> out, const ConvertOptions& options);

/// FlatBuffers by options.target_schema, with the schema's file identifier or another one.
Result<Buffer> write_by_schema(const Document& document, std::size_t input,
                               const ConvertOptions& options, std::string_view identifier = {});

/// Writes a document, read for this format from an input of `input` bytes. Errors: those of
/// convert() that are about values, with their path.
Result<Buffer> write_document(const Document& document, std::size_t input, Format from, Format to,
                              const ConvertOptions& options, const Progress& progress = {});

}  // namespace fastser::convert
