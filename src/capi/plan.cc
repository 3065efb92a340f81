// SPDX-License-Identifier: MIT
//
// Plans through the C interface: compiling, and the calls that write and read.
#include "capi/plan.hpp"

#include <limits>

using fastser::Code;
using fastser::ListAccess;
using fastser::Plan;
using fastser::Result;
using fastser::Status;
using fastser::archive::DecodeOptions;
using fastser::archive::EncodeOptions;
using fastser::archive::Header;
using fastser::archive::Sharing;
namespace capi = fastser::capi;

namespace {

constexpr std::size_t kFirstEncode =
    offsetof(fastser_encode_options, canonical) + sizeof(fastser_encode_options::canonical);
constexpr std::size_t kFirstDecode =
    offsetof(fastser_decode_options, user_version) + sizeof(fastser_decode_options::user_version);

bool take_header(std::uint32_t from, Header& to) noexcept {
  if (from > FASTSER_HEADER_BARE) return false;
  to = static_cast<Header>(from);
  return true;
}
bool take_sharing(std::uint32_t from, Sharing& to) noexcept {
  switch (from) {
    case FASTSER_SHARING_DEFAULT:
    case FASTSER_SHARING_OFF: to = Sharing::off; return true;
    case FASTSER_SHARING_ON: to = Sharing::on; return true;
    case FASTSER_SHARING_ADAPTIVE: to = Sharing::adaptive; return true;
    default: return false;
  }
}

// Null, or what is wrong.
const char* take_options(const fastser_encode_options* from, EncodeOptions& to) noexcept {
  if (from == nullptr) return nullptr;
  // All of it was there in the first version. Field by field: the caller has just stored them so,
  // and the processor waits for those stores where one load takes several.
  const fastser_encode_options& given = *from;
  if (given.struct_size < kFirstEncode) {
    return "fastser_encode_options.struct_size is too small";
  }
  if (!take_header(given.header, to.header))
    return "a header that is not one of FASTSER_HEADER_...";
  if (!take_sharing(given.sharing, to.sharing))
    return "a sharing that is not one of FASTSER_SHARING_...";
  to.user_version = given.user_version;
  to.checksum = given.checksum != 0;
  to.canonical = given.canonical != 0;
  return nullptr;
}
const char* take_options(const fastser_decode_options* from, DecodeOptions& to) noexcept {
  if (from == nullptr) return nullptr;
  fastser_decode_options given;
  if (!capi::take_struct(from, kFirstDecode, given)) {
    return "fastser_decode_options.struct_size is too small";
  }
  if (!take_header(given.header, to.header))
    return "a header that is not one of FASTSER_HEADER_...";
  if (!take_sharing(given.sharing, to.sharing))
    return "a sharing that is not one of FASTSER_SHARING_...";
  if (!capi::take_limits(given.limits, to.limits)) return "fastser_limits.struct_size is too small";
  to.user_version = given.user_version;
  if (given.arena != nullptr) {
    if (given.clear_arena != 0) given.arena->arena.clear();
    to.arena = &given.arena->arena;
    to.workspace = &given.arena->workspace;
  }
  return nullptr;
}

// What is written: one value, or a list of them.
struct Source {
  const void* first;
  std::size_t count;
  std::size_t stride;
  bool is_list;

