// SPDX-License-Identifier: MIT
//
// fastser_reader: life, errors, keys, and what is open: fields, containers, records, objects,
// classes, places.
#include "capi/reader.hpp"

#include <memory>
#include <type_traits>
#include <utility>

#include "capi/handles.hpp"

namespace fastser::capi {
namespace {

constexpr std::string_view kNoReader = "the reader is NULL";
constexpr std::string_view kNothingOpened = "no archive was opened";

fastser_object object_of(const ObjectStart& start) noexcept { return {start.kind, start.number}; }

// A position as its caller keeps it, and whose it is.
struct Position {
  CoderPosition at;
  std::uint64_t mark = 0;
};
static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) <= sizeof(fastser_position));

Position position_of(const fastser_position& from) noexcept {
  Position position;
  std::memcpy(static_cast<void*>(&position), from.private_data, sizeof position);
  return position;
}

std::uint32_t add_branch(fastser_reader& reader) {
  auto place = std::make_unique<CoderReader::Branch>();
  std::uint32_t number = reader.free_branch;
  if (number == FASTSER_NO_NUMBER) {
    number = static_cast<std::uint32_t>(reader.branches.size());
    reader.branches.emplace_back();
  } else {
    reader.free_branch = reader.branches[number].holds;
  }
  reader.branches[number] = {std::move(place), number + 1};
  return number;
}

// Null, and an error, for a number that is none's.
fastser_reader_branch* branch_of(fastser_reader& reader, std::uint32_t number) noexcept {
  if (number < reader.branches.size() && reader.branches[number].place != nullptr) {
    return &reader.branches[number];
  }
  misuse(reader, "a branch that was not begun, or was ended");
  return nullptr;
}

template <typename Call>
fastser_object begin_object(fastser_reader* reader, const fastser_key* key, Call&& call) noexcept {
  return object_of(value<ObjectStart>(reader, key, call));
}

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace
using fastser::Status;

