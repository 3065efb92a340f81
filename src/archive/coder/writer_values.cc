// SPDX-License-Identifier: MIT
//
// CoderWriter: values that take more than a store. place() leaves room for kSlack bytes, which is
// enough for everything but the bytes of texts, data and arrays.
#include <cstring>

#include "fastser/coder_writer.hpp"
#include "fastser/internal/wire/short_text.hpp"
#include "fastser/internal/wire/utf16_to_utf8.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using coder::Tag;
using schema::TypeCode;

namespace {

// In last_string_: a string that was left alone has the newest number, once it is counted.
constexpr std::uint32_t kNotCounted = coder::kNoNumber - 1;

// Copies 16 bytes or more, the last ones perhaps twice. Whether all are ASCII, as most are: they
// are looked at on the way.
bool copy_ascii(std::byte* to, const char* from, std::size_t size) noexcept {
  std::uint64_t tops = 0;
  const auto copy = [&](std::size_t at) {
    std::uint64_t words[2];
    std::memcpy(words, from + at, sizeof words);
    std::memcpy(to + at, words, sizeof words);
    tops |= words[0] | words[1];
  };
  for (std::size_t at = 0; at < size - 16; at += 16) copy(at);
  copy(size - 16);
  return (tops & coder::kNotAscii) == 0;
}

// The same of 16 to 32 bytes that are not copied.
FASTSER_INLINE inline bool is_ascii_middle(const char* text, std::size_t size) noexcept {
  const auto* bytes = reinterpret_cast<const std::byte*>(text);
  const auto word = [&](std::size_t at)
                        FASTSER_INLINE_LAMBDA { return wire::load_le<std::uint64_t>(bytes + at); };
  return coder::is_ascii({word(0) | word(8), word(size - 16) | word(size - 8)});
}

// Padded: 16 bytes may be read.
template <bool kPadded>
FASTSER_INLINE inline wire::ShortContent short_text(const char* text, std::size_t size) noexcept {
  return kPadded ? wire::short_content(text, size) : wire::exact_content(text, size);
}

// A new shared string of at most 15 bytes; so many may be written behind it.
FASTSER_INLINE inline std::byte* put_short(std::byte* to, const wire::ShortContent& content,
                                           std::size_t size) noexcept {
  *to = static_cast<std::byte>(2 * size);
  wire::store_le(to + 1, content.low);
  wire::store_le(to + 9, content.high);
  return to + 1 + size;
}

}  // namespace

void CoderWriter::fixed_slow(Tag tag, const Key* key, std::uint64_t bits) noexcept {
  if (!take(tag, key) && !place(tag, key)) return;
  switch (schema::fixed_size(coder::code_of(tag))) {
    case 1:
      coder::store(cur_, static_cast<std::uint8_t>(bits));
      cur_ += 1;
      break;
    case 2:
      coder::store(cur_, static_cast<std::uint16_t>(bits));
      cur_ += 2;
      break;
    case 4:
      coder::store(cur_, static_cast<std::uint32_t>(bits));
      cur_ += 4;
      break;
    default:
      coder::store(cur_, bits);
      cur_ += 8;
      break;
  }
}

void CoderWriter::varint_value(const Key* key, std::int64_t value) noexcept {
  constexpr Tag kTag = coder::tag_of(TypeCode::kVarI64);
  if (take(kTag, key) || place(kTag, key)) cur_ = wire::put_varint(cur_, wire::zigzag(value));
}

void CoderWriter::varint_value(const Key* key, std::uint64_t value) noexcept {
  constexpr Tag kTag = coder::tag_of(TypeCode::kVarU64);
  if (take(kTag, key) || place(kTag, key)) cur_ = wire::put_varint(cur_, value);
}

void CoderWriter::null_value(const Key* key) noexcept {
  constexpr Tag kTag = coder::tag_of(TypeCode::kNull);
  if (!take(kTag, key)) static_cast<void>(place(kTag, key));
}

// A reference to a shared string or data value: mostly one byte or two.
FASTSER_INLINE inline void CoderWriter::put_string_reference(std::uint32_t number) noexcept {
  if (number <= RecentTexts::Reference::kLast) [[likely]] {
    const auto reference = RecentTexts::Reference::to(number);
    wire::store_le(cur_, reference.bytes);
    cur_ += reference.size;
  } else {
    cur_ = wire::put_varint(cur_, 2 * std::uint64_t{number} + 1);
  }
}

