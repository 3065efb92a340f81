// SPDX-License-Identifier: MIT
//
// The library as a C++20 module: `import fastser;` in place of the headers.
//
//   clang++ -std=c++20 --precompile -I include module/fastser.cppm -o fastser.pcm
//   clang++ -std=c++20 -fmodule-file=fastser=fastser.pcm program.cc fastser.pcm -lfastser
//
// Needs clang 19 or later; the library itself is the one that the headers use. Macros are not
// exported: a class with private members includes fastser/describe.hpp for FASTSER_FIELDS, before the
// import.
module;

#include "fastser/archive.hpp"
#include "fastser/arena.hpp"
#include "fastser/convert.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/inspect.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/registry.hpp"

export module fastser;

export namespace fastser {

using fastser::Arena;
using fastser::as_varint;
using fastser::Buffer;
using fastser::BytesView;
using fastser::Code;
using fastser::code_name;
using fastser::Describe;
#if defined(__cpp_exceptions)
using fastser::Error;
#endif
using fastser::FieldOption;
using fastser::id;
using fastser::InputBytes;
using fastser::kMaxDepth;
using fastser::Limits;
using fastser::omit;
using fastser::options;
using fastser::Registry;
using fastser::renamed_from;
using fastser::Result;
using fastser::share;
using fastser::Status;
using fastser::Type;
using fastser::type_of;
using fastser::varint;
using fastser::operator<<;

namespace archive {
using archive::decode;
using archive::decode_into;
using archive::DecodeOptions;
using archive::encode;
using archive::encode_into;
using archive::encode_to;
using archive::encoded_size;
using archive::EncodeOptions;
using archive::Header;
using archive::kForFiles;
using archive::load;
using archive::read_type;
using archive::save;
using archive::Sharing;
using archive::verify;
using archive::VerifyOptions;
using archive::Workspace;
}  // namespace archive

namespace msgpack {
using msgpack::decode;
using msgpack::decode_into;
using msgpack::DecodeOptions;
using msgpack::encode;
using msgpack::encode_into;
using msgpack::encode_to;
using msgpack::encoded_size;
using msgpack::EncodeOptions;
using msgpack::Keys;
using msgpack::load;
using msgpack::save;
using msgpack::Stream;
using msgpack::verify;
}  // namespace msgpack

namespace flat {
using flat::decode;
using flat::decode_into;
using flat::DecodeOptions;
using flat::encode;
using flat::encode_into;
using flat::EncodeOptions;
using flat::load;
using flat::save;
using flat::schema;
using flat::verify;
using flat::view;
}  // namespace flat

namespace flexbuffers {
using flexbuffers::decode;
using flexbuffers::decode_into;
using flexbuffers::DecodeOptions;
using flexbuffers::encode;
using flexbuffers::encode_into;
using flexbuffers::encode_to;
using flexbuffers::encoded_size;
using flexbuffers::EncodeOptions;
using flexbuffers::load;
using flexbuffers::Reference;
using flexbuffers::root;
using flexbuffers::save;
using flexbuffers::verify;
}  // namespace flexbuffers

namespace convert {
using convert::archive_to_json;
using convert::convert;
using convert::ConvertOptions;
using convert::detect_format;
using convert::Format;
using convert::format_name;
using convert::inspect;
using convert::InspectOptions;
using convert::json_to_archive;
using convert::JsonOptions;
using convert::JsonToArchiveOptions;
}  // namespace convert

namespace file {
using file::load;
using file::LoadOptions;
using file::Path;
using file::save;
}  // namespace file

}  // namespace fastser
