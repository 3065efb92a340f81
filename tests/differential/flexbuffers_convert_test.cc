// SPDX-License-Identifier: MIT
//
// FlexBuffers made by conversion as flatbuffers' own library reads them, and its own as they are
// converted: random documents and, where they are present, real ones; ours never larger.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "fastser/convert.hpp"
#include "props/random_value.hpp"
#include "support/data_files.hpp"

#define FLATBUFFERS_LOCALE_INDEPENDENT 0  // else its sources would have to be linked
#include <flatbuffers/flexbuffers.h>

namespace fastser::testing {
namespace {

namespace theirs = ::flexbuffers;
using convert::Format;
using Json = nlohmann::json;

std::string random_ascii(Random& random) {
  std::string text(random.below(random.one_in(8) ? 300 : 12), ' ');
  for (char& c : text) c = static_cast<char>('a' + random.below(4));
  return text;
}

Json random_leaf(Random& random, std::size_t kind) {
  switch (kind) {
    case 0: return nullptr;
    case 1: return random.one_in(2);
    case 2: return static_cast<std::int64_t>(random_bits(random));
    case 3: return random_bits(random);
    case 4: return static_cast<double>(static_cast<std::int32_t>(random.next())) / 1024;
    case 5: return static_cast<double>(random.below(4000)) / 8;
    case 6: return random_ascii(random);
    default: return Json::binary(std::vector<std::uint8_t>(random.size(), 0xFE));
  }
}

Json random_document(Random& random, unsigned depth) {
  const std::size_t kind = random.below(depth == 0 ? 8 : 11);
  if (kind < 8) return random_leaf(random, kind);
  if (kind == 8) {  // of one kind, so that typed vectors come
    Json list = Json::array();
    const std::size_t all = random.below(8);
    for (std::size_t n = random.size(); n != 0; --n) list.push_back(random_leaf(random, all));
    return list;
  }
  if (kind == 9) {
    Json list = Json::array();
    for (std::size_t n = random.below(6); n != 0; --n) {
      list.push_back(random_document(random, depth - 1));
    }
    return list;
  }
  Json object = Json::object();
  for (std::size_t n = random.below(6); n != 0; --n) {
    object[random_ascii(random)] = random_document(random, depth - 1);
  }
  return object;
}

void build(theirs::Builder& out, const Json& json) {
  switch (json.type()) {
    case Json::value_t::null: return out.Null();
    case Json::value_t::boolean: return out.Bool(json.get<bool>());
    case Json::value_t::number_integer: return out.Int(json.get<std::int64_t>());
    case Json::value_t::number_unsigned: return out.UInt(json.get<std::uint64_t>());
    case Json::value_t::number_float: return out.Double(json.get<double>());
    case Json::value_t::string: out.String(json.get_ref<const std::string&>()); return;
    case Json::value_t::binary:
      out.Blob(json.get_binary().data(), json.get_binary().size());
      return;
    case Json::value_t::array:
      out.Vector([&] {
        for (const Json& one : json) build(out, one);
      });
      return;
    default:
      out.Map([&] {
        for (const auto& [key, one] : json.items()) {
          out.Key(key);
          build(out, one);
        }
      });
  }
}

template <typename Vector>
Json read_list(const Vector& from);

Json read(const theirs::Reference& at) {
  if (at.IsNull()) return nullptr;
  if (at.IsBool()) return at.AsBool();
  if (at.IsUInt()) return at.AsUInt64();
  if (at.IsInt()) return at.AsInt64();
  if (at.IsFloat()) return at.AsDouble();
  if (at.IsString()) return at.AsString().str();
  if (at.IsBlob()) {
    const auto* from = at.AsBlob().data();
    return Json::binary(std::vector<std::uint8_t>(from, from + at.AsBlob().size()));
  }
  if (at.IsMap()) {
    Json object = Json::object();
    const theirs::Map from = at.AsMap();
    for (std::size_t i = 0; i < from.size(); ++i) {
      const char* const key = from.Keys()[i].AsKey();
      EXPECT_TRUE(from[key].GetType() == from.Values()[i].GetType()) << key;  // by search
      object[key] = read(from.Values()[i]);
    }
    return object;
  }
  if (at.IsTypedVector()) return read_list(at.AsTypedVector());
  if (!at.IsUntypedVector()) ADD_FAILURE() << "a type that was not written: " << at.GetType();
  return read_list(at.AsVector());
}

template <typename Vector>
Json read_list(const Vector& from) {
  Json list = Json::array();
  for (std::size_t i = 0; i < from.size(); ++i) list.push_back(read(from[i]));
  return list;
}

BytesView view(const std::vector<std::uint8_t>& bytes) {
  return std::as_bytes(std::span(bytes.data(), bytes.size()));
}

std::vector<std::uint8_t> built(const Json& json) {
  theirs::Builder builder(256, theirs::BUILDER_FLAG_SHARE_KEYS_AND_STRINGS);
  build(builder, json);
  builder.Finish();
  return builder.GetBuffer();
}

// Ours read by theirs, and theirs by us; the size of ours.
std::size_t compare(const Json& json, const std::vector<std::uint8_t>& their) {
  const auto packed = Json::to_msgpack(json);
  convert::ConvertOptions options;
  options.limits = Limits::unlimited();
  const auto ours = convert::convert(view(packed), Format::msgpack, Format::flexbuffers, options);
  EXPECT_TRUE(ours.ok()) << ours.status().to_string();
  if (!ours.ok()) return 0;
  const auto* const from = reinterpret_cast<const std::uint8_t*>(ours->data());
  EXPECT_TRUE(theirs::VerifyBuffer(from, ours->size()));
  EXPECT_TRUE(read(theirs::GetRoot(from, ours->size())) == json);
  const auto back = convert::convert(view(their), Format::flexbuffers, Format::msgpack, options);
  EXPECT_TRUE(back.ok()) << back.status().to_string();
  if (!back.ok()) return 0;
  const auto* const first = reinterpret_cast<const std::uint8_t*>(back->data());
  EXPECT_TRUE(Json::from_msgpack(first, first + back->size()) == json);
  return ours->size();
}

TEST(FlexBuffersConversion, IsReadByTheReferenceAndReadsIt) {
  Random random(31);
  std::size_t our_size = 0;
  std::size_t their_size = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Json json = random_document(random, 4);
    const auto their = built(json);
    our_size += compare(json, their);
    their_size += their.size();
    if (HasFailure()) FAIL() << "document " << i << ": " << json;
  }
  RecordProperty("ours", std::to_string(our_size));
  RecordProperty("theirs", std::to_string(their_size));
  EXPECT_LT(our_size, their_size);
}

TEST(FlexBuffersConversion, MakesRealDocumentsNoLargerThanTheReference) {
  for (const std::string name :
       {"twitter.json.gz", "citm_catalog.json.gz", "canada.json.gz", "log.json.gz"}) {
    const std::string text = read_data(name);
    if (text.empty()) GTEST_SKIP() << name << " is not there";
    const Json json = Json::parse(text);
    const auto their = built(json);
    const std::size_t ours = compare(json, their);
    EXPECT_LE(ours, their.size()) << name;
    RecordProperty("ours_" + name, std::to_string(ours));
    RecordProperty("theirs_" + name, std::to_string(their.size()));
  }
}

}  // namespace
}  // namespace fastser::testing
