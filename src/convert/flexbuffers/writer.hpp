// SPDX-License-Identifier: MIT
//
// A document, or one value of it, as a FlexBuffer.
#pragma once

#include <cstdint>

#include "convert/document/dom.hpp"
#include "convert/document/plain_sink.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// What a PlainSink in front of the document says, or replaces.
inline constexpr PlainSink::Lacks kFlexBuffersLack{
    .moment = "a timestamp: FlexBuffers have none",
    .ext = "an extension: FlexBuffers have none",
    .map = "a map with keys that are no text: FlexBuffers have none",
    .zero_in_key = "a zero byte in a key, which FlexBuffers cannot hold"};

/// The value of the node `root` and all it holds as one whole FlexBuffer, in place of what `out`
/// held. Keys, and texts and data of equal contents, are written once while that is smaller; maps
/// are sorted by the bytes of their keys; lists whose elements are all integers, floats of one
/// width or bools are typed. Floats keep their widths. Errors: kTypeMismatch with the path from
/// `root`: a moment, an extension, a map with keys that are no text (a PlainSink in front of the
/// document turns them into others), and a key with a zero byte. kNoMemory. Contents of `out` are
/// then unspecified. No recursion.
Status write_flexbuffer(const Document& document, std::uint32_t root, Buffer& out);

/// The whole document.
Result<Buffer> write_flexbuffers(const Document& document);

}  // namespace fastser::convert
