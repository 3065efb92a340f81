// SPDX-License-Identifier: MIT
//
// fastser_writer: containers, records, objects, branches.
#include <optional>

#include "capi/writer.hpp"

namespace fastser::capi {
namespace {

// What FASTSER_LIST_OF and FASTSER_SET_OF make, and codes alone; that the coder writes such
// elements is its own check.
std::optional<CoderType> element_of(std::uint32_t element) noexcept {
  const std::uint32_t outer = element >> 8;
  const auto code = static_cast<schema::TypeCode>(element & 0xFFU);
  switch (outer) {
    case 0: return CoderType(code);
    case FASTSER_TYPE_LIST: return CoderType::list_of(code);
    case FASTSER_TYPE_SET: return CoderType::set_of(code);
    default: return std::nullopt;
  }
}

constexpr std::string_view kNoElement =
    "an element type that is neither one code nor a list or set of one";

void begin_list(fastser_writer* writer, const fastser_key* key, std::uint64_t count,
                std::uint32_t element, bool set) noexcept {
  value(writer, key, [&](const auto&... k) {
    const std::optional<CoderType> type = element_of(element);
    if (!type) return misuse(*writer, kNoElement);
    return set ? writer->coder.begin_set(k..., count, *type)
               : writer->coder.begin_list(k..., count, *type);
  });
}

// Calls the function of the caller's; what it throws stays here.
void call_body(CoderWriter& coder, const PendingObject& object) {
  const fastser_writer_body& body = *static_cast<const fastser_writer_body*>(object.context);
  fastser_writer& writer = *body.writer;
  ++writer.calling;
  std::int32_t status = FASTSER_USAGE;
  std::string_view message = "a function that writes an object failed";
#if defined(__cpp_exceptions)
  try {
    status = body.call(&writer, object.identity, object.of.index, body.context);
  } catch (...) {
    message = "a function that writes an object threw an exception";
  }
#else
  status = body.call(&writer, object.identity, object.of.index, body.context);
#endif
  --writer.calling;
  if (status != FASTSER_OK) coder.fail(Status(static_cast<Code>(status), message));
}

// The place where a function is kept; callers have one or few. Throws.
fastser_writer_body* body_of(fastser_writer& writer, fastser_object_body call, void* context) {
  std::forward_list<fastser_writer_body>& bodies = writer.bodies;
  if (bodies.empty() || bodies.front().call != call || bodies.front().context != context) {
    bodies.push_front({&writer, call, context});
  }
  return &bodies.front();
}

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace

extern "C" {

void fastser_writer_begin_list(fastser_writer* writer, const fastser_key* key, uint64_t count,
                               uint32_t element) {
  begin_list(writer, key, count, element, false);
}
void fastser_writer_end_list(fastser_writer* writer) {
  if (writer != nullptr) writer->coder.end_list();
}
void fastser_writer_begin_set(fastser_writer* writer, const fastser_key* key, uint64_t count,
                              uint32_t element) {
  begin_list(writer, key, count, element, true);
}
void fastser_writer_begin_map(fastser_writer* writer, const fastser_key* key, uint64_t count,
                              uint32_t key_type, uint32_t value_type, int32_t ordered) {
  value(writer, key, [&](const auto&... k) {
    const std::optional<fastser::CoderType> keys = element_of(key_type);
    const std::optional<fastser::CoderType> values = element_of(value_type);
    if (!keys || !values) return misuse(*writer, kNoElement);
    writer->coder.begin_map(k..., count, *keys, *values, ordered != 0);
  });
}
void fastser_writer_end_map(fastser_writer* writer) {
  if (writer != nullptr) writer->coder.end_map();
}
void fastser_writer_begin_tuple(fastser_writer* writer, const fastser_key* key, size_t count) {
  value(writer, key, [&](const auto&... k) { writer->coder.begin_tuple(k..., count); });
}
void fastser_writer_end_tuple(fastser_writer* writer) {
  if (writer != nullptr) writer->coder.end_tuple();
}

void fastser_writer_begin_record(fastser_writer* writer, const fastser_key* key,
                                 uint32_t class_number) {
  const fastser::ClassHandle of{class_number};
  value(writer, key, [&](const auto&... k) { writer->coder.begin_record(k..., of); });
}
void fastser_writer_end_record(fastser_writer* writer) {
  if (writer != nullptr) writer->coder.end_record();
}

int32_t fastser_writer_begin_object(fastser_writer* writer, const fastser_key* key,
                                    const void* identity, uint32_t class_number) {
  const fastser::ClassHandle of{class_number};
  bool fresh = false;
  value(writer, key,
        [&](const auto&... k) { fresh = writer->coder.begin_object(k..., identity, of); });
  return fresh ? 1 : 0;
}
void fastser_writer_end_object(fastser_writer* writer) {
  if (writer != nullptr) writer->coder.end_object();
}

void fastser_writer_object(fastser_writer* writer, const fastser_key* key, const void* identity,
                           uint32_t class_number, fastser_object_body body, void* context) {
  if (writer == nullptr) return;
  if (body == nullptr) return misuse(*writer, "an object without a function that writes it");
  fastser_writer_body* kept = nullptr;
  guarded_by(*writer, [&] { kept = body_of(*writer, body, context); });
  if (kept == nullptr) return;
  const fastser::ClassHandle of{class_number};
  value(writer, key,
        [&](const auto&... k) { writer->coder.object(k..., identity, of, call_body, kept); });
}

int32_t fastser_writer_begin_object_or_later(fastser_writer* writer, const fastser_key* key,
                                             const void* identity, uint32_t class_number,
                                             void* context) {
  const fastser::ClassHandle of{class_number};
  auto place = fastser::ObjectPlace::kDone;
  value(writer, key, [&](const auto&... k) {
    place = writer->coder.begin_object_or_later(k..., identity, of, context);
  });
  return static_cast<int32_t>(place);
}

int32_t fastser_writer_begin_pending(fastser_writer* writer, fastser_pending* object) {
  if (writer == nullptr) return 0;
  if (object == nullptr || object->struct_size < sizeof(fastser_pending)) {
    misuse(*writer, "fastser_pending.struct_size is too small");
    return 0;
  }
  fastser::PendingObject owed;
  if (!writer->coder.begin_pending(owed)) return 0;
  object->class_number = owed.of.index;
  object->identity = owed.identity;
  object->context = owed.body == nullptr
                        ? owed.context
                        : static_cast<const fastser_writer_body*>(owed.context)->context;
  return 1;
}

void fastser_writer_reference(fastser_writer* writer, const fastser_key* key,
                              const void* identity) {
  value(writer, key, [&](const auto&... k) { writer->coder.reference(k..., identity); });
}
void fastser_writer_conditional(fastser_writer* writer, const fastser_key* key,
                                const void* identity) {
  value(writer, key, [&](const auto&... k) { writer->coder.conditional(k..., identity); });
}

uint32_t fastser_writer_begin_branch(fastser_writer* writer, const fastser_key* key) {
  if (writer == nullptr) return FASTSER_NO_NUMBER;
  guarded_by(*writer, [&] { writer->branches.emplace_back(); });
  value(writer, key, [&](const auto&... k) {
    if (writer->coder.status().ok()) writer->coder.begin_branch(k..., writer->branches.back());
  });
  if (!writer->coder.status().ok()) return FASTSER_NO_NUMBER;
  return static_cast<uint32_t>(writer->branches.size() - 1);
}

void fastser_writer_swap(fastser_writer* writer, uint32_t branch) {
  if (writer == nullptr) return;
  if (branch >= writer->branches.size()) return misuse(*writer, "a branch that was not begun");
  writer->coder.swap(writer->branches[branch]);
}

}  // extern "C"
