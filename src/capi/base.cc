// SPDX-License-Identifier: MIT
#include "capi/base.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "fastser/internal/base/guarded.hpp"

namespace fastser::capi {
namespace {

// The sizes that the structs had in the first version of this interface.
constexpr std::size_t kFirstError =
    offsetof(fastser_error, message) + sizeof(fastser_error::message);
constexpr std::size_t kFirstAllocator =
    offsetof(fastser_allocator, release) + sizeof(fastser_allocator::release);
constexpr std::size_t kFirstLimits =
    offsetof(fastser_limits, memory_base) + sizeof(fastser_limits::memory_base);

// Copies text into the caller's array: cut short between characters, not inside one.
template <std::size_t kSize>
void put_text(char (&to)[kSize], std::string_view text) noexcept {
  constexpr std::string_view kMore = "...";
  std::size_t size = text.size();
  const bool cut = size >= kSize;
  if (cut) {
    size = kSize - 1 - kMore.size();
    while (size != 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  }
  std::copy_n(text.data(), size, to);
  if (cut) {
    std::copy_n(kMore.data(), kMore.size(), to + size);
    size += kMore.size();
  }
  to[size] = 0;
}

void release_buffer(fastser_bytes* bytes) { delete static_cast<Buffer*>(bytes->private_data); }

// Memory of the caller's, and how it is given back.
struct Foreign {
  fastser_allocator allocator;
  void* memory;
};

void release_foreign(fastser_bytes* bytes) {
  const std::unique_ptr<Foreign> foreign(static_cast<Foreign*>(bytes->private_data));
  if (foreign->allocator.release != nullptr) {
    foreign->allocator.release(foreign->allocator.context, foreign->memory, bytes->size);
  }
}

Status no_memory() noexcept { return Status(Code::kNoMemory, "an allocation failed"); }

}  // namespace

int32_t report(const Status& status, fastser_error* error) noexcept {
  if (!status.ok() && error != nullptr && error->struct_size >= kFirstError) {
    error->status = static_cast<int32_t>(status.code());
    error->offset = status.offset() == Status::kNoOffset ? FASTSER_NO_OFFSET : status.offset();
    put_text(error->path, status.path());
    put_text(error->message, status.message());
  }
  return static_cast<int32_t>(status.code());
}

int32_t misuse(fastser_error* error, std::string_view message) noexcept {
  return report(Status(Code::kUsage, message), error);
}

bool take_limits(const fastser_limits* from, Limits& to) noexcept {
  fastser_limits given;
  if (!take_struct(from, kFirstLimits, given)) return false;
  if (given.depth != 0) to.depth = std::min(given.depth, kMaxDepth);
  if (given.memory_factor != 0) to.memory_factor = size_of(given.memory_factor);
  if (given.memory_base != 0) to.memory_base = size_of(given.memory_base);
  return true;
}

Status failure_of(int32_t status, const char* message, std::size_t size,
                  std::string& kept) noexcept {
  if (status == FASTSER_OK) return Status(Code::kUsage, "a failure with the status FASTSER_OK");
  if (!is_view(message, size)) return Status(Code::kUsage, "NULL for a message that has a size");
  const Status failed = guarded([&]() -> Status {
    kept.assign(message == nullptr ? "" : message, size);
    return {};
  });
  return Status(static_cast<Code>(status), failed.ok() ? std::string_view(kept) : failed.message());
}

Status give(Buffer&& from, const fastser_allocator* allocator, fastser_bytes* to) noexcept {
  fastser_allocator hook;
  if (!take_struct(allocator, kFirstAllocator, hook)) {
    return Status(Code::kUsage, "fastser_allocator.struct_size is too small");
  }
  if (allocator != nullptr && hook.allocate == nullptr) {
    return Status(Code::kUsage, "fastser_allocator.allocate is NULL");
  }
  if (from.empty()) {
    *to = {};
    return {};
  }
  if (allocator == nullptr) {
    auto* const kept = new (std::nothrow) Buffer(std::move(from));
    if (kept == nullptr) return no_memory();
    *to = {reinterpret_cast<const uint8_t*>(kept->data()), kept->size(), release_buffer, kept};
    return {};
  }
  std::unique_ptr<Foreign> foreign(new (std::nothrow) Foreign{hook, nullptr});
  if (foreign == nullptr) return no_memory();
  foreign->memory = hook.allocate(hook.context, from.size());
  if (foreign->memory == nullptr) {
    return Status(Code::kNoMemory, "fastser_allocator.allocate gave NULL");
  }
  std::memcpy(foreign->memory, from.data(), from.size());
  *to = {static_cast<const uint8_t*>(foreign->memory), from.size(), release_foreign, foreign.get()};
  static_cast<void>(foreign.release());
  return {};
}

}  // namespace fastser::capi

#define FASTSER_TEXT_OF_(number) #number
#define FASTSER_TEXT_OF(number) FASTSER_TEXT_OF_(number)

extern "C" {

int32_t fastser_abi_version(void) { return FASTSER_ABI_VERSION; }

const char* fastser_version_string(void) {
  return FASTSER_TEXT_OF(FASTSER_VERSION_MAJOR) "." FASTSER_TEXT_OF(
      FASTSER_VERSION_MINOR) "." FASTSER_TEXT_OF(FASTSER_VERSION_PATCH);
}

const char* fastser_status_name(int32_t status) {
  return fastser::code_name(static_cast<fastser::Code>(status)).data();  // a literal
}

void fastser_bytes_release(fastser_bytes* bytes) {
  if (bytes == nullptr) return;
  if (bytes->release != nullptr) bytes->release(bytes);
  *bytes = {};
}

}  // extern "C"
