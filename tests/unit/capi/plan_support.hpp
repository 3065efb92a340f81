// SPDX-License-Identifier: MIT
//
// What the tests of plans of the C interface share: handles that let go, structs with their size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/fastser.h"
#include "fastser/verify.hpp"
#include "gtest/gtest.h"

namespace fastser::capi_test {

struct Destroy {
  void operator()(fastser_type* handle) const { fastser_type_release(handle); }
  void operator()(fastser_layout* handle) const { fastser_layout_destroy(handle); }
  void operator()(fastser_plan* handle) const { fastser_plan_release(handle); }
  void operator()(fastser_buffer* handle) const { fastser_buffer_destroy(handle); }
  void operator()(fastser_arena* handle) const { fastser_arena_destroy(handle); }
};
using TypeHandle = std::unique_ptr<fastser_type, Destroy>;
using LayoutHandle = std::unique_ptr<fastser_layout, Destroy>;
using PlanHandle = std::unique_ptr<fastser_plan, Destroy>;
using BufferHandle = std::unique_ptr<fastser_buffer, Destroy>;
using ArenaHandle = std::unique_ptr<fastser_arena, Destroy>;

inline LayoutHandle new_layout() {
  fastser_layout* made = nullptr;
  EXPECT_EQ(fastser_layout_create(&made, nullptr), FASTSER_OK);
  return LayoutHandle(made);
}
inline BufferHandle new_buffer() {
  fastser_buffer* made = nullptr;
  EXPECT_EQ(fastser_buffer_create(&made, nullptr), FASTSER_OK);
  return BufferHandle(made);
}
inline ArenaHandle new_arena() {
  fastser_arena* made = nullptr;
  EXPECT_EQ(fastser_arena_create(&made, nullptr), FASTSER_OK);
  return ArenaHandle(made);
}
inline fastser_error new_error() {
  fastser_error error{};
  error.struct_size = sizeof error;
  return error;
}
inline fastser_encode_options encode_options() {
  fastser_encode_options options{};
  options.struct_size = sizeof options;
  return options;
}
inline fastser_decode_options decode_options(fastser_arena* arena) {
  fastser_decode_options options{};
  options.struct_size = sizeof options;
  options.arena = arena;
  return options;
}

inline TypeHandle handle(const Type& type) {
  const std::vector<std::byte> table = type.table();
  fastser_type* made = nullptr;
  EXPECT_EQ(fastser_type_parse(table.data(), table.size(), &made, nullptr), FASTSER_OK);
  return TypeHandle(made);
}
inline PlanHandle compiled(const Type& type, const fastser_layout* layout, fastser_form_id root) {
  fastser_plan* plan = nullptr;
  fastser_error error = new_error();
  EXPECT_EQ(fastser_plan_compile(handle(type).get(), layout, root, &plan, &error), FASTSER_OK)
      << error.message;
  return PlanHandle(plan);
}
/// The plan of the equal C++ type.
template <typename T>
PlanHandle compiled(const fastser_layout* layout, fastser_form_id root) {
  return compiled(*type_of<T>(), layout, root);
}

inline void field(fastser_layout* layout, fastser_form_id record, std::string_view name,
                  std::size_t offset, fastser_form_id form = FASTSER_FORM_PLAIN) {
  fastser_layout_field(layout, record, name.data(), name.size(), offset, form);
}

inline bool is(const void* bytes, std::size_t size, BytesView wanted) {
  return size == wanted.size() && (size == 0 || std::memcmp(bytes, wanted.data(), size) == 0);
}
inline bool is(const fastser_buffer* buffer, BytesView wanted) {
  std::size_t size = 0;
  const std::uint8_t* const bytes = fastser_buffer_data(buffer, &size);
  return is(bytes, size, wanted);
}

/// Writes a value: an archive that verifies; and reads it again, into the arena.
template <typename T>
void there_and_back(const fastser_plan* plan, const T& value, fastser_buffer* buffer,
                    fastser_arena* arena, T& again) {
  ASSERT_EQ(fastser_plan_encode_into(plan, &value, nullptr, buffer, nullptr), FASTSER_OK);
  std::size_t size = 0;
  const std::uint8_t* const bytes = fastser_buffer_data(buffer, &size);
  EXPECT_TRUE(archive::verify(std::as_bytes(std::span(bytes, size))).ok());
  const fastser_decode_options reading = decode_options(arena);
  ASSERT_EQ(fastser_plan_decode(plan, bytes, size, &again, &reading, nullptr), FASTSER_OK);
}

/// The three ways of writing one value make these bytes.
inline void expect_all_ways(const fastser_plan* plan, const void* value,
                            const fastser_encode_options& options, BytesView wanted) {
  fastser_error error = new_error();
  fastser_bytes bytes{};
  ASSERT_EQ(fastser_plan_encode(plan, value, &options, nullptr, &bytes, &error), FASTSER_OK)
      << error.message;
  EXPECT_TRUE(is(bytes.data, bytes.size, wanted));
  fastser_bytes_release(&bytes);
  std::vector<std::byte> memory(wanted.size());
  std::size_t size = 0;
  ASSERT_EQ(
      fastser_plan_encode_to(plan, value, &options, memory.data(), memory.size(), &size, &error),
      FASTSER_OK)
      << error.message;
  EXPECT_TRUE(is(memory.data(), size, wanted));
  const BufferHandle buffer = new_buffer();
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(fastser_plan_encode_into(plan, value, &options, buffer.get(), &error), FASTSER_OK);
    EXPECT_TRUE(is(buffer.get(), wanted));
  }
}

}  // namespace fastser::capi_test
