// SPDX-License-Identifier: MIT
//
// The C interface: the k-th allocation of a sequence of its calls fails. Every call that
// makes something is checked as a program has to: what cannot be made is a status.
#include <gtest/gtest.h>

#include <string>

#include "fastser/fastser.h"
#include "faults/sweep.hpp"

namespace fastser::testing {
namespace {

constexpr fastser_key kNumber = FASTSER_KEY("number");
constexpr fastser_key kNext = FASTSER_KEY("next");
constexpr fastser_key kChild = FASTSER_KEY("child");
const char kChain[80] = {};

Code code_of(std::int32_t status) { return static_cast<Code>(status); }

std::int32_t body(fastser_writer* writer, const void* identity, std::uint32_t of, void* context) {
  const auto* const next = static_cast<const char*>(identity) + 1;
  fastser_writer_i32(writer, &kNumber, 1);
  const bool last = next == std::end(kChain);
  fastser_writer_object(writer, &kNext, last ? nullptr : next, of, body, context);
  return FASTSER_OK;
}

void write(fastser_writer* w) {
  const std::uint32_t of = fastser_writer_class(w, "Class", 5, 1, FASTSER_NO_NUMBER);
  for (int i = 0; i < 20; ++i) {
    char name[] = "the name of field A";
    name[sizeof name - 2] = static_cast<char>('A' + i);
    fastser_writer_string(w, fastser_writer_key(w, name, sizeof name - 1), name, sizeof name - 1);
  }
  const std::uint32_t branch = fastser_writer_begin_branch(w, &kChild);
  fastser_writer_i32(w, &kNumber, 1);
  fastser_writer_swap(w, branch);
  fastser_writer_string16(w, nullptr, nullptr, 0);
  fastser_writer_swap(w, branch);
  fastser_writer_object(w, &kNext, kChain, of, body, w);
}

void read(fastser_reader* r, std::uint32_t& seen) {
  while (fastser_reader_is_at_end(r) == 0) {
    if (fastser_reader_peek(r, nullptr) == FASTSER_TYPE_ANY_REF) break;
    seen += fastser_reader_string16(r, nullptr).size != 0 ? 1U : 0U;
    if (fastser_reader_peek(r, nullptr) == FASTSER_TYPE_I32) fastser_reader_skip(r, nullptr);
  }
  const fastser_position there = fastser_reader_position(r, fastser_reader_key(r, "next", 4));
  const std::uint32_t branch = fastser_reader_begin_branch(r);
  fastser_reader_swap(r, branch);
  if (fastser_reader_begin_at(r, &there) != 0) fastser_reader_end_at(r);
  fastser_reader_swap(r, branch);
  fastser_reader_end_branch(r, branch);
}

// A writer and a reader from their beginning to their end.
Code round_trip() {
  fastser_writer* writer = nullptr;
  fastser_reader* reader = nullptr;
  fastser_bytes bytes{};
  std::uint32_t seen = 0;
  std::int32_t status = fastser_writer_create(nullptr, &writer, nullptr);
  if (status == FASTSER_OK) status = fastser_reader_create(&reader, nullptr);
  if (status == FASTSER_OK) {
    write(writer);
    status = fastser_writer_finish(writer, nullptr, &bytes, nullptr);
    if (status == FASTSER_NO_MEMORY) {  // only the handing over, or all of it: the handle is good
      fastser_writer_reset(writer);
    }
  }
  fastser_limits limits{sizeof limits, 0, 0, 1 << 20};
  if (status == FASTSER_OK) {
    status = fastser_reader_open(reader, bytes.data, bytes.size, &limits, nullptr);
  }
  if (status == FASTSER_OK) {
    read(reader, seen);
    status = fastser_reader_finish(reader, nullptr);
  }
  EXPECT_EQ(seen, status == FASTSER_OK ? 20U : seen);
  fastser_bytes_release(&bytes);
  fastser_writer_destroy(writer);
  fastser_reader_destroy(reader);
  return code_of(status);
}

TEST(CapiFault, InWritersAndReadersIsNoMemory) { sweep("C calls", round_trip); }

TEST(CapiFault, InConversionAndInspectIsNoMemory) {
  const std::string json = R"({"a":[1,2,{"b":"text that is no short one at all"}]})";
  sweep("C convert", [&] {
    fastser_bytes bytes{};
    const std::int32_t status =
        fastser_convert(json.data(), json.size(), FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE,
                        nullptr, nullptr, &bytes, nullptr);
    fastser_bytes_release(&bytes);
    return code_of(status);
  });
  fastser_bytes archive{};
  ASSERT_EQ(fastser_convert(json.data(), json.size(), FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE,
                            nullptr, nullptr, &archive, nullptr),
            FASTSER_OK);
  sweep("C inspect", [&] {
    fastser_bytes text{};
    const std::int32_t status = fastser_inspect(archive.data, archive.size, FASTSER_FORMAT_ARCHIVE,
                                                nullptr, nullptr, &text, nullptr);
    fastser_bytes_release(&text);
    return code_of(status);
  });
  fastser_bytes_release(&archive);
}

}  // namespace
}  // namespace fastser::testing
