// SPDX-License-Identifier: MIT
//
// KnownTable, KnownTables.
#include "fastser/internal/archive/coder/tables.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::archive::coder {

using schema::FieldEntry;

namespace {

bool unrolls(const FieldEntry& entry) noexcept { return entry.repeat <= KnownTable::kUnrolled; }

}  // namespace

KnownTable::~KnownTable() { release(); }

void KnownTable::release() noexcept {
  for (std::size_t at = 0; at < shapes_.size(); ++at) {
    delete[] shapes_[at].first;
    delete[] shapes_[at].index;
  }
  shapes_.truncate(0);
}

Status KnownTable::parse(BytesView bytes) {
  if (!bytes_.append(bytes)) return Status(Code::kNoMemory, "no memory for the type table");
  Result<schema::TypeTable> table = schema::TypeTable::parse(bytes_);
  if (!table.ok()) return table.status();
  table_ = std::move(*table);
  if (!shapes_.resize(table_.shapes().size())) {
    return Status(Code::kNoMemory, "no memory for the shapes");
  }
  return Status();
}

bool KnownTable::is(BytesView bytes) const noexcept {
  return !bytes.empty() && bytes.size() == bytes_.size() &&
         std::memcmp(bytes.data(), bytes_.data(), bytes.size()) == 0;
}

// ---- fields

KnownTable::Cost KnownTable::cost_of(std::uint32_t shape) const noexcept {
  const auto shapes = table_.shapes();
  Cost cost;
  for (auto at = static_cast<std::int64_t>(shape); at >= 0;
       at = shapes[static_cast<std::size_t>(at)].super) {
    ++cost.levels;
    for (const FieldEntry& entry : shapes[static_cast<std::size_t>(at)].fields) {
      cost.fields += unrolls(entry) ? static_cast<std::size_t>(entry.repeat) : 1;
    }
  }
  return cost;
}

bool KnownTable::make_fields(std::uint32_t shape, std::size_t count) noexcept {
  const auto shapes = table_.shapes();
  auto* const fields = new (std::nothrow) ReadField[count + 1];
  if (fields == nullptr) return false;
  std::size_t to = count;
  std::size_t named = 0;
  for (auto at = static_cast<std::int64_t>(shape); at >= 0;
       at = shapes[static_cast<std::size_t>(at)].super) {
    const auto entries = shapes[static_cast<std::size_t>(at)].fields;
    for (std::size_t from = entries.size(); from-- > 0;) {
      const FieldEntry& entry = entries[from];
      ReadField field;
      field.entry = &entry;
      field.type = table_.expr(entry.type);
      field.repeat = unrolls(entry) ? 1 : entry.repeat;
      const schema::TypeCode code = schema::code(field.type);
      auto tag = static_cast<std::uint32_t>(code);
      if (entry.named) {
        tag |= kNamed;
        field.key = &kNoAddress;
        field.key_size = static_cast<std::uint32_t>(entry.name.size());
      }
      if (field.repeat != 1) tag |= kRepeat;
      field.tag = static_cast<Tag>(tag);
      field.simple = field.repeat == 1 && !is_wrapper(code);
      const std::size_t many = unrolls(entry) ? static_cast<std::size_t>(entry.repeat) : 1;
      to -= many;
      if (entry.named) named += many;
      std::fill_n(fields + to, many, field);
    }
  }
  ReadShape& made = shapes_[shape];
  made.first = fields;
  made.count = count;
  made.names = named == count ? FieldNames::kAll
               : named == 0   ? FieldNames::kNone
                              : FieldNames::kSome;
  made.min_size = shapes[shape].min_size;
  return true;
}

// ---- names

std::uint32_t KnownTable::bucket(const ReadShape& shape, std::string_view name) const noexcept {
  const std::uint32_t hash = name.empty() ? 0 : wire::content_hash(name.data(), name.size(), seed_);
  auto at = static_cast<std::uint32_t>(hash & shape.index_mask);
  while (shape.index[at] != kNoNumber && shape.first[shape.index[at]].entry->name != name) {
    at = static_cast<std::uint32_t>((at + 1) & shape.index_mask);
  }
  return at;
}

