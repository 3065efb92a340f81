// SPDX-License-Identifier: MIT
//
// fastser_file: the file layer's verbs for bytes.
#include "fastser/file.hpp"

#include "capi/base.hpp"

using namespace fastser::capi;  // NOLINT: the functions below have no namespace
using fastser::Status;

namespace {

constexpr std::string_view kNoPath = "a file without a name";

}  // namespace

extern "C" {

int32_t fastser_file_save(const char* path, size_t path_size, const void* data, size_t size,
                          fastser_error* error) {
  if (path == nullptr || path_size == 0) return misuse(error, kNoPath);
  if (!is_view(data, size)) return misuse(error, "NULL for data that have a size");
  return run(error, [&] { return fastser::file::save(text(path, path_size), view(data, size)); });
}

int32_t fastser_file_load(const char* path, size_t path_size, uint64_t max_bytes,
                          const fastser_allocator* allocator, fastser_bytes* bytes,
                          fastser_error* error) {
  if (bytes == nullptr) return misuse(error, "the pointer for the bytes is NULL");
  *bytes = {};
  if (path == nullptr || path_size == 0) return misuse(error, kNoPath);
  return run(error, [&]() -> Status {
    fastser::file::LoadOptions options;
    if (max_bytes != 0) options.max_bytes = max_bytes;
    fastser::Buffer loaded;
    FASTSER_TRY(fastser::file::load_into(text(path, path_size), loaded, options));
    return give(std::move(loaded), allocator, bytes);
  });
}

}  // extern "C"
