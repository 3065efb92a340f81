// SPDX-License-Identifier: MIT
//
// The archives of bindings/conformance are what C makes of their descriptions, byte for byte, and
// what it reads again; C++'s coder makes the same bytes, and every tool sees the same values.
//
// A vector is never changed once it is released. To add one, describe it in vectors.json and run
// this with FASTSER_WRITE_VECTORS=1: files that are missing are made.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/coder.hpp"
#include "fastser/file.hpp"
#include "fastser/json.hpp"
#include "fastser/verify.hpp"
#include "unit/capi/conformance.h"
#include "unit/capi/support.hpp"

namespace fastser::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(FASTSER_SOURCE_DIR) / "bindings" / "conformance";

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The descriptions, as an archive: so they are read like any.
Buffer descriptions() {
  auto archive =
      convert::json_to_archive(text_of(kFolder / "vectors.json"), {.share_objects = false});
  EXPECT_TRUE(archive.ok()) << archive.status().to_string();
  return archive.ok() ? *std::move(archive) : Buffer();
}

constexpr fastser_key kVectors = FASTSER_KEY("vectors");
constexpr fastser_key kFile = FASTSER_KEY("file");
constexpr fastser_key kValue = FASTSER_KEY("value");

// Calls `use(file, about)` for each vector, where `about` has its value next.
template <typename Use>
void for_each_vector(Use&& use) {
  const Buffer json = descriptions();
  const Reader about;
  fastser_error error = FASTSER_ERROR_INIT;
  ASSERT_EQ(fastser_reader_open(about.get(), json.data(), json.size(), nullptr, &error), FASTSER_OK)
      << error.message;
  std::uint64_t count = 0;
  ASSERT_EQ(fastser_reader_begin_list(about.get(), &kVectors, &count), 1);
  EXPECT_GE(count, 7U);
  for (; count != 0; --count) {
    ASSERT_EQ(fastser_reader_begin_record(about.get(), nullptr), 1);
    const fastser_text file = fastser_reader_string(about.get(), &kFile);
    const fastser_position value = fastser_reader_position(about.get(), &kValue);
    ASSERT_EQ(fastser_reader_begin_at(about.get(), &value), 1);
    use(std::string(file.data, file.size), about.get());
    fastser_reader_end_at(about.get());
    fastser_reader_end_record(about.get());
  }
  fastser_reader_end_list(about.get());
  EXPECT_EQ(about.finish(), FASTSER_OK);
}

TEST(Conformance, CMakesOfEachDescriptionTheBytesOfItsFile) {
  for_each_vector([](const std::string& name, fastser_reader* about) {
    const Writer writer;
    c_write_described(about, writer.get());
    const Bytes made(writer);
    const std::string_view bytes(reinterpret_cast<const char*>(made.data()), made.size());
    const fs::path path = kFolder / name;
    if (std::getenv("FASTSER_WRITE_VECTORS") != nullptr && !fs::exists(path)) {
      std::ofstream(path, std::ios::binary) << bytes;
    }
    EXPECT_EQ(text_of(path), bytes) << name;
  });
}

TEST(Conformance, CReadsOfEachFileWhatIsDescribed) {
  for_each_vector([](const std::string& name, fastser_reader* about) {
    const std::string bytes = text_of(kFolder / name);
    const Reader reader;
    ASSERT_EQ(fastser_reader_open(reader.get(), bytes.data(), bytes.size(), nullptr, nullptr),
              FASTSER_OK);
    const char* const wrong = c_compare_described(about, reader.get());
    EXPECT_EQ(wrong, nullptr) << name << ": " << wrong;
    EXPECT_EQ(reader.finish(), FASTSER_OK) << name;
  });
}

// The test of the test: of another description the same calls find that it is another.
TEST(Conformance, AFileThatIsNotAsDescribedIsFound) {
  std::string before;
  for_each_vector([&](const std::string& name, fastser_reader* about) {
    if (!before.empty()) {
      const Reader reader;
      ASSERT_EQ(fastser_reader_open(reader.get(), before.data(), before.size(), nullptr, nullptr),
                FASTSER_OK);
      EXPECT_NE(c_compare_described(about, reader.get()), nullptr) << name;
    }
    before = text_of(kFolder / name);
  });
}