std::size_t KnownTable::index_bytes(std::size_t fields) noexcept {
  std::size_t slots = 16;
  while (slots < fields * 2) slots *= 2;
  return slots * sizeof(std::uint32_t);
}

bool KnownTable::make_index(std::uint32_t number) noexcept {
  ReadShape& shape = shapes_[number];
  if (!seeded_) seed_ = wire::HashSeed::from(wire::random_seed());
  seeded_ = true;
  const std::size_t slots = index_bytes(shape.count) / sizeof(std::uint32_t);
  shape.index = new (std::nothrow) std::uint32_t[slots];
  if (shape.index == nullptr) return false;
  std::fill_n(shape.index, slots, kNoNumber);
  shape.index_mask = slots - 1;
  // Backwards, so that of fields with one name the first is found.
  for (std::size_t at = shape.count; at-- > 0;) {
    ReadField& field = shape.first[at];
    if (field.key == nullptr) continue;
    std::uint32_t& slot = shape.index[bucket(shape, field.entry->name)];
    field.same = slot;
    slot = static_cast<std::uint32_t>(at);
  }
  return true;
}

ReadField* KnownTable::find(const ReadShape& shape, std::string_view name) const noexcept {
  const std::uint32_t at = shape.index[bucket(shape, name)];
  return at == kNoNumber ? nullptr : shape.first + at;
}

// ---- classes

std::uint32_t KnownTable::class_number(std::uint32_t shape) noexcept {
  if (shape < class_of_.size() && class_of_[shape] != kNoNumber) return class_of_[shape];
  const std::string_view name = table_.shapes()[shape].name;
  if (name.empty()) return kNoNumber;
  if (class_of_.empty()) {
    if (!class_of_.resize(shapes_.size())) return kNoNumber;
    std::fill_n(class_of_.data(), class_of_.size(), kNoNumber);
  }
  if (!names_) names_.reset(new (std::nothrow) StringTable);
  if (!names_) return kNoNumber;
  const auto offset =
      static_cast<std::size_t>(reinterpret_cast<const std::byte*>(name.data()) - bytes_.data());
  const auto found = names_->find_or_add(name.data(), name.size(), bytes_.data(), offset);
  if (!found.found && (names_->failed() || !classes_.push({shape, nullptr}))) {
    names_.reset();  // its numbers are not those of classes_ any more
    classes_.truncate(0);
    class_of_.truncate(0);
    return kNoNumber;
  }
  return class_of_[shape] = found.number;
}

void KnownTable::set_class_data(std::uint32_t number, void* data) noexcept {
  if (number < classes_.size()) classes_[number].data = data;
}

std::string_view KnownTable::class_name(std::uint32_t number) const noexcept {
  if (number >= classes_.size()) return {};
  return table_.shapes()[classes_[number].shape].name;
}

void KnownTable::forget_class_data() noexcept {
  for (std::size_t at = 0; at < classes_.size(); ++at) classes_[at].data = nullptr;
}

// ---- the last few tables

Result<KnownTable*> KnownTables::take(BytesView bytes) {
  for (std::size_t step = 0; step < kKept; ++step) {
    const std::size_t at = (current_ + step) % kKept;
    if (!tables_[at] || !tables_[at]->is(bytes)) continue;
    if (at != current_ && tables_[current_] && tables_[current_]->size() > kMaxKept) {
      tables_[current_].reset();
    }
    current_ = at;
    return tables_[at].get();
  }
  auto fresh = std::unique_ptr<KnownTable>(new (std::nothrow) KnownTable);
  if (!fresh) return Status(Code::kNoMemory, "no memory for the type table");
  FASTSER_TRY(fresh->parse(bytes));
  if (!tables_[current_] || tables_[current_]->size() <= kMaxKept) {
    current_ = (current_ + 1) % kKept;
  }
  tables_[current_] = std::move(fresh);
  return tables_[current_].get();
}

void KnownTables::forget_class_data() noexcept {
  for (const std::unique_ptr<KnownTable>& table : tables_) {
    if (table) table->forget_class_data();
  }
}

}  // namespace fastser::archive::coder