template <bool kText>
FASTSER_NOINLINE void CoderWriter::shared(const char* bytes, std::size_t size) noexcept {
  const StringTable& table = kText ? strings_ : datas_;
  SharingFields& fields = kText ? string_fields_ : data_fields_;
  if (size == 0) [[unlikely]] {
    if (kText) last_string_ = coder::kNoNumber;
    *cur_++ = std::byte{0};
    return;
  }
  if (size >= kSlack - 16 && static_cast<std::size_t>(end_ - cur_) < size + kSlack &&
      !make_room(size)) [[unlikely]] {
    return;
  }
  if (fields.skips(learn_, size)) {
    if (kText) last_string_ = kNotCounted;
    put_new<kText>(bytes, size);
    return;
  }
  const std::uint32_t hash = table.hash(bytes, size);
  const std::uint32_t number = table.find_first(hash, bytes, size, begin_);
  if (number == StringTable::kNotThere) {
    shared_new<kText>(bytes, size, hash);
    return;
  }
  fields.note_again(learn_);
  if (kText) last_string_ = number;
  put_string_reference(number);
}

// A string of 1 to 15 bytes that is neither left alone nor among the recent ones.
template <bool kPadded>
FASTSER_NOINLINE void CoderWriter::shared_short(const char* text, std::size_t size,
                                                std::uint32_t learn, std::uint32_t hash) noexcept {
  const wire::ShortContent content = short_text<kPadded>(text, size);
  StringTable::Bucket& bucket = strings_.bucket_of(hash);
  const StringTable::Entry* known = nullptr;
  if (!strings_.candidate(hash, bucket, known)) {
    // It is new for certain: what shared_new() does, with its content at hand.
    strings_.take(string_fields_.count());
    const std::uint32_t number = strings_.size();
    if (coder::is_ascii(content) &&
        strings_.add_quickly(bucket, hash, static_cast<std::uint32_t>(size), position() + 1)) {
      last_string_ = number;
      if (number > RecentTexts::kFew) recent_.prepare();
      if (options_.sharing == Sharing::adaptive) string_fields_.note_new(learn);
      cur_ = put_short(cur_, content, size);
      return;
    }
  } else if (known->size == size &&
             wire::short_content(StringTable::bytes_of(*known, begin_), size) == content) {
    string_fields_.note_again(learn);
    last_string_ = known->number;
    if (known->number <= RecentTexts::Reference::kLast && recent_.ready()) {
      recent_.put(hash, content, size, RecentTexts::Reference::to(known->number));
    }
    return put_string_reference(known->number);
  }
  learn_ = learn;
  shared_new<true>(text, size, hash);
}

// A string of 1 to 15 bytes that is not left alone.
template <bool kPadded>
FASTSER_NOINLINE void CoderWriter::shared_recent(const char* text, std::size_t size,
                                                 std::uint32_t learn) noexcept {
  const wire::ShortContent content = short_text<kPadded>(text, size);
  const std::uint32_t hash = strings_.hash(content, size);
  const RecentTexts::Reference* const known =
      recent_.ready() ? recent_.find(hash, content, size) : nullptr;
  if (known == nullptr) return shared_short<kPadded>(text, size, learn, hash);
  string_fields_.note_again(learn);
  last_string_ = known->number;
  wire::store_le(cur_, known->bytes);
  cur_ += known->size;
}

// A string of 16 to 32 bytes, for which there is room: no branch depends on its size.
FASTSER_NOINLINE void CoderWriter::shared_middle(const char* text, std::size_t size) noexcept {
  if (string_fields_.skips(learn_, size)) {
    last_string_ = kNotCounted;
    if (!is_ascii_middle(text, size)) [[unlikely]] {
      return put_new<true>(text, size);
    }
    std::byte* const to = cur_;
    cur_ = to + 1 + size;
    *to = static_cast<std::byte>(2 * size);
    wire::copy_middle(to + 1, text, size);
    return;
  }
  const std::uint32_t hash = strings_.middle_hash(text, size);
  const StringTable::Entry* known = nullptr;
  if (!strings_.candidate(hash, known) || known->size != size ||
      !wire::same_middle(text, StringTable::bytes_of(*known, begin_), size)) {
    return shared_new<true>(text, size, hash);
  }
  string_fields_.note_again(learn_);
  last_string_ = known->number;
  put_string_reference(known->number);
}