  [[nodiscard]] const char* wrong() const noexcept {
    if (!is_list) return first == nullptr ? "NULL" : nullptr;
    if (first == nullptr && count != 0) return "NULL";
    return count != 0 && stride > std::numeric_limits<std::size_t>::max() / count
               ? "more values than fit into memory"
               : nullptr;
  }
  [[nodiscard]] Status encode(const Plan& plan, fastser::Buffer& to,
                              const EncodeOptions& options) const {
    return is_list ? plan.encode_array(to, first, count, stride, options)
                   : plan.encode(to, first, options);
  }
  [[nodiscard]] Status encode_to(const Plan& plan, std::span<std::byte> memory, std::size_t& size,
                                 const EncodeOptions& options) const {
    return is_list ? plan.encode_array_to(memory, size, first, count, stride, options)
                   : plan.encode_to(memory, size, first, options);
  }
};

// Checks what all ways of writing have in common; then `write` does it. Inlined: a small value is
// written in the time of two or three calls.
template <typename Write>
FASTSER_INLINE inline int32_t encode(const fastser_plan* plan, const Source& source,
                                     const fastser_encode_options* given, fastser_error* error,
                                     Write&& write) {
  const char* wrong = plan == nullptr ? "NULL" : source.wrong();
  EncodeOptions options;
  if (wrong == nullptr) wrong = take_options(given, options);
  if (wrong != nullptr) return capi::misuse(error, wrong);
  return capi::run(error, [&] { return write(plan->plan, options); });
}
int32_t encode_bytes(const fastser_plan* plan, const Source& source,
                     const fastser_encode_options* given, const fastser_allocator* allocator,
                     fastser_bytes* bytes, fastser_error* error) {
  if (bytes == nullptr) return capi::misuse(error, "NULL");
  *bytes = {};
  return encode(plan, source, given, error,
                [&](const Plan& by, const EncodeOptions& options) -> Status {
                  fastser::Buffer made;
                  FASTSER_TRY(source.encode(by, made, options));
                  return capi::give(std::move(made), allocator, bytes);
                });
}
FASTSER_INLINE inline int32_t encode_memory(const fastser_plan* plan, const Source& source,
                                            const fastser_encode_options* given, void* memory,
                                            std::size_t capacity, std::size_t* size,
                                            fastser_error* error) {
  if (!capi::is_view(memory, capacity) || size == nullptr) return capi::misuse(error, "NULL");
  *size = 0;
  return encode(plan, source, given, error, [&](const Plan& by, const EncodeOptions& options) {
    std::size_t written = 0;
    Status status =
        source.encode_to(by, {static_cast<std::byte*>(memory), capacity}, written, options);
    if (status.ok() || status.code() == Code::kNoSpace) *size = written;
    return status;
  });
}
int32_t encode_buffer(const fastser_plan* plan, const Source& source,
                      const fastser_encode_options* given, fastser_buffer* buffer,
                      fastser_error* error) {
  if (buffer == nullptr) return capi::misuse(error, "NULL");
  buffer->bytes.clear();
  return encode(plan, source, given, error, [&](const Plan& by, EncodeOptions& options) {
    options.workspace = &buffer->workspace;
    Status status = source.encode(by, buffer->bytes, options);
    if (!status.ok()) buffer->bytes.clear();
    return status;
  });
}

// Checks what all ways of reading have in common; then `read` does it.
template <typename Read>
int32_t decode(const fastser_plan* plan, const void* archive, std::size_t size,
               const fastser_decode_options* given, fastser_error* error, Read&& read) {
  if (plan == nullptr || !capi::is_view(archive, size)) return capi::misuse(error, "NULL");
  DecodeOptions options;
  const char* const wrong = take_options(given, options);
  if (wrong != nullptr) return capi::misuse(error, wrong);
  return capi::run(
      error, [&]() -> Status { return read(plan->plan, capi::view(archive, size), options); });
}

// A list that is read into memory of the caller's.
struct Room {
  void* first;
  std::size_t capacity;
  std::size_t count = 0;

  static Code resize(void*, void* list, std::size_t count, void** first) {
    Room& room = *static_cast<Room*>(list);
    room.count = count;
    *first = room.first;
    return count <= room.capacity ? Code::kOk : Code::kNoSpace;
  }
};
// One that is read into the arena.
struct Made {
  const void* first = nullptr;
  std::uint64_t count = 0;
};

}  // namespace

// As many arguments as the C interface has: each is one thing.
// NOLINTBEGIN(readability-function-size)
extern "C" {

// --- plans ---------------------------------------------------------------------------------------

int32_t fastser_plan_compile(const fastser_type* type, const fastser_layout* layout,
                             fastser_form_id root, fastser_plan** plan, fastser_error* error) {
  if (plan != nullptr) *plan = nullptr;
  if (type == nullptr || layout == nullptr || plan == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&]() -> Status {
    FASTSER_TRY(Status(layout->misuse));
    Result<Plan> made = Plan::compile(type->type, layout->layout, {root});
    if (!made.ok()) return made.status();
    *plan = new fastser_plan(*std::move(made), layout->accesses);
    return {};
  });
}
fastser_plan* fastser_plan_retain(fastser_plan* plan) {
  if (plan != nullptr) plan->owners.retain();
  return plan;
}
void fastser_plan_release(fastser_plan* plan) {
  if (plan != nullptr && plan->owners.release()) delete plan;
}
int32_t fastser_plan_type(const fastser_plan* plan, fastser_type** type, fastser_error* error) {
  if (type != nullptr) *type = nullptr;
  if (plan == nullptr || type == nullptr) return capi::misuse(error, "NULL");
  return capi::run(error, [&] { return capi::give_handle(plan->plan.type(), type); });
}

// --- writing -------------------------------------------------------------------------------------

int32_t fastser_buffer_create(fastser_buffer** buffer, fastser_error* error) {
  if (buffer == nullptr) return capi::misuse(error, "NULL");
  *buffer = nullptr;
  return capi::run(error, [&] {
    *buffer = new fastser_buffer;
    return Status();
  });
}
void fastser_buffer_destroy(fastser_buffer* buffer) { delete buffer; }
const uint8_t* fastser_buffer_data(const fastser_buffer* buffer, size_t* size) {
  const bool has_bytes = buffer != nullptr && !buffer->bytes.empty();
  if (size != nullptr) *size = has_bytes ? buffer->bytes.size() : 0;
  return has_bytes ? reinterpret_cast<const uint8_t*>(buffer->bytes.data()) : nullptr;
}

