// SPDX-License-Identifier: MIT
//
// ShapeStore: names, classes, finding equal shapes again, and the table's bytes.
#include "fastser/internal/archive/coder/shapes.hpp"

#include <cstring>
#include <new>

#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive::coder {
namespace {

constexpr std::size_t kChunkEntries = 128;
// Shapes are forgotten where more is kept than this, and an archive used little of it.
constexpr std::size_t kKeptEntries = std::size_t{1} << 14;

// So many shapes, and numbers of one more byte are kept room for.
constexpr std::size_t kManyOneByte = 100;
constexpr std::size_t kManyTwoByte = 16000;
constexpr std::size_t kManyThreeByte = 2000000;

std::uint32_t hash_of(std::uint32_t class_index, const Entry* entries, std::size_t count) noexcept {
  std::uint64_t hash = class_index + 1;
  for (std::size_t at = 0; at < count; ++at) {
    hash = (hash ^ static_cast<std::uint32_t>(entries[at].tag)) * 0x9E3779B97F4A7C15U;
    hash = (hash ^ (hash >> 29) ^ entries[at].name) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 32) ^ entries[at].repeat) * 0x94D049BB133111EBU;
  }
  return static_cast<std::uint32_t>(hash >> 32);
}

bool same_entries(const Entry* left, const Entry* right, std::size_t count) noexcept {
  for (std::size_t at = 0; at < count; ++at) {
    if (left[at].tag != right[at].tag || left[at].name != right[at].name ||
        left[at].repeat != right[at].repeat) {
      return false;
    }
  }
  return true;
}

bool put_varint(Buffer& out, std::uint64_t value) noexcept {
  std::byte bytes[wire::kMaxVarint];
  return out.append({bytes, static_cast<std::size_t>(wire::put_varint(bytes, value) - bytes)});
}

bool put_text(Buffer& out, std::string_view text) noexcept {
  return put_varint(out, text.size()) &&
         out.append({reinterpret_cast<const std::byte*>(text.data()), text.size()});
}

bool put_type(Buffer& out, Tag tag) noexcept {
  std::byte bytes[2 + kLongestTuple];
  return out.append({bytes, static_cast<std::size_t>(put_type(bytes, tag) - bytes)});
}