// A string that does not lie in its first place: it is new, mostly.
template <bool kText>
FASTSER_NOINLINE void CoderWriter::shared_new(const char* bytes, std::size_t size,
                                              std::uint32_t hash) noexcept {
  StringTable& table = kText ? strings_ : datas_;
  SharingFields& fields = kText ? string_fields_ : data_fields_;
  const std::uint32_t known = table.find(hash, bytes, size, begin_);
  if (known != StringTable::kNotThere) {
    fields.note_again(learn_);
    if (kText) last_string_ = known;
    put_string_reference(known);
    return;
  }
  table.take(fields.count());
  const std::size_t head = size < 0x40 ? 1 : wire::varint_size(std::uint64_t{size} << 1);
  const std::uint32_t number = table.add(hash, bytes, size, begin_, position() + head);
  if (kText) last_string_ = number;
  if (kText && number > RecentTexts::kFew) recent_.prepare();
  if (options_.sharing == Sharing::adaptive) fields.note_new(learn_);
  put_new<kText>(bytes, size);
}

// A string that was not written before; there is room for it.
template <bool kText>
void CoderWriter::put_new(const char* bytes, std::size_t size) noexcept {
  if (size < 16) {
    const wire::ShortContent content = wire::exact_content(bytes, size);
    if (!kText || coder::is_ascii(content)) [[likely]] {
      cur_ = put_short(cur_, content, size);
      return;
    }
  }
  std::byte* const to = wire::put_varint(cur_, std::uint64_t{size} << 1);
  if (size < 16) {
    std::memcpy(to, bytes, size);
  } else if (copy_ascii(to, bytes, size)) {
    cur_ = to + size;
    return;
  }
  if (kText && !wire::is_utf8({bytes, size})) {
    fail(Code::kUsage, "a string that is not UTF-8");
    return;
  }
  cur_ = to + size;
}

// The hot path: the next field is a shared string, and a short one that is left alone, or one of
// the recent ones. (What is rarer is a jump to another function, so that this one needs no frame.)
template <bool kPadded>
FASTSER_INLINE inline void CoderWriter::string_field(const char* text, std::size_t size) noexcept {
  const coder::Entry& field = *at_;
  if (field.tag != coder::tag_of(TypeCode::kSharedString) || cur_ >= guard_) {
    return string_value(nullptr, {text, size});
  }
  ++at_;
  if (size - 1 >= 15) {
    learn_ = field.learn;
    return size - 16 <= 16 ? shared_middle(text, size) : shared<true>(text, size);
  }
  if (!string_fields_.skips(field.learn, size)) {
    return shared_recent<kPadded>(text, size, field.learn);
  }
  const wire::ShortContent content = short_text<kPadded>(text, size);
  last_string_ = kNotCounted;
  if (!coder::is_ascii(content)) [[unlikely]] {
    return put_new<true>(text, size);
  }
  cur_ = put_short(cur_, content, size);
}
void CoderWriter::string(std::string_view text) noexcept {
  string_field<false>(text.data(), text.size());
}
void CoderWriter::padded_string(const char* text, std::size_t size) noexcept {
  string_field<true>(text, size);
}
void CoderWriter::string_value(const Key* key, std::string_view text) noexcept {
  if (taping_) return tape_text(coder::TapeOp::kString, key, text.data(), text.size());
  if (!take(string_tag_, key) && !place(string_tag_, key)) return;
  if (top_->unique) text_key(TypeCode::kString, text.data(), text.size());
  if (string_tag_ == coder::tag_of(TypeCode::kSharedString)) [[likely]] {
    shared<true>(text.data(), text.size());
  } else if (!wire::is_utf8(text)) {
    fail(Code::kUsage, "a string that is not UTF-8");
  } else {
    sized(text.data(), text.size());
  }
}

void CoderWriter::wide_text(const Key* key, std::u16string_view text) noexcept {
  if (text.size() > static_cast<std::size_t>(-1) / 8 || !narrow_.reserve(text.size() * 3)) {
    fail(Code::kNoMemory, "no memory for a string");
    return;
  }
  char* const to = reinterpret_cast<char*>(narrow_.data());
  const std::size_t size = wire::utf16_to_utf8(text, to);
  if (size == wire::kLoneSurrogate) {
    fail(Code::kUsage, "a string with a surrogate that stands alone");
    return;
  }
  string_value(key, {to, size});
}

bool CoderWriter::known_string(const Key* key, const void* identity) noexcept {
  if (taping_) return tape_string_again(key, identity);
  const ObjectTable::Found found = known_strings_.find(identity, 0);
  if (!found.found || (!take(string_tag_, key) && !place(string_tag_, key))) return false;
  needs_verify_ = needs_verify_ || top_->unique;  // the text is not at hand
  last_string_ = found.number;
  put_string_reference(found.number);
  return true;
}

void CoderWriter::remember_string(const void* identity) noexcept {
  if (taping_) return tape_remember(identity);
  if (last_string_ == kNotCounted) {
    strings_.take(string_fields_.count());
    last_string_ = strings_.size() - 1;
  }
  if (failed_ || identity == nullptr || last_string_ == coder::kNoNumber) return;
  if (known_strings_.find_or_add(identity, 0, last_string_).number == ObjectTable::kFailed) {
    fail(Code::kNoMemory, "no memory for the table of strings");
  }
}

