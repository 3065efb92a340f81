// SPDX-License-Identifier: MIT
//
// fastser_writer: life, errors, keys, classes, and the end.
#include "capi/writer.hpp"

#include <memory>
#include <utility>

namespace fastser::capi {
namespace {

constexpr std::size_t kFirstWriterOptions =
    offsetof(fastser_writer_options, limits) + sizeof(void*);
constexpr std::string_view kNoWriter = "the writer is NULL";
constexpr std::string_view kInside = "a function that the writer calls must not finish or reset it";

// The caller's options over the coder's defaults.
Status take_options(const fastser_writer_options* from, CoderOptions& to) noexcept {
  fastser_writer_options given;
  if (!take_struct(from, kFirstWriterOptions, given)) {
    return Status(Code::kUsage, "fastser_writer_options.struct_size is too small");
  }
  if (!take_limits(given.limits, to.limits)) {
    return Status(Code::kUsage, "fastser_limits.struct_size is too small");
  }
  switch (given.sharing) {
    case FASTSER_SHARING_DEFAULT:
    case FASTSER_SHARING_ADAPTIVE: to.sharing = archive::Sharing::adaptive; break;
    case FASTSER_SHARING_ON: to.sharing = archive::Sharing::on; break;
    case FASTSER_SHARING_OFF: to.sharing = archive::Sharing::off; break;
    default: return Status(Code::kUsage, "fastser_writer_options.sharing is not one of them");
  }
  switch (given.repeated_keys) {
    case FASTSER_REPEATED_KEYS_ERROR: to.repeated_keys = RepeatedKeys::error; break;
    case FASTSER_REPEATED_KEYS_LAST: to.repeated_keys = RepeatedKeys::last; break;
    default: return Status(Code::kUsage, "fastser_writer_options.repeated_keys is not one of them");
  }
  if (given.reserved != 0) return Status(Code::kUsage, "fastser_writer_options.reserved is not 0");
  to.user_version = given.user_version;
  to.checksum = given.checksum != 0;
  if (given.branch_memory != 0) to.branch_memory = size_of(given.branch_memory);
  return {};
}

void forget_archive(fastser_writer& writer) noexcept {
  writer.bodies.clear();
  writer.branches.clear();
}

// Makes writer.archive the archive, if it is not that already.
Status close(fastser_writer* writer) noexcept {
  if (writer == nullptr) return Status(Code::kUsage, kNoWriter);
  if (writer->calling != 0) {
    misuse(*writer, kInside);
    return Status(Code::kUsage, kInside);
  }
  if (writer->has_archive) return {};
  Status status = writer->coder.finish_into(writer->archive);
  forget_archive(*writer);
  writer->has_archive = status.ok();
  return status;
}

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace
using fastser::Code;
using fastser::Status;

extern "C" {

int32_t fastser_writer_create(const fastser_writer_options* options, fastser_writer** writer,
                              fastser_error* error) {
  if (writer == nullptr) return misuse(error, "the pointer for the writer is NULL");
  *writer = nullptr;
  return run(error, [&]() -> Status {
    fastser::CoderOptions taken;
    FASTSER_TRY(take_options(options, taken));
    *writer = std::make_unique<fastser_writer>(taken).release();
    return {};
  });
}

void fastser_writer_destroy(fastser_writer* writer) { delete writer; }

void fastser_writer_reset(fastser_writer* writer) {
  if (writer == nullptr) return;
  if (writer->calling != 0) return misuse(*writer, kInside);
  writer->coder.reset();
  writer->has_archive = false;
  forget_archive(*writer);
}

int32_t fastser_writer_status(const fastser_writer* writer, fastser_error* error) {
  if (writer == nullptr) return misuse(error, kNoWriter);
  return report(writer->coder.status(), error);
}

void fastser_writer_fail(fastser_writer* writer, int32_t status, const char* message, size_t size) {
  if (writer == nullptr || !writer->coder.status().ok()) return;
  writer->coder.fail(failure_of(status, message, size, writer->failure));
}

const fastser_key* fastser_writer_key(fastser_writer* writer, const char* data, size_t size) {
  if (writer == nullptr) return nullptr;
  if (!is_view(data, size)) {
    misuse(*writer, kWrongKey);
    return nullptr;
  }
  const fastser_key* key = nullptr;
  guarded_by(*writer, [&] { key = writer->keys.take(writer->coder, text(data, size)); });
  return key;
}

uint32_t fastser_writer_class(fastser_writer* writer, const char* name, size_t size,
                              uint32_t version, uint32_t super_class) {
  if (writer == nullptr) return FASTSER_NO_NUMBER;
  if (!is_view(name, size)) {
    misuse(*writer, "NULL for the name of a class that has a size");
    return FASTSER_NO_NUMBER;
  }
  return writer->coder.define_class(text(name, size), version, {super_class}).index;
}

void fastser_writer_set_class_data(fastser_writer* writer, uint32_t class_number, void* data) {
  if (writer != nullptr) writer->coder.set_class_data({class_number}, data);
}

void* fastser_writer_class_data(const fastser_writer* writer, uint32_t class_number) {
  return writer == nullptr ? nullptr : writer->coder.class_data({class_number});
}

int32_t fastser_writer_finish(fastser_writer* writer, const fastser_allocator* allocator,
                              fastser_bytes* bytes, fastser_error* error) {
  if (bytes == nullptr) return misuse(error, "the pointer for the bytes is NULL");
  *bytes = {};
  return run(error, [&]() -> Status {
    FASTSER_TRY(close(writer));
    FASTSER_TRY(give(std::move(writer->archive), allocator, bytes));
    writer->has_archive = false;
    return {};
  });
}

int32_t fastser_writer_finish_into(fastser_writer* writer, void* memory, size_t capacity,
                                   size_t* size, fastser_error* error) {
  if (size == nullptr) return misuse(error, "the pointer for the size is NULL");
  *size = 0;
  if (!is_view(memory, capacity)) return misuse(error, "NULL for memory that has a capacity");
  return run(error, [&]() -> Status {
    FASTSER_TRY(close(writer));
    *size = writer->archive.size();
    if (*size > capacity)
      return Status(Code::kNoSpace, "the archive is larger than the caller's memory");
    std::memcpy(memory, writer->archive.data(), *size);
    writer->has_archive = false;
    return {};
  });
}

int32_t fastser_writer_finish_view(fastser_writer* writer, fastser_view* view,
                                   fastser_error* error) {
  if (view == nullptr) return misuse(error, "the pointer for the view is NULL");
  *view = {};
  return run(error, [&]() -> Status {
    FASTSER_TRY(close(writer));
    *view = {reinterpret_cast<const uint8_t*>(writer->archive.data()), writer->archive.size()};
    writer->has_archive = false;
    return {};
  });
}

}  // extern "C"
