// SPDX-License-Identifier: MIT
//
// Statistics. Records nest, so bytes of a shape and of a field include what is inside them; bytes
// of a type code are its own values' alone.
#include "convert/inspect/statistics.hpp"

#include "convert/inspect/tree_text.hpp"

#include <algorithm>
#include <cstdio>

#include "fastser/internal/wire/varint.hpp"

namespace fastser::convert {

using archive::ContentUse;
using schema::TypeCode;
using schema::TypeExpr;

bool Statistics::begin_record(std::uint32_t shape) {
  ++shapes_[shape].count;
  open_.push_back({position});
  return true;
}

void Statistics::close_field() {
  OpenRecord& record = open_.back();
  if (record.field != nullptr) fields_[record.field].bytes += position - record.field_start;
}

bool Statistics::field(const schema::FieldEntry& entry, std::uint64_t) {
  close_field();
  open_.back().field = &entry;
  open_.back().field_start = position;
  ++fields_[&entry].count;
  return true;
}

bool Statistics::end_record(std::uint32_t shape) {
  close_field();
  shapes_[shape].bytes += position - open_.back().start;
  open_.pop_back();
  return true;
}

Statistics::Sum& Statistics::of(TypeExpr type) {
  return codes_[static_cast<std::size_t>(schema::code(type))];
}

bool Statistics::begin_sequence(TypeExpr type, std::uint64_t count) {
  Sum& sum = of(type);
  ++sum.count;
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kList || code == TypeCode::kSet) sum.bytes += wire::varint_size(count);
  return true;
}

bool Statistics::begin_map(TypeExpr type, std::uint64_t count) {
  ++of(type).count;
  of(type).bytes += wire::varint_size(count);
  return true;
}

bool Statistics::takes_run(TypeExpr element, std::uint64_t count, BytesView bytes) {
  // Records are looked into, so that their fields are counted.
  if (schema::code(element) == TypeCode::kRecord) return false;
  of(element).count += count;
  of(element).bytes += bytes.size();
  return true;
}

bool Statistics::absent(TypeExpr type) {
  ++codes_[static_cast<std::size_t>(TypeCode::kNull)].count;
  if (schema::code(type) != TypeCode::kNull) {
    ++codes_[static_cast<std::size_t>(TypeCode::kNull)].bytes;  // the flag, or the nil slot
  }
  return true;
}

bool Statistics::scalar(TypeExpr type, const archive::Scalar& scalar) {
  ++of(type).count;
  of(type).bytes += scalar.bytes.size();
  return true;
}

void Statistics::shared(Sharing& sharing, std::size_t size, ContentUse use) {
  if (use.kind == ContentUse::kNew) ++sharing.fresh;
  if (use.kind != ContentUse::kAgain) return;
  ++sharing.again;
  const std::size_t whole = size + wire::varint_size(2 * std::uint64_t{size});
  const std::size_t slot = wire::varint_size(use.number * 2 + 1);
  if (whole > slot) sharing.saved += whole - slot;
}

bool Statistics::text(TypeExpr type, std::string_view value, ContentUse use) {
  ++of(type).count;
  of(type).bytes += use.kind == ContentUse::kAgain ? wire::varint_size(use.number * 2 + 1)
                                                   : value.size() + wire::varint_size(value.size());
  shared(strings_, value.size(), use);
  return true;
}

bool Statistics::data(TypeExpr type, BytesView value, ContentUse use) {
  ++of(type).count;
  of(type).bytes += use.kind == ContentUse::kAgain ? wire::varint_size(use.number * 2 + 1)
                                                   : value.size() + wire::varint_size(value.size());
  shared(datas_, value.size(), use);
  return true;
}

bool Statistics::begin_object(std::uint64_t number, bool) {
  ++objects_.fresh;
  if (number >= object_sizes_.size()) object_sizes_.resize(static_cast<std::size_t>(number) + 1);
  object_sizes_[static_cast<std::size_t>(number)] = position;
  return true;
}

bool Statistics::end_object(std::uint64_t number) {
  std::size_t& size = object_sizes_[static_cast<std::size_t>(number)];
  size = position - size;
  return true;
}

bool Statistics::object_again(std::uint64_t number) {
  ++objects_.again;
  if (number >= object_sizes_.size()) return true;  // the body comes later
  const std::size_t size = object_sizes_[static_cast<std::size_t>(number)];
  const std::size_t slot = wire::varint_size(number + 6);
  if (size > slot) objects_.saved += size - slot;
  return true;
}

namespace {

std::string row(const std::string& name, std::uint64_t count, std::uint64_t bytes) {
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%12llu %14llu  ", static_cast<unsigned long long>(count),
                static_cast<unsigned long long>(bytes));
  return numbers + name + '\n';
}

}  // namespace

std::string Statistics::report() const {
  std::string out =
      "bytes by class and field (with everything inside)\n       count          bytes\n";
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const schema::Shape& shape = table_.shapes()[i];
    out += row("record " + shape_text(shape.name, i), shapes_[i].count, shapes_[i].bytes);
    std::uint64_t index = 0;
    for (const schema::FieldEntry& entry : shape.fields) {
      const auto found = fields_.find(&entry);
      const Sum sum = found == fields_.end() ? Sum{} : found->second;
      out += row("  " + (entry.named ? field_text(entry.name) : std::to_string(index)), sum.count,
                 sum.bytes);
      index += entry.repeat;
    }
  }
  out += "bytes by type (their own alone)\n";
  std::vector<std::size_t> order;
  for (std::size_t code = 0; code < codes_.size(); ++code) {
    if (codes_[code].count != 0) order.push_back(code);
  }
  std::sort(order.begin(), order.end(), [this](std::size_t left, std::size_t right) {
    if (codes_[left].bytes != codes_[right].bytes) return codes_[left].bytes > codes_[right].bytes;
    return left < right;
  });
  for (const std::size_t code : order) {
    out += row(std::string(schema::code_name(static_cast<TypeCode>(code))), codes_[code].count,
               codes_[code].bytes);
  }
  out += "sharing (uses again, bytes saved)\n";
  out += row(std::to_string(strings_.fresh) + " shared strings", strings_.again, strings_.saved);
  out += row(std::to_string(datas_.fresh) + " shared data", datas_.again, datas_.saved);
  out += row(std::to_string(objects_.fresh) + " objects", objects_.again, objects_.saved);
  return out;
}

}  // namespace fastser::convert