extern "C" {

int32_t fastser_reader_create(fastser_reader** reader, fastser_error* error) {
  if (reader == nullptr) return misuse(error, "the pointer for the reader is NULL");
  *reader = nullptr;
  return run(error, [&]() -> Status {
    *reader = std::make_unique<fastser_reader>().release();
    return {};
  });
}

void fastser_reader_destroy(fastser_reader* reader) { delete reader; }

int32_t fastser_reader_open(fastser_reader* reader, const void* archive, size_t size,
                            const fastser_limits* limits, fastser_error* error) {
  if (reader == nullptr) return misuse(error, kNoReader);
  fastser::Limits taken;
  if (!take_limits(limits, taken)) return misuse(error, "fastser_limits.struct_size is too small");
  // What is open lies on the heap: how deep that may be is for the caller to know, who recurses.
  if (limits != nullptr) taken.depth = std::max(taken.depth, limits->depth);
  if (!is_view(archive, size)) return misuse(error, "NULL for an archive that has a size");
  reader->opened = true;
  const int32_t status = report(reader->coder.open(view(archive, size), taken), error);
  reader->branches.clear();
  reader->free_branch = FASTSER_NO_NUMBER;
  reader->place = 0;
  return status;
}

int32_t fastser_reader_finish(fastser_reader* reader, fastser_error* error) {
  if (reader == nullptr) return misuse(error, kNoReader);
  if (!reader->opened) return misuse(error, kNothingOpened);
  return run(error, [&] { return reader->coder.finish(); });
}

int32_t fastser_reader_status(const fastser_reader* reader, fastser_error* error) {
  if (reader == nullptr) return misuse(error, kNoReader);
  if (!reader->opened) return misuse(error, kNothingOpened);
  return report(reader->coder.status(), error);
}

int32_t fastser_reader_type(const fastser_reader* reader, fastser_type** type,
                            fastser_error* error) {
  if (type == nullptr) return misuse(error, "the pointer for the type is NULL");
  *type = nullptr;
  if (reader == nullptr) return misuse(error, kNoReader);
  return run(error, [&]() -> Status {
    fastser::Result<fastser::Type> read = reader->coder.type();
    return read.ok() ? give_handle(*std::move(read), type) : read.status();
  });
}

void fastser_reader_fail(fastser_reader* reader, int32_t status, const char* message, size_t size) {
  if (reader == nullptr || !reader->opened || !reader->coder.status().ok()) return;
  const Status failed = failure_of(status, message, size, reader->failure);
  reader->coder.fail(failed.code(), failed.message());
}

uint32_t fastser_reader_user_version(const fastser_reader* reader) {
  return reader == nullptr ? 0 : reader->coder.user_version();
}

const fastser_key* fastser_reader_key(fastser_reader* reader, const char* data, size_t size) {
  if (reader == nullptr) return nullptr;
  if (!is_view(data, size)) {
    misuse(*reader, kWrongKey);
    return nullptr;
  }
  const fastser_key* key = nullptr;
  guarded_by(*reader, [&] { key = reader->keys.take(reader->coder, text(data, size)); });
  return key;
}

size_t fastser_reader_field_count(const fastser_reader* reader) {
  return reader == nullptr ? 0 : reader->coder.field_count();
}
fastser_field fastser_reader_field(const fastser_reader* reader, size_t index) {
  if (reader == nullptr) return {};
  const fastser::CoderField field = reader->coder.field(index);
  return {text_of(field.name), field.count, static_cast<uint32_t>(field.code), field.named ? 1 : 0};
}
size_t fastser_reader_field_index(const fastser_reader* reader) {
  return reader == nullptr ? 0 : reader->coder.field_index();
}
uint32_t fastser_reader_element_code(const fastser_reader* reader) {
  return reader == nullptr ? FASTSER_TYPE_NULL
                           : static_cast<uint32_t>(reader->coder.element_code());
}
uint32_t fastser_reader_mapped_code(const fastser_reader* reader) {
  return reader == nullptr ? FASTSER_TYPE_NULL : static_cast<uint32_t>(reader->coder.mapped_code());
}
uint64_t fastser_reader_elements_left(const fastser_reader* reader) {
  return reader == nullptr ? 0 : reader->coder.elements_left();
}

int32_t fastser_reader_begin_list(fastser_reader* reader, const fastser_key* key, uint64_t* count) {
  std::uint64_t found = 0;
  const bool opened = value<bool>(
      reader, key, [&](const auto&... k) { return reader->coder.begin_list(k..., found); });
  if (count != nullptr) *count = opened ? found : 0;
  return opened ? 1 : 0;
}
void fastser_reader_end_list(fastser_reader* reader) {
  if (reader != nullptr) reader->coder.end_list();
}
int32_t fastser_reader_begin_map(fastser_reader* reader, const fastser_key* key, uint64_t* count) {
  std::uint64_t found = 0;
  const bool opened = value<bool>(
      reader, key, [&](const auto&... k) { return reader->coder.begin_map(k..., found); });
  if (count != nullptr) *count = opened ? found : 0;
  return opened ? 1 : 0;
}
void fastser_reader_end_map(fastser_reader* reader) {
  if (reader != nullptr) reader->coder.end_map();
}
int32_t fastser_reader_begin_record(fastser_reader* reader, const fastser_key* key) {
  return value<bool>(reader, key,
                     [&](const auto&... k) { return reader->coder.begin_record(k...); })
             ? 1
             : 0;
}
void fastser_reader_end_record(fastser_reader* reader) {
  if (reader != nullptr) reader->coder.end_record();
}

fastser_object fastser_reader_begin_object(fastser_reader* reader, const fastser_key* key) {
  return begin_object(reader, key,
                      [&](const auto&... k) { return reader->coder.begin_object(k...); });
}
fastser_object fastser_reader_begin_object_or_later(fastser_reader* reader,
                                                    const fastser_key* key) {
  return begin_object(reader, key,
                      [&](const auto&... k) { return reader->coder.begin_object_or_later(k...); });
}
int32_t fastser_reader_begin_again(fastser_reader* reader, uint32_t number) {
  return reader != nullptr && reader->coder.begin_again(number) ? 1 : 0;
}
void fastser_reader_end_object(fastser_reader* reader) {
  if (reader != nullptr) reader->coder.end_object();
}
int32_t fastser_reader_begin_pending(fastser_reader* reader, uint32_t* number) {
  std::uint32_t found = FASTSER_NO_NUMBER;
  const bool opened = reader != nullptr && reader->coder.begin_pending(found);
  if (number != nullptr) *number = opened ? found : FASTSER_NO_NUMBER;
  return opened ? 1 : 0;
}
void fastser_reader_set_object(fastser_reader* reader, uint32_t number, void* object) {
  if (reader != nullptr) reader->coder.set_object(number, object);
}
void* fastser_reader_object(const fastser_reader* reader, uint32_t number) {
  return reader == nullptr ? nullptr : reader->coder.object(number);
}

uint32_t fastser_reader_class_levels(const fastser_reader* reader) {
  return reader == nullptr ? 0 : reader->coder.class_levels();
}
fastser_text fastser_reader_class_name(const fastser_reader* reader, uint32_t level) {
  return text_of(reader == nullptr ? std::string_view() : reader->coder.class_name(level));
}
uint32_t fastser_reader_class_version(const fastser_reader* reader, uint32_t level) {
  return reader == nullptr ? 0 : reader->coder.class_version(level);
}
uint32_t fastser_reader_class_number(fastser_reader* reader, uint32_t level) {
  return reader == nullptr ? FASTSER_NO_NUMBER : reader->coder.class_number(level);
}
uint32_t fastser_reader_object_class(fastser_reader* reader, uint32_t number) {
  return reader == nullptr ? FASTSER_NO_NUMBER : reader->coder.object_class(number);
}
fastser_text fastser_reader_class_name_of(const fastser_reader* reader, uint32_t class_number) {
  return text_of(reader == nullptr ? std::string_view()
                                   : reader->coder.class_name_of(class_number));
}
void fastser_reader_set_class_data(fastser_reader* reader, uint32_t class_number, void* data) {
  if (reader != nullptr) reader->coder.set_class_data(class_number, data);
}
void* fastser_reader_class_data(const fastser_reader* reader, uint32_t class_number) {
  return reader == nullptr ? nullptr : reader->coder.class_data(class_number);
}
void fastser_reader_forget_class_data(fastser_reader* reader) {
  if (reader != nullptr) reader->coder.forget_class_data();
}

fastser_position fastser_reader_position(fastser_reader* reader, const fastser_key* key) {
  fastser_position position{};
  const auto found = value<fastser::CoderPosition>(
      reader, key, [&](const auto&... k) { return reader->coder.position(k...); });
  if (!found.valid()) return position;
  const Position kept{found, reader->mark};
  std::memcpy(position.private_data, &kept, sizeof kept);
  return position;
}
int32_t fastser_position_is_valid(const fastser_position* position) {
  return position != nullptr && position_of(*position).at.valid() ? 1 : 0;
}
int32_t fastser_reader_begin_at(fastser_reader* reader, const fastser_position* position) {
  if (reader == nullptr) return 0;
  if (position == nullptr) {
    misuse(*reader, "the position is NULL");
    return 0;
  }
  const Position kept = position_of(*position);
  if (!kept.at.valid()) return 0;
  if (kept.mark != reader->mark) {
    misuse(*reader, "a position of another reader");
    return 0;
  }
  return reader->coder.begin_at(kept.at) ? 1 : 0;
}
void fastser_reader_end_at(fastser_reader* reader) {
  if (reader != nullptr) reader->coder.end_at();
}

uint32_t fastser_reader_begin_branch(fastser_reader* reader) {
  if (reader == nullptr || !reader->opened || !reader->coder.status().ok()) {
    return FASTSER_NO_NUMBER;
  }
  std::uint32_t number = FASTSER_NO_NUMBER;
  guarded_by(*reader, [&] { number = add_branch(*reader); });
  return number;
}
void fastser_reader_swap(fastser_reader* reader, uint32_t branch) {
  if (reader == nullptr || !reader->coder.status().ok()) return;
  fastser_reader_branch* const other = branch_of(*reader, branch);
  if (other == nullptr) return;
  reader->coder.swap(*other->place);
  if (reader->coder.status().ok()) std::swap(reader->place, other->holds);
}
void fastser_reader_end_branch(fastser_reader* reader, uint32_t branch) {
  if (reader == nullptr || !reader->coder.status().ok()) return;
  fastser_reader_branch* const other = branch_of(*reader, branch);
  if (other == nullptr) return;
  if (other->holds != branch + 1) {
    return misuse(*reader, "a branch is ended while it is the current one: swap back first");
  }
  other->place.reset();
  other->holds = std::exchange(reader->free_branch, branch);
}

}  // extern "C"