TEST(Conformance, EveryFileIsDescribed) {
  std::set<std::string> described;
  for_each_vector([&](const std::string& name, fastser_reader* about) {
    described.insert(name);
    fastser_reader_skip(about, nullptr);
  });
  std::set<std::string> there;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".fsr") there.insert(entry.path().filename().string());
  }
  EXPECT_EQ(described, there);
}

BytesView view_of(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

TEST(Conformance, ToolsSeeTheValues) {
  const std::vector<std::pair<const char*, const char*>> expected = {
      {"dictionary.fsr", R"({"name":"Bern","count":2,"tags":["a","b","c"]})"},
      {"widths.fsr", "[-128,255,-32768,65535,4294967295]"},
      {"collections.fsr", R"([{"list":["one",1]},[[3,"v"]],{},["a"],[1],["x","y"],[],)"
                          R"([["x",2]],"mutable","bQ=="])"}};
  for (const auto& [name, json] : expected) {
    const std::string bytes = text_of(kFolder / name);
    const auto seen = convert::archive_to_json(view_of(bytes));
    ASSERT_TRUE(seen.ok()) << seen.status().to_string();
    EXPECT_EQ(*seen, json);
  }
  for_each_vector([](const std::string& name, fastser_reader* about) {
    fastser_reader_skip(about, nullptr);
    const std::string bytes = text_of(kFolder / name);
    EXPECT_TRUE(archive::verify(view_of(bytes), {.utf8 = true}).ok()) << name;
  });
}

// ---- the same by C++'s coder

using archive::CoderOptions;
using archive::CoderReader;
using archive::CoderWriter;

constexpr archive::Key kName("name");
constexpr archive::Key kNext("next");
constexpr archive::Key kAlias("alias");

TEST(Conformance, TheCoderOfCxxMakesTheSameCycle) {
  const char first = 0;
  const char second = 0;
  CoderWriter writer;
  const auto node = writer.define_class("Node", 1, writer.define_class("NSObject", 0));
  ASSERT_TRUE(writer.begin_object(&first, node));
  writer.string(kName, "first");
  ASSERT_TRUE(writer.begin_object(kNext, &second, node));
  writer.string(kName, "second");
  writer.reference(kNext, &first);
  writer.reference(kAlias, &second);
  writer.end_object();
  writer.reference(kAlias, nullptr);
  writer.end_object();
  const auto made = writer.finish();
  ASSERT_TRUE(made.ok()) << made.status().to_string();
  const std::string bytes = text_of(kFolder / "cycle.fsr");
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(made->data()), made->size()), bytes);
}

TEST(Conformance, TheCoderOfCxxReadsTheItems) {
  const std::string bytes = text_of(kFolder / "items.fsr");
  CoderReader reader;
  ASSERT_TRUE(reader.open(view_of(bytes)).ok());
  ASSERT_EQ(reader.begin_object().kind, archive::ObjectStart::kNew);
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));
  ASSERT_EQ(count, 4U);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(reader.begin_object().kind, archive::ObjectStart::kNew);
    ASSERT_EQ(reader.class_levels(), 3U);
    EXPECT_EQ(reader.class_name(1), "BBThing");
    EXPECT_EQ(reader.i64(archive::Key("views")), i);  // another order than it was written in
    EXPECT_EQ(reader.string(archive::Key("identifier")), "item " + std::to_string(i));
    EXPECT_EQ(reader.apple_date(archive::Key("createdAt")), 357523200.0 + i);
    reader.end_object();
  }
  const archive::ObjectStart again = reader.begin_object();
  EXPECT_EQ(again.kind, archive::ObjectStart::kReference);
  EXPECT_EQ(again.number, 1U);
  reader.end_list();
  reader.end_object();
  EXPECT_TRUE(reader.finish().ok());
}

}  // namespace
}  // namespace fastser::testing