// Of zeros alone, or empty.
bool is_zeros(std::string_view name) noexcept {
  return name.find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

ShapeStore::~ShapeStore() {
  while (chunks_ != nullptr) ::operator delete(std::exchange(chunks_, chunks_->next));
  for (std::size_t at = 0; at < name_at_.size(); ++at) ::operator delete(name_at_[at].kept);
}

std::uint32_t ShapeStore::intern(std::string_view name) noexcept {
  // The table has no empty strings: what is nothing but zeros has one more in it; see name().
  const bool longer = is_zeros(name);
  if (name.size() >= 0xFFFFFFFFU - names_.size()) return kNoNumber;
  const std::size_t size = name.size() + (longer ? 1 : 0);
  // A name found is in the pool; the pool has room before the table learns of a new one.
  if (names_.size() + size > names_.capacity() && !names_.reserve((names_.size() + size) * 2)) {
    return kNoNumber;
  }
  std::byte* const room = names_.data() + names_.size();
  if (longer) std::memset(room, 0, size);
  const char* const text = longer ? reinterpret_cast<const char*>(room) : name.data();
  if (!name_at_.push({names_.size(), size, 0, 0, nullptr, 0})) return kNoNumber;
  const auto found = name_table_.find_or_add(text, size, names_.data(), names_.size());
  if (found.found) {
    name_at_.pop();
    return found.number;
  }
  if (name_table_.failed()) {  // the number is lost, the writer is not
    name_table_.forgive();
    return kNoNumber;
  }
  if (longer) {  // it lies there
    names_.set_size(names_.size() + size);
    return found.number;
  }
  return names_.append({reinterpret_cast<const std::byte*>(text), size}) ? found.number : kNoNumber;
}

std::string_view ShapeStore::name(std::uint32_t number) const noexcept {
  const NameAt at = name_at_[number];
  const std::string_view text(reinterpret_cast<const char*>(names_.data()) + at.offset, at.size);
  return is_zeros(text) ? text.substr(1) : text;
}

const char* ShapeStore::keep_text(std::uint32_t number) noexcept {
  char*& kept = name_at_[number].kept;
  if (kept != nullptr) return kept;
  const std::string_view text = name(number);
  kept = static_cast<char*>(::operator new(text.size() + 1, std::nothrow));
  if (kept == nullptr) return nullptr;
  if (!text.empty()) std::memcpy(kept, text.data(), text.size());
  name_at_[number].length = text.size();
  return kept;
}

std::uint32_t ShapeStore::define_class(std::string_view name, std::uint32_t version,
                                       std::uint32_t super) noexcept {
  const std::uint32_t name_number = intern(name);
  if (name_number == kNoNumber || !has_root()) return kNoNumber;
  // What tells it from others is interned as a name is: any number of classes may have one name.
  std::uint32_t parts[] = {name_number, version, super};
  char text[sizeof parts];
  std::memcpy(text, parts, sizeof parts);
  const std::uint32_t key = intern({text, sizeof text});
  if (key == kNoNumber) return kNoNumber;
  while (class_of_.size() <= key) {
    if (!class_of_.push(kNoNumber)) return kNoNumber;
  }
  if (class_of_[key] != kNoNumber) return class_of_[key];
  Class fresh;
  fresh.name = name_number;
  fresh.version = version;
  fresh.super = super;
  if (!push_class(fresh)) return kNoNumber;
  return class_of_[key] = static_cast<std::uint32_t>(classes_.size() - 1);
}

bool ShapeStore::push_number(std::uint32_t what) noexcept {
  if (numbers() >= kMarker || !numbers_.push(what)) return false;
  if (numbers() > kManyOneByte) {
    room_width_ = numbers() > kManyThreeByte ? 5 : numbers() > kManyTwoByte ? 3 : 2;
    ready_stamp_ = kNoNumber;
  }
  return true;
}

void ShapeStore::renew(Class& of) noexcept {
  if (of.stamp == stamp_) return;
  of.stamp = stamp_;
  of.marker = of.claimed = of.newest = kNoNumber;
  of.count = 0;
  of.width = 1;
}

void ShapeStore::forget_use(Shape& shape) noexcept {
  shape.stamp = stamp_;
  shape.number = shape.next_of_class = kNoNumber;
  if (!shape.has_names) return;
  // An address says nothing about what the next archive's keys are.
  for (std::uint32_t at = 0; at < shape.count; ++at) {
    if (shape.entries[at].name != kNoNumber) shape.entries[at].key = &kNoAddress;
  }
}

// Numbers without fields for all super-classes, the farthest first. One pass counts them, another
// gives the numbers.
bool ShapeStore::super_markers(std::uint32_t nearest) noexcept {
  const std::size_t first = numbers_.size();
  for (std::uint32_t at = nearest; at != ClassHandle::kNone; at = classes_[at].super) {
    renew(classes_[at]);
    if (classes_[at].marker != kNoNumber) break;
    if (!push_number(kMarker)) {
      numbers_.truncate(first);
      return false;
    }
  }
  std::uint32_t number = numbers();
  for (std::uint32_t at = nearest; number != first; at = classes_[at].super) {
    numbers_[--number] = kMarker | at;
    classes_[at].marker = number;
  }
  return true;
}

bool ShapeStore::claim_number(std::uint32_t class_index) noexcept {
  Class& of = classes_[class_index];
  renew(of);
  if (of.super != ClassHandle::kNone && !super_markers(of.super)) return false;
  if (!push_number(kNoNumber)) return false;
  of.claimed = numbers() - 1;
  of.width = static_cast<std::uint32_t>(wire::varint_size(of.claimed));
  return true;
}

std::uint32_t ShapeStore::take_number(std::uint32_t shape) noexcept {
  begin_use(shape);
  Shape& taker = shapes_[shape];
  Class& of = classes_[taker.class_index];
  std::uint32_t number = of.claimed;
  if (numbers_[number] == kNoNumber) {  // the claim is filled
    numbers_[number] = shape;
    of.first = shape;
  } else {
    if (!push_number(shape)) return kNoNumber;
    number = numbers() - 1;
  }
  taker.number = number;
  taker.next_of_class = of.newest;
  of.newest = shape;
  ++of.count;
  const auto width = static_cast<std::uint32_t>(wire::varint_size(number));
  if (of.width < width) of.width = width;
  return number;
}

std::uint32_t ShapeStore::add(std::uint32_t class_index, const Entry* entries,
                              std::size_t count) noexcept {
  const std::uint32_t hash = hash_of(class_index, entries, count);
  if (!index_.empty()) {
    const std::size_t mask = index_.size() - 1;
    for (std::size_t at = hash & mask; index_[at] != kNoNumber; at = (at + 1) & mask) {
      const Shape& shape = shapes_[index_[at]];
      if (shape.hash == hash && shape.class_index == class_index && shape.count == count &&
          same_entries(shape.entries, entries, count)) {
        return index_[at];
      }
    }
  }
  if (shapes_.size() >= kMarker || count > 0xFFFFFFFEU) return kNoNumber;
  Shape fresh;
  fresh.entries = allocate(count + 1);
  if (fresh.entries == nullptr) return kNoNumber;
  for (std::size_t at = 0; at < count; ++at) {
    fresh.entries[at] = entries[at];
    fresh.has_names = fresh.has_names || entries[at].name != kNoNumber;
    fresh.takes_any = fresh.takes_any || base(entries[at].tag) == tag_of(schema::TypeCode::kAny);
  }
  fresh.count = static_cast<std::uint32_t>(count);
  fresh.class_index = class_index;
  fresh.hash = hash;
  fresh.stamp = stamp_;
  fresh.next_known = classes_[class_index].known;
  if (!shapes_.push(fresh)) return kNoNumber;
  const auto shape = static_cast<std::uint32_t>(shapes_.size() - 1);
  if (!index(shape)) {
    shapes_.pop();
    return kNoNumber;
  }
  return classes_[class_index].known = shape;
}

bool ShapeStore::settle_names(Entry* entries, std::size_t count, bool hide) noexcept {
  ++name_stamp_;
  for (std::size_t at = 0; at < count; ++at) {
    if (entries[at].name == kNoNumber) continue;
    NameAt& name = name_at_[entries[at].name];
    if (name.stamp == name_stamp_) {
      if (!hide) return false;
      entries[name.entry].hidden = true;
    }
    name.stamp = name_stamp_;
    name.entry = at;
  }
  return true;
}

bool ShapeStore::index(std::uint32_t shape) noexcept {
  const auto put = [this](std::uint32_t number) {
    const std::size_t mask = index_.size() - 1;
    std::size_t at = shapes_[number].hash & mask;
    while (index_[at] != kNoNumber) at = (at + 1) & mask;
    index_[at] = number;
  };
  if (shapes_.size() * 2 > index_.size()) {
    if (!index_.resize(index_.size() < 32 ? 64 : index_.size() * 2)) return false;
    for (std::size_t at = 0; at < index_.size(); ++at) index_[at] = kNoNumber;
    for (std::uint32_t old = 0; old < shape; ++old) put(old);
  }
  put(shape);
  return true;
}

Entry* ShapeStore::allocate(std::size_t count) noexcept {
  if (chunks_ == nullptr || chunks_->room - chunks_->used < count) {
    const std::size_t room = count < kChunkEntries ? kChunkEntries : count;
    if (room > (static_cast<std::size_t>(-1) / 2) / sizeof(Entry)) return nullptr;
    static_assert(alignof(Entry) <= 2 * sizeof(void*));
    constexpr std::size_t kHead =
        (sizeof(Chunk) + alignof(Entry) - 1) / alignof(Entry) * alignof(Entry);
    void* memory = ::operator new(kHead + room * sizeof(Entry), std::nothrow);
    if (memory == nullptr) return nullptr;
    chunks_ = new (memory) Chunk{chunks_, 0, room};
  }
  constexpr std::size_t kHead =
      (sizeof(Chunk) + alignof(Entry) - 1) / alignof(Entry) * alignof(Entry);
  std::byte* first = reinterpret_cast<std::byte*>(chunks_) + kHead + chunks_->used * sizeof(Entry);
  chunks_->used += count;
  kept_entries_ += count;
  for (std::size_t at = 0; at < count; ++at) new (first + at * sizeof(Entry)) Entry{};
  return std::launder(static_cast<Entry*>(static_cast<void*>(first)));
}

// Values side by side that have one type and no names are one entry of the table.
bool ShapeStore::put_entries(Buffer& out, const Entry* entries, std::size_t count) noexcept {
  const auto unnamed = [](const Entry& entry) { return entry.name == kNoNumber || entry.hidden; };
  const auto continues = [&](std::size_t at) {
    return at < count && unnamed(entries[at]) && unnamed(entries[at - 1]) &&
           base(entries[at].tag) == base(entries[at - 1].tag);
  };
  std::uint64_t groups = 0;
  for (std::size_t at = 0; at < count; ++at) groups += at != 0 && continues(at) ? 0U : 1U;
  if (!put_varint(out, groups)) return false;
  for (std::size_t at = 0; at < count;) {
    const Entry& entry = entries[at];
    std::uint64_t repeat = entry.repeat;
    while (continues(++at)) repeat += entries[at].repeat;
    const bool has_name = !unnamed(entry);
    if (!put_varint(out, (repeat << 1) | (has_name ? 1U : 0U))) return false;
    if (has_name && !put_text(out, name(entry.name))) return false;
    if (!put_type(out, base(entry.tag))) return false;
  }
  return true;
}

bool ShapeStore::put_head(Buffer& out, std::uint32_t class_index) noexcept {
  const Class& of = classes_[class_index];
  const std::uint64_t super =
      of.super == ClassHandle::kNone ? 0 : std::uint64_t{classes_[of.super].marker} + 1;
  return put_text(out, name(of.name)) && put_varint(out, of.version) && put_varint(out, super);
}

// The shapes with a number. Mostly they are those of the archive before.
bool ShapeStore::put_shapes(Buffer& out) noexcept {
  const std::size_t count = numbers_.size();
  if (count != 0 && count == table_numbers_.size() &&
      std::memcmp(numbers_.data(), table_numbers_.data(), count * sizeof(std::uint32_t)) == 0) {
    return out.append(table_);
  }
  const std::size_t start = out.size();
  table_numbers_.truncate(0);
  for (std::size_t at = 0; at < count; ++at) {
    const std::uint32_t number = numbers_[at];
    if ((number & kMarker) != 0) {
      if (!put_head(out, number & ~kMarker) || !put_varint(out, 0)) return false;
    } else {
      const Shape& shape = shapes_[number];
      if (!put_head(out, shape.class_index) || !put_entries(out, shape.entries, shape.count)) {
        return false;
      }
    }
  }
  // To be copied next time; without memory it is made anew.
  table_.clear();
  if (table_.append(out.view().subspan(start)) && table_numbers_.resize(count) && count != 0) {
    std::memcpy(table_numbers_.data(), numbers_.data(), count * sizeof(std::uint32_t));
  }
  return true;
}

bool ShapeStore::write_table(Buffer& out, const Entry* root, std::size_t root_count) noexcept {
  const bool bare_value = root_count == 1 && root[0].name == kNoNumber && root[0].repeat == 1;
  if (!put_varint(out, numbers_.size() + (bare_value ? 0 : 1)) || !put_shapes(out)) return false;
  if (bare_value) return put_type(out, base(root[0].tag));
  // The root is an anonymous record: no name, version 0, no super-shape.
  for (int zeros = 0; zeros < 3; ++zeros) {
    if (!put_varint(out, 0)) return false;
  }
  return put_entries(out, root, root_count) &&
         put_varint(out, static_cast<std::uint64_t>(schema::TypeCode::kRecord)) &&
         put_varint(out, numbers_.size());
}

void ShapeStore::forget_shapes() noexcept {
  shapes_.truncate(0);
  for (std::size_t at = 0; at < index_.size(); ++at) index_[at] = kNoNumber;
  while (chunks_ != nullptr && chunks_->next != nullptr) {
    ::operator delete(std::exchange(chunks_, chunks_->next));
  }
  if (chunks_ != nullptr) chunks_->used = 0;
  for (std::size_t at = 0; at < classes_.size(); ++at) {
    classes_[at].first = classes_[at].known = kNoNumber;
  }
  kept_entries_ = 0;
  table_numbers_.truncate(0);
}

void ShapeStore::clear() noexcept {
  if (kept_entries_ > kKeptEntries && numbers_.size() < shapes_.size() / 4) forget_shapes();
  numbers_.truncate(0);
  room_width_ = 1;
  if (++stamp_ == kNoNumber) {  // all stamps have been used: none may be met again
    forget_shapes();
    for (std::size_t at = 0; at < classes_.size(); ++at) {
      classes_[at].stamp = 0;
      predictions_[at] = {};
    }
    stamp_ = 1;
  }
  ready_stamp_ = stamp_;
}

}  // namespace fastser::archive::coder
