// SPDX-License-Identifier: MIT
//
// Reading any format: the reader that an input's format takes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "convert/archive/reader.hpp"
#include "convert/document/dom.hpp"
#include "convert/document/sink.hpp"
#include "convert/path/path.hpp"
#include "convert/progress.hpp"
#include "fastser/convert.hpp"

namespace fastser::convert {

/// Whether it is a format of Foundation, which becomes an archive first.
[[nodiscard]] bool is_imported(Format format);

/// Whether values that the output's format cannot hold are replaced.
[[nodiscard]] bool replaces(const ConvertOptions& options);

/// What is wrong with a schema, which has no byte of the input.
[[nodiscard]] Status of_schema(Status status);

/// What the limits grow with: keys may be in a schema.
[[nodiscard]] std::size_t input_size(BytesView input, const ConvertOptions& options);

/// What a sink is told may nest so deep. What counts in an archive its reader counts as all readers
/// do: records in lists are no level there, though a sink is told both.
[[nodiscard]] std::uint32_t told_depth(Format from, const ConvertOptions& options);

/// Tells a sink of an input of any format but those that are imported. Errors of JSON text have
/// no path but the sink's.
Status tell(BytesView input, Format from, const ConvertOptions& options, Sink& sink);

/// The same; the function in `options` is told of this step, as a Progress of read_document() is.
Status tell_watched(BytesView input, Format from, const ConvertOptions& options, Sink& sink);

/// Fills an empty document, for a writer of `to`; within the limits. It may refer to texts in the
/// input, which must stay as long as the document is used. Of any format but those that
/// are imported. `progress` is told of this step (Progress::kStarted to Progress::kRead); the
/// function in `options` is not called.
Status read_document(BytesView input, Format from, Format to, const ConvertOptions& options,
                     Document& document, const Progress& progress = {});

/// The same of an archive, with the alternatives of variants, and the types of values of any type,
/// told as the writer wants them.
Status read_with_choices(BytesView archive, const ConvertOptions& options, Choices choices,
                         Document& document, const Progress& progress, bool inline_types = false);

/// Whether an input of a format without a type table is sound and can be converted.
Status check_message(BytesView message, Format from, const ConvertOptions& options,
                     const Progress& progress = {});

/// As an archive first, where the format is imported: `input` is what is to be read then, `from`
/// its format, and `archive` holds it.
Status import(BytesView& input, Format& from, const ConvertOptions& options, Buffer& archive);

/// Tells a sink of the value at a path alone, or of the values of a query whose steps are all
/// forward, one after another. What lies behind them is not read; of what lies before them,
/// messages of MessagePack, FlexBuffers and FlatBuffers only the way to it. An archive is checked
/// whole first. Watched as tell_watched() is. Errors: those of the input as far as it is read;
/// kUsage: no value is at the path.
Status tell_at(BytesView input, Format from, const Path& path, const ConvertOptions& options,
               Sink& sink);

}  // namespace fastser::convert
