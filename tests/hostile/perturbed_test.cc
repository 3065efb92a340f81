// SPDX-License-Identifier: MIT
//
// Determinism from outside: this program runs itself several times, each time with another byte in
// all memory that malloc gives out and takes back (glibc's MALLOC_PERTURB_), and what it writes is
// compared: every specimen, what the coder writes, and both ways of the JSON converter. What runs
// as the child is the same test, told where to write by an environment variable.
// (determinism_test.cc asks the same of memory from operator new, in one process.)
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "fastser/coder.hpp"
#include "fastser/json.hpp"
#include "hostile/specimens.hpp"

namespace fastser::testing {
namespace {

constexpr char kOutput[] = "FASTSER_PERTURBED_OUTPUT";
constexpr Key kName("name");
constexpr Key kSize("size");
constexpr Key kNext("next");

std::string text_of(BytesView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Records of one class in three shapes, a list, a cycle, shared strings.
std::string coded() {
  static const int objects[8] = {};
  CoderWriter writer;
  const ClassHandle one = writer.define_class("One", 3);
  const ClassHandle two = writer.define_class("Two", 0, one);
  for (int i = 0; i < 64; ++i) {
    const ClassHandle cls = i % 3 == 0 ? two : one;
    if (!writer.begin_object(&objects[i % 8], cls)) continue;
    writer.string(kName, i % 2 == 0 ? "a text that comes again" : "another one");
    if (i % 4 == 0) {
      writer.i32(kSize, i);
    } else {
      writer.f64(kSize, i / 2.0);
    }
    writer.reference(kNext, &objects[0]);
    writer.end_object();
  }
  for (int i = 0; i < 300; ++i) writer.i64(i);
  const Result<Buffer> bytes = writer.finish();
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  return bytes.ok() ? text_of(*bytes) : std::string();
}

std::string everything() {
  std::string all = coded();
  for (const Specimen& one : specimens()) {
    all += text_of(one.bytes);
    const Result<std::string> json = convert::archive_to_json(one.bytes);
    all += json.ok() ? *json : json.status().to_string();
    if (!json.ok()) continue;
    const Result<Buffer> again = convert::json_to_archive(*json, {.checksum = true});
    all += again.ok() ? text_of(*again) : again.status().to_string();
  }
  return all;
}

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Perturbed, MemoryNeverReachesTheOutput) {
  if (const char* output = std::getenv(kOutput); output != nullptr) {
    std::ofstream(output, std::ios::binary) << everything();
    return;
  }
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) GTEST_SKIP() << "this system does not tell where a program lies";
  const std::string wanted = everything();
  ASSERT_GT(wanted.size(), 5000U);
  const std::filesystem::path output =
      std::filesystem::temp_directory_path() /
      ("fastser_perturbed_" + std::to_string(reinterpret_cast<std::uintptr_t>(&error)));
  for (const char* byte : {"90", "165", "1", "255", "0"}) {
    const std::string command =
        "GTEST_TOTAL_SHARDS=1 GTEST_SHARD_INDEX=0 MALLOC_PERTURB_=" + std::string(byte) + ' ' +
        kOutput + "='" + output.string() + "' '" + program.string() +
        "' --gtest_filter=Perturbed.* > /dev/null 2>&1";
    const int status = std::system(command.c_str());
    const std::string got = contents(output);
    std::filesystem::remove(output, error);
    if (status != 0 && got.empty()) GTEST_SKIP() << "this program cannot start itself";
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(got == wanted) << byte;
  }
}

}  // namespace
}  // namespace fastser::testing