int32_t fastser_plan_encode(const fastser_plan* plan, const void* value,
                            const fastser_encode_options* options,
                            const fastser_allocator* allocator, fastser_bytes* bytes,
                            fastser_error* error) {
  return encode_bytes(plan, {value, 1, 0, false}, options, allocator, bytes, error);
}
int32_t fastser_plan_encode_to(const fastser_plan* plan, const void* value,
                               const fastser_encode_options* options, void* memory, size_t capacity,
                               size_t* size, fastser_error* error) {
  return encode_memory(plan, {value, 1, 0, false}, options, memory, capacity, size, error);
}
int32_t fastser_plan_encode_into(const fastser_plan* plan, const void* value,
                                 const fastser_encode_options* options, fastser_buffer* buffer,
                                 fastser_error* error) {
  return encode_buffer(plan, {value, 1, 0, false}, options, buffer, error);
}
int32_t fastser_plan_encode_array(const fastser_plan* plan, const void* first, size_t count,
                                  size_t stride, const fastser_encode_options* options,
                                  const fastser_allocator* allocator, fastser_bytes* bytes,
                                  fastser_error* error) {
  return encode_bytes(plan, {first, count, stride, true}, options, allocator, bytes, error);
}
int32_t fastser_plan_encode_array_to(const fastser_plan* plan, const void* first, size_t count,
                                     size_t stride, const fastser_encode_options* options,
                                     void* memory, size_t capacity, size_t* size,
                                     fastser_error* error) {
  return encode_memory(plan, {first, count, stride, true}, options, memory, capacity, size, error);
}
int32_t fastser_plan_encode_array_into(const fastser_plan* plan, const void* first, size_t count,
                                       size_t stride, const fastser_encode_options* options,
                                       fastser_buffer* buffer, fastser_error* error) {
  return encode_buffer(plan, {first, count, stride, true}, options, buffer, error);
}

// --- reading -------------------------------------------------------------------------------------

int32_t fastser_arena_create(fastser_arena** arena, fastser_error* error) {
  if (arena == nullptr) return capi::misuse(error, "NULL");
  *arena = nullptr;
  return capi::run(error, [&] {
    *arena = new fastser_arena;
    return Status();
  });
}
void fastser_arena_destroy(fastser_arena* arena) { delete arena; }
void fastser_arena_clear(fastser_arena* arena) {
  if (arena != nullptr) arena->arena.clear();
}
size_t fastser_arena_memory(const fastser_arena* arena) {
  return arena == nullptr ? 0 : arena->arena.memory();
}

int32_t fastser_plan_decode(const fastser_plan* plan, const void* archive, size_t size, void* value,
                            const fastser_decode_options* options, fastser_error* error) {
  if (value == nullptr) return capi::misuse(error, "NULL");
  return decode(plan, archive, size, options, error,
                [value](const Plan& by, fastser::BytesView bytes, const DecodeOptions& how) {
                  return by.decode(bytes, value, how);
                });
}
int32_t fastser_plan_rewrite(const fastser_plan* plan, const void* archive, size_t size,
                             const fastser_decode_options* reading,
                             const fastser_encode_options* writing,
                             const fastser_allocator* allocator, fastser_bytes* bytes,
                             fastser_error* error) {
  if (bytes == nullptr) return capi::misuse(error, "NULL");
  *bytes = {};
  EncodeOptions how;
  const char* const wrong = take_options(writing, how);
  if (wrong != nullptr) return capi::misuse(error, wrong);
  return decode(
      plan, archive, size, reading, error,
      [&](const Plan& by, fastser::BytesView from, const DecodeOptions& options) -> Status {
        fastser::Buffer made;
        FASTSER_TRY(by.rewrite(made, from, how, options));
        return capi::give(std::move(made), allocator, bytes);
      });
}
int32_t fastser_plan_decode_array(const fastser_plan* plan, const void* archive, size_t size,
                                  size_t stride, void** first, size_t* count,
                                  const fastser_decode_options* options, fastser_error* error) {
  if (first != nullptr) *first = nullptr;
  if (count != nullptr) *count = 0;
  if (first == nullptr || count == nullptr) return capi::misuse(error, "NULL");
  return decode(plan, archive, size, options, error,
                [&](const Plan& by, fastser::BytesView bytes, const DecodeOptions& how) -> Status {
                  Made made;
                  ListAccess access{.size = sizeof made, .stride = stride};
                  access.at = {fastser::SpanAt::Extent::kCount64, offsetof(Made, first),
                               offsetof(Made, count)};
                  FASTSER_TRY(by.decode_array(bytes, access, &made, how));
                  *first = const_cast<void*>(made.first);
                  *count = static_cast<std::size_t>(made.count);
                  return {};
                });
}
int32_t fastser_plan_decode_array_to(const fastser_plan* plan, const void* archive, size_t size,
                                     void* first, size_t capacity, size_t stride, size_t* count,
                                     const fastser_decode_options* options, fastser_error* error) {
  if ((first == nullptr && capacity != 0) || count == nullptr) return capi::misuse(error, "NULL");
  *count = 0;
  return decode(plan, archive, size, options, error,
                [&](const Plan& by, fastser::BytesView bytes, const DecodeOptions& how) {
                  Room room{first, capacity};
                  ListAccess access{.size = sizeof room, .stride = stride};
                  access.resize = &Room::resize;
                  Status status = by.decode_array(bytes, access, &room, how);
                  if (status.ok() || status.code() == Code::kNoSpace) *count = room.count;
                  return status;
                });
}

}  // extern "C"
// NOLINTEND(readability-function-size)
