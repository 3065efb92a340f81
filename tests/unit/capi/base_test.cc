// SPDX-License-Identifier: MIT
//
// What all of the C interface stands on: versions, status names, errors, bytes, allocators, limits.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "fastser/fastser.h"
#include "unit/capi/support.hpp"

namespace fastser::testing {
namespace {

TEST(CapiBase, TheLibraryIsOfTheHeadersVersion) {
  EXPECT_EQ(fastser_abi_version(), FASTSER_ABI_VERSION);
  EXPECT_EQ(std::string(fastser_version_string()), std::to_string(FASTSER_VERSION_MAJOR) + "." +
                                                       std::to_string(FASTSER_VERSION_MINOR) + "." +
                                                       std::to_string(FASTSER_VERSION_PATCH));
}

TEST(CapiBase, EveryStatusHasAName) {
  EXPECT_STREQ(fastser_status_name(FASTSER_OK), "ok");
  EXPECT_STREQ(fastser_status_name(FASTSER_TRUNCATED), "truncated");
}

TEST(CapiBase, MisuseOfAStatusIsUnknown) {
  for (const std::int32_t number : {-1, 3, 19, 999, FASTSER_FIRST_OF_CALLER, INT32_MIN}) {
    EXPECT_STREQ(fastser_status_name(number), "unknown") << number;
  }
}

// What fastser_writer_fail puts into an error.
fastser_error told(const std::string& message, std::uint32_t size = sizeof(fastser_error)) {
  const Writer writer;
  fastser_writer_fail(writer.get(), FASTSER_UNKNOWN_CLASS, message.data(), message.size());
  fastser_error error = FASTSER_ERROR_INIT;
  std::memset(error.message, 'x', sizeof error.message);
  error.struct_size = size;
  EXPECT_EQ(fastser_writer_status(writer.get(), &error), FASTSER_UNKNOWN_CLASS);
  return error;
}

TEST(CapiBase, AnErrorTellsStatusAndMessage) {
  const fastser_error error = told("no such class");
  EXPECT_EQ(error.status, FASTSER_UNKNOWN_CLASS);
  EXPECT_STREQ(error.message, "no such class");
}

TEST(CapiBase, ALongMessageIsCutBetweenCharacters) {
  for (std::size_t shift = 0; shift < 3; ++shift) {
    std::string text(shift, 'a');
    while (text.size() < 400) text += "\xE2\x82\xAC";  // a euro sign
    const std::string message = told(text).message;
    EXPECT_LT(message.size(), sizeof(fastser_error::message));
    EXPECT_GT(message.size(), 240U);
    EXPECT_EQ(message.substr(message.size() - 3), "...");
    EXPECT_EQ((message.size() - 3 - shift) % 3, 0U);
  }
}

TEST(CapiBase, AnErrorStructThatIsTooSmallIsLeftAlone) {
  const fastser_error error = told("text", sizeof(fastser_error) - 1);
  EXPECT_EQ(error.status, FASTSER_OK);
  EXPECT_EQ(error.message[0], 'x');
}

TEST(CapiBase, ReleasingNothingIsFine) {
  fastser_bytes_release(nullptr);
  fastser_bytes none{};
  fastser_bytes_release(&none);
  EXPECT_EQ(none.data, nullptr);
}

struct Heap {
  std::size_t allocated = 0;
  std::size_t released = 0;
  bool refuses = false;
};

void* allocate(void* context, std::size_t size) {
  auto* heap = static_cast<Heap*>(context);
  if (heap->refuses) return nullptr;
  heap->allocated += size;
  return ::operator new(size);
}

void release(void* context, void* memory, std::size_t size) {
  static_cast<Heap*>(context)->released += size;
  ::operator delete(memory);
}

TEST(CapiBase, BytesGoToTheCallersMemoryAndBack) {
  Heap heap;
  const fastser_allocator allocator{sizeof allocator, &heap, allocate, release};
  const Writer writer;
  fastser_writer_i32(writer.get(), nullptr, 5);
  fastser_bytes bytes;
  ASSERT_EQ(fastser_writer_finish(writer.get(), &allocator, &bytes, nullptr), FASTSER_OK);
  EXPECT_EQ(heap.allocated, bytes.size);
  EXPECT_EQ(verified(bytes), FASTSER_OK);
  const std::size_t size = bytes.size;
  fastser_bytes_release(&bytes);
  EXPECT_EQ(heap.released, size);
  fastser_bytes_release(&bytes);
  EXPECT_EQ(heap.released, size) << "released twice";
}

TEST(CapiBase, AnAllocatorThatRefusesLosesNoArchive) {
  Heap heap;
  heap.refuses = true;
  fastser_allocator allocator{sizeof allocator, &heap, allocate, nullptr};
  const Writer writer;
  fastser_writer_i32(writer.get(), nullptr, 5);
  fastser_bytes bytes;
  EXPECT_EQ(fastser_writer_finish(writer.get(), &allocator, &bytes, nullptr), FASTSER_NO_MEMORY);
  EXPECT_EQ(bytes.data, nullptr);
  allocator.allocate = nullptr;
  EXPECT_EQ(fastser_writer_finish(writer.get(), &allocator, &bytes, nullptr), FASTSER_USAGE);
  allocator.struct_size = 4;
  EXPECT_EQ(fastser_writer_finish(writer.get(), &allocator, &bytes, nullptr), FASTSER_USAGE);
  ASSERT_EQ(fastser_writer_finish(writer.get(), nullptr, &bytes, nullptr), FASTSER_OK);
  EXPECT_EQ(verified(bytes), FASTSER_OK);
  fastser_bytes_release(&bytes);
}

TEST(CapiBase, LimitsAreTheCallersWhereTheyAreGiven) {
  const Writer writer;
  for (int i = 0; i < 6; ++i) fastser_writer_begin_tuple(writer.get(), nullptr, 1);
  fastser_writer_null(writer.get(), nullptr);
  for (int i = 0; i < 6; ++i) fastser_writer_end_tuple(writer.get());
  const Bytes bytes(writer);
  const Reader reader;
  fastser_limits limits{sizeof limits, 3, 0, 0};
  EXPECT_EQ(reader.open(bytes, &limits), FASTSER_OK);
  EXPECT_EQ(fastser_reader_finish(reader.get(), nullptr), FASTSER_TOO_DEEP);
  limits.depth = 1000000;  // as deep as any reader goes
  EXPECT_EQ(reader.open(bytes, &limits), FASTSER_OK);
  EXPECT_EQ(fastser_reader_finish(reader.get(), nullptr), FASTSER_OK);
  limits.struct_size = 8;
  EXPECT_EQ(reader.open(bytes, &limits), FASTSER_USAGE);
  fastser_writer_options options{};
  options.struct_size = sizeof options;
  options.limits = &limits;
  fastser_writer* none = nullptr;
  EXPECT_EQ(fastser_writer_create(&options, &none, nullptr), FASTSER_USAGE);
  EXPECT_EQ(none, nullptr);
}

TEST(CapiBase, ANewerCallersStructIsTaken) {
  struct Newer {
    fastser_writer_options options;
    std::uint64_t more;
  } newer{};
  newer.options.struct_size = sizeof newer;
  newer.options.user_version = 3;
  newer.more = 1;
  fastser_writer* writer = nullptr;
  ASSERT_EQ(fastser_writer_create(&newer.options, &writer, nullptr), FASTSER_OK);
  fastser_writer_destroy(writer);
}

}  // namespace
}  // namespace fastser::testing
