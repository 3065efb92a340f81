// SPDX-License-Identifier: MIT
//
// Conversion between all formats: every allocation failing; also while an error is being put
// together.
#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "fastser/convert.hpp"
#include "faults/sweep.hpp"
#include "support/bytes.hpp"

namespace fastser::testing {
namespace {

using convert::Format;

// Every kind of value, under text keys and others.
Bytes message(int last) {
  return bytes({0x83, 0xA1, 'a', 0x95, 1,    0xFF, 0xCA, 0x3F, 0xC0, 0,    0,   0xC0, 0xC3, 1,
                0x82, 0xC4, 1,   'x',  0xD4, 5,    0,    0x02, 0xD6, 0xFF, 0,   0,    0,    1,
                0xB9, 'a',  ' ', 'k',  'e',  'y',  ' ',  'o',  'f',  ' ',  't', 'w',  'e',  'n',
                't',  'y',  '-', 'f',  'i',  'v',  'e',  ' ',  'b',  'y',  't', 'e',  last});
}

Code refusal(const Status& status, Code wanted) {
  return status.code() == wanted ? Code::kOk : status.ok() ? Code::kUsage : status.code();
}

TEST(AllocFault, WhileFormatsAreConvertedIsNoMemory) {
  const Bytes packed = message(0xC2);
  const Result<Buffer> archive = convert::convert(packed, Format::msgpack, Format::archive);
  ASSERT_TRUE(archive.ok()) << archive.status().to_string();
  convert::ConvertOptions replace;
  replace.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  for (const Format to : {Format::archive, Format::msgpack, Format::json, Format::flexbuffers}) {
    sweep("msgpack to another",
          [&] { return convert::convert(packed, Format::msgpack, to, replace).status().code(); });
    sweep("archive to another",
          [&] { return convert::convert(*archive, Format::archive, to, replace).status().code(); });
  }
  const Result<Buffer> json = convert::convert(packed, Format::msgpack, Format::json, replace);
  ASSERT_TRUE(json.ok()) << json.status().to_string();
  for (const Format to : {Format::msgpack, Format::json, Format::flexbuffers}) {
    sweep("json to another",
          [&] { return convert::convert(*json, Format::json, to).status().code(); });
  }
  const Result<Buffer> flex =
      convert::convert(packed, Format::msgpack, Format::flexbuffers, replace);
  ASSERT_TRUE(flex.ok()) << flex.status().to_string();
  for (const Format to : {Format::archive, Format::msgpack, Format::json, Format::flexbuffers}) {
    sweep("flexbuffers to another", [&] {
      return convert::convert(*flex, Format::flexbuffers, to, replace).status().code();
    });
  }
}

TEST(AllocFault, WhileFlatBuffersAreConvertedIsNoMemory) {
  const Bytes packed = message(0xC2);
  Buffer schema;
  convert::ConvertOptions options;
  options.new_schema = &schema;
  for (const bool as_text : {true, false}) {
    options.schema_as_text = as_text;
    sweep("msgpack to flatbuffers", [&] {
      return convert::convert(packed, Format::msgpack, Format::flatbuffers, options)
          .status()
          .code();
    });
  }
  const auto flat = convert::convert(packed, Format::msgpack, Format::flatbuffers, options);
  ASSERT_TRUE(flat.ok()) << flat.status().to_string();
  options.new_schema = nullptr;
  options.schema = schema;
  sweep("flatbuffers to msgpack", [&] {
    return convert::convert(*flat, Format::flatbuffers, Format::msgpack, options).status().code();
  });
  Bytes broken(flat->begin(), flat->end());
  broken[1] = std::byte{0xFF};
  sweep("flatbuffers broken", [&] {
    return refusal(convert::convert(broken, Format::flatbuffers, Format::msgpack, options).status(),
                   Code::kBadReference);
  });
  Bytes wrong(schema.begin(), schema.end());
  wrong[5] = std::byte{0};
  options.schema = wrong;
  sweep("a schema broken", [&] {
    return refusal(convert::convert(*flat, Format::flatbuffers, Format::msgpack, options).status(),
                   Code::kFingerprint);
  });
}

TEST(AllocFault, WhileAMessageIsRefusedIsNoMemory) {
  const Bytes packed = message(0xC2);
  const Bytes broken = message(0xC1);
  sweep("msgpack cut off", [&] {
    const BytesView cut = BytesView(packed).first(packed.size() - 1);
    return refusal(convert::convert(cut, Format::msgpack, Format::archive).status(),
                   Code::kTruncated);
  });
  sweep("msgpack broken", [&] {
    return refusal(convert::convert(broken, Format::msgpack, Format::archive).status(),
                   Code::kMalformed);
  });
  sweep("what JSON lacks", [&] {
    return refusal(convert::convert(packed, Format::msgpack, Format::json).status(),
                   Code::kTypeMismatch);
  });
  sweep("what FlexBuffers lack", [&] {
    return refusal(convert::convert(packed, Format::msgpack, Format::flexbuffers).status(),
                   Code::kTypeMismatch);
  });
  const std::string text = R"({"a key of more than a few characters":[{"\u0000":1}]})";
  const BytesView json = std::as_bytes(std::span(text));
  sweep("a key that FlexBuffers lack", [&] {
    return refusal(convert::convert(json, Format::json, Format::flexbuffers).status(),
                   Code::kTypeMismatch);
  });
  const Bytes list = bytes({2, 1, 99, 8, 20, 4, 40, 1});
  sweep("flexbuffers broken", [&] {
    return refusal(convert::convert(list, Format::flexbuffers, Format::archive).status(),
                   Code::kMalformed);
  });
  sweep("a message checked", [&] { return convert::check_msgpack(packed).code(); });
}

}  // namespace
}  // namespace fastser::testing