void CoderWriter::data_value(const Key* key, BytesView bytes) noexcept {
  const auto* const from = reinterpret_cast<const char*>(bytes.data());
  if (key == nullptr && at_->tag == coder::tag_of(TypeCode::kSharedData) && cur_ < guard_) {
    // The next field: short, mostly, and left alone.
    learn_ = at_++->learn;
    if (bytes.size() - 1 >= 15 || !data_fields_.skips(learn_, bytes.size())) {
      return shared<false>(from, bytes.size());
    }
    cur_ = put_short(cur_, wire::exact_content(from, bytes.size()), bytes.size());
    return;
  }
  if (taping_) return tape_text(coder::TapeOp::kData, key, bytes.data(), bytes.size());
  if (!take(data_tag_, key) && !place(data_tag_, key)) return;
  if (top_->unique) text_key(TypeCode::kData, bytes.data(), bytes.size());
  if (options_.sharing != Sharing::off) {
    shared<false>(from, bytes.size());
  } else {
    sized(bytes.data(), bytes.size());
  }
}

void CoderWriter::plain_text(const Key* key, TypeCode code, std::string_view text) noexcept {
  const Tag tag = coder::tag_of(code);
  if (!take(tag, key) && !place(tag, key)) return;
  if (top_->unique) text_key(code, text.data(), text.size());
  if (!wire::is_utf8(text)) {
    fail(Code::kUsage, "a text that is not UTF-8");
    return;
  }
  sized(text.data(), text.size());
}

// varint size, bytes
void CoderWriter::sized(const void* bytes, std::size_t size) noexcept {
  if (static_cast<std::size_t>(end_ - cur_) < size + kSlack && !make_room(size)) return;
  cur_ = wire::put_varint(cur_, size);
  if (size != 0) std::memcpy(cur_, bytes, size);
  cur_ += size;
}

void CoderWriter::date_value(const Key* key, const CoderDate& value) noexcept {
  constexpr Tag kTag = coder::tag_of(TypeCode::kDate);
  if (!take(kTag, key) && !place(kTag, key)) return;
  if (value.nanoseconds >= 1000000000U) {
    fail(Code::kUsage, "a date with a second or more of nanoseconds");
    return;
  }
  wire::store_le(cur_, value.seconds);
  wire::store_le(cur_ + 8, value.nanoseconds);
  cur_ += 12;
}

void CoderWriter::uuid_value(const Key* key, const CoderUuid& value) noexcept {
  constexpr Tag kTag = coder::tag_of(TypeCode::kUuid);
  if (!take(kTag, key) && !place(kTag, key)) return;
  std::memcpy(cur_, value.data(), value.size());
  cur_ += value.size();
}

void CoderWriter::decimal_value(const Key* key, const CoderDecimal& value) noexcept {
  constexpr Tag kTag = coder::tag_of(TypeCode::kDecimal);
  if (!take(kTag, key) && !place(kTag, key)) return;
  if (value.scale > 28) {
    fail(Code::kUsage, "a decimal with a scale above 28");
    return;
  }
  wire::store_le(cur_, value.low);
  wire::store_le(cur_ + 4, value.middle);
  wire::store_le(cur_ + 8, value.high);
  wire::store_le(cur_ + 12, (std::uint32_t{value.scale} << 16) |
                                (value.negative ? std::uint32_t{0x80000000U} : 0U));
  cur_ += 16;
}

void CoderWriter::array_value(const Key* key, TypeCode code, const void* values, std::size_t count,
                              std::size_t width) noexcept {
  const Tag tag = coder::tag_of(TypeCode::kList, code);
  if (!take(tag, key) && !place(tag, key)) return;
  if (top_ >= last_frame_ && !may_list()) [[unlikely]] {
    return;
  }
  if (count > static_cast<std::size_t>(-1) / 8 / width) {
    fail(Code::kNoMemory, "no memory for the archive");
    return;
  }
  const std::size_t size = count * width;
  if (static_cast<std::size_t>(end_ - cur_) < size + kSlack && !make_room(size)) return;
  cur_ = wire::put_varint(cur_, count);
  if (size == 0) return;
  if (wire::same_in_memory(width)) {
    std::memcpy(cur_, values, size);
  } else {
    const auto* from = static_cast<const std::byte*>(values);
    for (std::size_t at = 0; at < size; ++at) cur_[at] = from[at ^ (width - 1)];
  }
  cur_ += size;
}

}  // namespace fastser::archive
