// SPDX-License-Identifier: MIT
//
// CoderReader: what is said of the innermost open thing: its fields or elements, its class.
#include "fastser/coder_reader.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;

// ---- what is open

CoderField CoderReader::field(std::size_t index) const noexcept {
  if (index >= field_count()) return {};
  const Field& field = fields().first[index];
  return {field.entry->name, schema::code(field.type), field.repeat, field.entry->named};
}

std::size_t CoderReader::field_index() const noexcept {
  const coder::ReadShape& shape = fields();
  if (!in_run()) {
    const bool none = shape.count == 0 || at_ == &nothing_;  // after an error, and after finish()
    return none ? shape.count : static_cast<std::size_t>(at_ - shape.first);
  }
  if (shape.count == 0) return 0;
  const auto behind = static_cast<std::size_t>(top_->after - shape.first);
  return run_is_over() ? behind : behind - 1;
}

TypeCode CoderReader::element_code() const noexcept {
  const bool none = !is_counted() || (top_->tuple && top_->left == 0);
  return none ? TypeCode::kNull : schema::code(top_->type);
}

TypeCode CoderReader::mapped_code() const noexcept {
  return top_->kind == Kind::kMap ? schema::code(top_->mapped) : TypeCode::kNull;
}

std::uint64_t CoderReader::elements_left() const noexcept {
  if (!is_counted() || failed_) return 0;
  const std::size_t size = schema::fixed_size(schema::code(top_->type));
  if (run_.tag() == Tag::kNone || size == 0) return top_->left;  // runs have a size
  return static_cast<std::uint64_t>(run_.limit() - cur_) / size;
}

// ---- the class

// The shape of a level, or -1.
std::int64_t CoderReader::level_of(std::uint32_t level) const noexcept {
  if (top_->shape == kNone) return -1;
  auto at = static_cast<std::int64_t>(top_->shape);
  for (; level != 0 && at >= 0; --level) at = types().shapes()[static_cast<std::size_t>(at)].super;
  return at;
}

std::uint32_t CoderReader::class_levels() const noexcept {
  if (top_->shape == kNone) return 0;
  std::uint32_t levels = 0;
  for (auto at = static_cast<std::int64_t>(top_->shape); at >= 0;
       at = types().shapes()[static_cast<std::size_t>(at)].super) {
    ++levels;
  }
  return levels;
}

std::string_view CoderReader::class_name(std::uint32_t level) const noexcept {
  const std::int64_t at = level_of(level);
  return at < 0 ? std::string_view() : types().shapes()[static_cast<std::size_t>(at)].name;
}

std::uint32_t CoderReader::class_version(std::uint32_t level) const noexcept {
  const std::int64_t at = level_of(level);
  return at < 0 ? 0 : types().shapes()[static_cast<std::size_t>(at)].version;
}

std::uint32_t CoderReader::class_number(std::uint32_t level) noexcept {
  const std::int64_t at = level_of(level);
  return at < 0 ? kNone : known_->class_number(static_cast<std::uint32_t>(at));
}

std::uint32_t CoderReader::object_class(std::uint32_t number) noexcept {
  if (number >= objects_.size() || objects_[number].shape == kNone) return kNone;
  return known_->class_number(objects_[number].shape);
}

std::string_view CoderReader::class_name_of(std::uint32_t class_number) const noexcept {
  return known_ == nullptr ? std::string_view() : known_->class_name(class_number);
}

void CoderReader::set_class_data(std::uint32_t class_number, void* data) noexcept {
  if (known_ != nullptr) known_->set_class_data(class_number, data);
}

void* CoderReader::class_data(std::uint32_t class_number) const noexcept {
  return known_ == nullptr ? nullptr : known_->class_data(class_number);
}

}  // namespace fastser::archive
