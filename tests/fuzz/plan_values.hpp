// SPDX-License-Identifier: MIT
//
// Values that no C++ type describes, for plan_agree_fuzz: a Shape is a kind of value that was
// chosen byte by byte, with its Type, its Layout (by offset or by functions, as the bytes say), and
// what the format says its bytes are, written here a second time and as simply as can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fastser/coder.hpp"
#include "fastser/plan.hpp"

namespace fastser::fuzzing {

/// What an input has not yet been asked for; zeros behind its end.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  std::uint8_t byte() { return at_ == end_ ? std::uint8_t{0} : *at_++; }
  std::size_t below(std::size_t n) { return byte() % n; }
  std::uint64_t number() {  // of any length
    std::uint64_t value = 0;
    for (std::size_t n = below(9); n != 0; --n) value = value << 8 | byte();
    return value;
  }
  [[nodiscard]] bool at_end() const { return at_ == end_; }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

/// The payload as the format has it.
struct Payload {
  std::string bytes;
  std::map<const void*, std::uint64_t> objects;

  void byte(std::uint64_t value) { bytes.push_back(static_cast<char>(value & 0xFF)); }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(value | 0x80);
    byte(value);
  }
};

/// Where Types and forms of one input are made.
struct Makers {
  TypeBuilder types;
  Layout layout;
  std::size_t records = 0;
};

class Shape {
 public:
  Shape() = default;
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;
  virtual ~Shape() = default;

  virtual void make(void* value) const { std::memset(value, 0, size); }
  virtual void end(void*) const {}
  /// Makes `to` of `from`, which is no more.
  virtual void move(void* to, void* from) const { std::memcpy(to, from, size); }
  virtual void fill(void* value, Choices& choices) const = 0;
  virtual void put(const void* value, Payload& out) const = 0;
  /// The coder's call for a value of this kind; and what it reads is this value.
  virtual void code(CoderWriter&, const Key*, const void*) const {}
  virtual bool is_coded(CoderReader&, const void*) const { return true; }

  std::size_t size = 0;
  std::size_t align = 1;
  TypeId type;
  FormId form;
  bool in_coder = false;  ///< code() and is_coded() know it
  schema::TypeCode coder_code = schema::TypeCode::kAny;
};
using ShapePtr = std::unique_ptr<Shape>;

/// Memory with one value in it.
class Memory {
 public:
  explicit Memory(const Shape& shape) : shape_(shape), value_(::operator new(shape.size + 1)) {
    shape_.make(value_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    shape_.end(value_);
    ::operator delete(value_);
  }
  [[nodiscard]] void* get() const { return value_; }

 private:
  const Shape& shape_;
  void* value_;
};

template <typename T>
T load(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <typename T>
void store(void* to, T value) {
  std::memcpy(to, &value, sizeof value);
}
inline std::byte* at(void* value, std::size_t offset) {
  return static_cast<std::byte*>(value) + offset;
}
inline const std::byte* at(const void* value, std::size_t offset) {
  return static_cast<const std::byte*>(value) + offset;
}

// --- leaves --------------------------------------------------------------------------------------

template <typename T>
class Number final : public Shape {
 public:
  Number(Makers& makers, schema::TypeCode code, bool varying) : varying_(varying) {
    size = align = sizeof(T);
    type = makers.types.code(code);
    in_coder = true;
    coder_code = code;
  }
  void fill(void* value, Choices& choices) const override {
    const std::uint64_t bits = choices.number();
    store(value, static_cast<Bits>(std::is_same_v<T, bool> ? bits & 1U : bits));
  }
  void put(const void* value, Payload& out) const override {
    const auto bits = load<Bits>(value);
    if (!varying_) {
      for (std::size_t i = 0; i < sizeof(T); ++i) out.byte(std::uint64_t{bits} >> (8 * i));
    } else if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
      const auto number = static_cast<std::int64_t>(load<T>(value));
      out.varint(static_cast<std::uint64_t>(number) << 1 ^
                 (number < 0 ? ~std::uint64_t{0} : std::uint64_t{0}));
    } else {
      out.varint(bits);
    }
  }
  void code(CoderWriter& writer, const Key* key, const void* value) const override {
    const auto call = [&](auto&& one) { key != nullptr ? one(*key) : one(); };
    const T number = load<T>(value);
    call([&](const auto&... k) {
      using C = schema::TypeCode;
      switch (coder_code) {
        case C::kBool: return writer.boolean(k..., number != T{});
        case C::kI8: return writer.i8(k..., static_cast<std::int8_t>(number));
        case C::kU8: return writer.u8(k..., static_cast<std::uint8_t>(number));
        case C::kI16: return writer.i16(k..., static_cast<std::int16_t>(number));
        case C::kU16: return writer.u16(k..., static_cast<std::uint16_t>(number));
        case C::kI32: return writer.i32(k..., static_cast<std::int32_t>(number));
        case C::kU32: return writer.u32(k..., static_cast<std::uint32_t>(number));
        case C::kI64: return writer.i64(k..., static_cast<std::int64_t>(number));
        case C::kU64: return writer.u64(k..., static_cast<std::uint64_t>(number));
        case C::kF64: return writer.f64(k..., static_cast<double>(number));
        case C::kVarI64: return writer.vi64(k..., static_cast<std::int64_t>(number));
        default: return writer.vu64(k..., static_cast<std::uint64_t>(number));
      }
    });
  }
  bool is_coded(CoderReader& reader, const void* value) const override {
    using C = schema::TypeCode;
    const auto equal = [value](auto read) {
      return std::memcmp(&read, value, sizeof read) == 0 && sizeof read == sizeof(T);
    };
    switch (coder_code) {
      case C::kBool: return equal(reader.boolean());
      case C::kI8: return equal(reader.i8());
      case C::kU8: return equal(reader.u8());
      case C::kI16: return equal(reader.i16());
      case C::kU16: return equal(reader.u16());
      case C::kI32: return equal(reader.i32());
      case C::kU32: return equal(reader.u32());
      case C::kI64:
      case C::kVarI64: return equal(reader.i64());
      case C::kF64: return equal(reader.f64());
      default: return equal(reader.u64());
    }
  }

 private:
  using Bits = std::conditional_t<
      sizeof(T) == 1, std::uint8_t,
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  bool varying_;
};

/// Twelve bytes of a date, sixteen of a uuid, bits.
class Wide final : public Shape {
 public:
  Wide(Makers& makers, schema::TypeCode code) : code_(code) {
    const bool bits = code == schema::TypeCode::kBits;
    size = code == schema::TypeCode::kDate ? 12 : bits ? 2 : 16;
    type = bits ? makers.types.bits(13) : makers.types.code(code);
  }
  void fill(void* value, Choices& choices) const override {
    for (std::size_t i = 0; i < size; ++i) *at(value, i) = std::byte{choices.byte()};
    if (code_ == schema::TypeCode::kDate) {
      store(at(value, 8), std::uint32_t{choices.byte()} * 1000);
    } else if (code_ == schema::TypeCode::kBits) {
      *at(value, 1) &= std::byte{0x1F};
    }
  }
  void put(const void* value, Payload& out) const override {
    if (code_ == schema::TypeCode::kDate) {
      for (int i = 0; i < 8; ++i) out.byte(load<std::uint64_t>(value) >> (8 * i));
      for (int i = 0; i < 4; ++i) out.byte(load<std::uint32_t>(at(value, 8)) >> (8 * i));
      return;
    }
    out.bytes.append(static_cast<const char*>(value), size);
  }

 private:
  schema::TypeCode code_;
};

inline std::string chosen_text(Choices& choices) {
  constexpr std::size_t kSizes[] = {0, 1, 2, 3, 5, 8, 15, 16, 17, 22, 23, 31, 32, 33, 40, 130};
  std::string text(kSizes[choices.below(16)], static_cast<char>(choices.byte() & 0x7F));
  if (!text.empty()) text.back() = static_cast<char>(choices.byte() & 0x7F);
  return text;
}

/// T is std::string or a vector of bytes.
template <typename T>
class StdText final : public Shape {
 public:
  static constexpr bool kIsData = !std::is_same_v<T, std::string>;
  explicit StdText(Makers& makers) {
    size = sizeof(T);
    align = alignof(T);
    in_coder = true;
    coder_code = kIsData ? schema::TypeCode::kData : schema::TypeCode::kString;
    type = makers.types.code(coder_code);
    form = kIsData ? makers.layout.std_bytes() : makers.layout.std_string();
  }
  void make(void* value) const override { new (value) T(); }
  void end(void* value) const override { of(value).~T(); }
  void move(void* to, void* from) const override {
    new (to) T(std::move(of(from)));
    of(from).~T();
  }
  void fill(void* value, Choices& choices) const override {
    const std::string text = chosen_text(choices);
    of(value).assign(text.begin(), text.end());
  }
  void put(const void* value, Payload& out) const override {
    const T& text = *static_cast<const T*>(value);
    out.varint(text.size());
    out.bytes.append(text.begin(), text.end());
  }
  void code(CoderWriter& writer, const Key* key, const void* value) const override {
    const T& text = *static_cast<const T*>(value);
    if constexpr (kIsData) {
      const BytesView bytes = std::as_bytes(std::span(text));
      key != nullptr ? writer.data(*key, bytes) : writer.data(bytes);
    } else {
      key != nullptr ? writer.string(*key, text) : writer.string(text);
    }
  }
  bool is_coded(CoderReader& reader, const void* value) const override {
    const T& text = *static_cast<const T*>(value);
    if constexpr (kIsData) {
      const BytesView bytes = reader.data();
      return bytes.size() == text.size() &&
             (text.empty() || std::memcmp(bytes.data(), text.data(), text.size()) == 0);
    } else {
      return reader.string() == text;
    }
  }

 private:
  static T& of(void* value) { return *static_cast<T*>(value); }
};

/// A pointer and a size, as C has it.
class OwnText final : public Shape {
 public:
  OwnText(Makers& makers, std::size_t how) {
    size = sizeof(Slot);
    align = alignof(Slot);
    type = makers.types.code(schema::TypeCode::kString);
    TextAccess access{.size = sizeof(Slot), .set = &set};
    if (how == 0) access.get = &get;
    if (how == 1) {
      access.at = {SpanAt::Extent::kCount32, offsetof(Slot, first), offsetof(Slot, count)};
    } else if (how == 2) {
      access.at = {SpanAt::Extent::kEnd, offsetof(Slot, first), offsetof(Slot, behind)};
    }
    form = makers.layout.text(access);
  }
  void end(void* value) const override { delete[] load<Slot>(value).first; }
  void fill(void* value, Choices& choices) const override {
    const std::string text = chosen_text(choices);
    static_cast<void>(set(nullptr, value, text.data(), text.size()));
  }
  void put(const void* value, Payload& out) const override {
    const auto slot = load<Slot>(value);
    out.varint(slot.count);
    if (slot.count != 0) out.bytes.append(slot.first, slot.count);
  }

 private:
  struct Slot {
    std::uint32_t count;
    char* first;
    char* behind;
  };
  static Code get(void*, const void* slot, const char** text, std::size_t* size) {
    *text = load<Slot>(slot).first;
    *size = load<Slot>(slot).count;
    return Code::kOk;
  }
  static Code set(void*, void* to, const char* text, std::size_t size) {
    auto slot = load<Slot>(to);
    delete[] slot.first;
    slot.first = size != 0 ? new char[size] : nullptr;
    if (size != 0) std::memcpy(slot.first, text, size);
    slot.behind = slot.first + size;
    slot.count = static_cast<std::uint32_t>(size);
    store(to, slot);
    return Code::kOk;
  }
};

// --- what holds others ---------------------------------------------------------------------------

/// Elements side by side.
class List final : public Shape {
 public:
  List(Makers& makers, ShapePtr element, std::size_t how) : element_(std::move(element)) {
    size = sizeof(Slot);
    align = alignof(Slot);
    stride_ = (element_->size + 7) / 8 * 8;
    if (element_->size != 0 && element_->size < 8 && element_->align == element_->size) {
      stride_ = element_->size;  // as an array of numbers lies
    }
    if (stride_ == 0) stride_ = 8;
    type = makers.types.list(element_->type);
    in_coder = element_->in_coder;
    coder_code = schema::TypeCode::kList;
    ListAccess access{.context = this, .size = sizeof(Slot), .stride = stride_};
    access.resize = &resize;
    if (how == 0) {
      access.view = &view;
    } else if (how == 1) {
      access.at = {SpanAt::Extent::kCount64, offsetof(Slot, first), offsetof(Slot, count)};
    } else {
      access.at = {SpanAt::Extent::kEnd, offsetof(Slot, first), offsetof(Slot, behind)};
    }
    form = makers.layout.list(access, element_->form);
  }
  void end(void* value) const override { static_cast<void>(resized(value, 0)); }
  void fill(void* value, Choices& choices) const override {
    std::size_t count = choices.below(6);
    if (count == 5) count = choices.byte() / 4;  // longer than a list that is looked at first
    std::byte* first = resized(value, count);
    for (std::size_t i = 0; i < count; ++i) element_->fill(first + i * stride_, choices);
  }
  void put(const void* value, Payload& out) const override {
    const auto slot = load<Slot>(value);
    out.varint(slot.count);
    for (std::size_t i = 0; i < slot.count; ++i) element_->put(slot.first + i * stride_, out);
  }
  void code(CoderWriter& writer, const Key* key, const void* value) const override {
    const auto slot = load<Slot>(value);
    const auto what = element_->coder_code == schema::TypeCode::kList ? schema::TypeCode::kAny
                                                                      : element_->coder_code;
    key != nullptr ? writer.begin_list(*key, slot.count, what)
                   : writer.begin_list(slot.count, what);
    for (std::size_t i = 0; i < slot.count; ++i) {
      element_->code(writer, nullptr, slot.first + i * stride_);
    }
    writer.end_list();
  }
  bool is_coded(CoderReader& reader, const void* value) const override {
    const auto slot = load<Slot>(value);
    std::uint64_t count = 0;
    if (!reader.begin_list(count) || count != slot.count) return false;
    for (std::size_t i = 0; i < slot.count; ++i) {
      if (!element_->is_coded(reader, slot.first + i * stride_)) return false;
    }
    reader.end_list();
    return true;
  }

 private:
  struct Slot {
    std::byte* first;
    std::uint64_t count;
    std::byte* behind;
  };
  static Code view(void*, const void* list, const void** first, std::size_t* count) {
    *first = load<Slot>(list).first;
    *count = static_cast<std::size_t>(load<Slot>(list).count);
    return Code::kOk;
  }
  static Code resize(void* context, void* list, std::size_t count, void** first) {
    *first = static_cast<const List*>(context)->resized(list, count);
    return Code::kOk;
  }
  std::byte* resized(void* value, std::size_t count) const {
    const auto old = load<Slot>(value);
    auto* const first =
        count != 0 ? static_cast<std::byte*>(::operator new(count* stride_)) : nullptr;
    for (std::size_t i = 0; i < count || i < old.count; ++i) {
      if (i < count && i < old.count) {
        element_->move(first + i * stride_, old.first + i * stride_);
      } else if (i < count) {
        element_->make(first + i * stride_);
      } else {
        element_->end(old.first + i * stride_);
      }
    }
    ::operator delete(old.first);
    store(value, Slot{first, count, first + count * stride_});
    return first;
  }

  ShapePtr element_;
  std::size_t stride_;
};

/// A fixed number of values in the value itself.
class Array final : public Shape {
 public:
  Array(Makers& makers, ShapePtr element, std::size_t count)
      : element_(std::move(element)), count_(count) {
    align = element_->align;
    size = element_->size * count;
    type = makers.types.array(element_->type, count);
    form = makers.layout.array(element_->form, element_->size);
  }
  void make(void* value) const override {
    each(value, [&](void* one) { element_->make(one); });
  }
  void end(void* value) const override {
    each(value, [&](void* one) { element_->end(one); });
  }
  void move(void* to, void* from) const override {
    for (std::size_t i = 0; i < count_; ++i) {
      element_->move(at(to, i * element_->size), at(from, i * element_->size));
    }
  }
  void fill(void* value, Choices& choices) const override {
    each(value, [&](void* one) { element_->fill(one, choices); });
  }
  void put(const void* value, Payload& out) const override {
    for (std::size_t i = 0; i < count_; ++i) element_->put(at(value, i * element_->size), out);
  }

 private:
  template <typename Call>
  void each(void* value, Call&& call) const {
    for (std::size_t i = 0; i < count_; ++i) call(at(value, i * element_->size));
  }
  ShapePtr element_;
  std::size_t count_;
};

/// A value or none: beside a flag, or behind a pointer.
class Maybe final : public Shape {
 public:
  Maybe(Makers& makers, ShapePtr element, std::size_t how)
      : element_(std::move(element)), far_(how >= 2) {
    flag_ = far_ ? 0 : element_->size;
    align = far_ ? alignof(void*) : element_->align;
    size = far_ ? sizeof(void*) : (element_->size + align) / align * align;
    type = makers.types.optional(element_->type);
    MaybeAccess access{.context = this, .size = size, .emplace = &emplace, .reset = &reset};
    if (how % 2 == 0) {
      access.get = &get;
    } else {
      access.at = {far_ ? MaybeAt::Has::kPointer : MaybeAt::Has::kFlag, 0, flag_};
    }
    form = makers.layout.optional(access, element_->form);
  }
  void end(void* value) const override { static_cast<void>(reset(self(), value)); }
  void move(void* to, void* from) const override {
    if (far_) return Shape::move(to, from);
    *at(to, flag_) = *at(from, flag_);
    if (inside(from) != nullptr) element_->move(to, from);
  }
  void fill(void* value, Choices& choices) const override {
    void* inner = nullptr;
    if (choices.below(3) == 0) {
      static_cast<void>(reset(self(), value));
    } else if (emplace(self(), value, &inner) == Code::kOk) {
      element_->fill(inner, choices);
    }
  }
  void put(const void* value, Payload& out) const override {
    const void* inner = inside(value);
    out.byte(inner != nullptr ? 1 : 0);
    if (inner != nullptr) element_->put(inner, out);
  }

 private:
  [[nodiscard]] void* self() const { return const_cast<Maybe*>(this); }
  [[nodiscard]] const void* inside(const void* value) const {
    if (far_) return load<const void*>(value);
    return *at(value, flag_) != std::byte{0} ? value : nullptr;
  }
  static const void* get(void* context, const void* slot) {
    return static_cast<const Maybe*>(context)->inside(slot);
  }
  static Code emplace(void* context, void* slot, void** value) {
    const auto& self = *static_cast<const Maybe*>(context);
    if (self.inside(slot) == nullptr) {
      void* inner = self.far_ ? ::operator new(self.element_->size + 1) : slot;
      self.element_->make(inner);
      if (self.far_) {
        store(slot, inner);
      } else {
        *at(slot, self.flag_) = std::byte{1};
      }
    }
    *value = const_cast<void*>(self.inside(slot));
    return Code::kOk;
  }
  static Code reset(void* context, void* slot) {
    const auto& self = *static_cast<const Maybe*>(context);
    void* const inner = const_cast<void*>(self.inside(slot));
    if (inner == nullptr) return Code::kOk;
    self.element_->end(inner);
    if (self.far_) {
      ::operator delete(inner);
      store(slot, static_cast<void*>(nullptr));
    } else {
      *at(slot, self.flag_) = std::byte{0};
    }
    return Code::kOk;
  }

  ShapePtr element_;
  bool far_;
  std::size_t flag_;
};

/// A variant, or (is_any) a value whose type the archive says.
class Choice final : public Shape {
 public:
  Choice(Makers& makers, std::vector<ShapePtr> cases, bool is_any, std::size_t how)
      : cases_(std::move(cases)), is_any_(is_any), index_size_(how % 2 == 0 ? 1 : 4) {
    align = 8;
    for (const ShapePtr& one : cases_) size = std::max(size, one->size);
    index_ = (size + 7) / 8 * 8;
    size = index_ + 8;
    VariantAccess access{.context = this, .size = size, .emplace = &emplace};
    if (how / 2 == 0) {
      access.get = &get;
    } else {
      access.at = {index_size_, index_, 0};
    }
    if (is_any) {
      type = makers.types.code(schema::TypeCode::kAny);
      form = makers.layout.any(access);
      for (const ShapePtr& one : cases_) {
        const Result<Type> built = makers.types.build(one->type);
        if (!built.ok()) continue;  // compile says so
        makers.layout.any_case(form, *built, one->form);
        types_.emplace_back();
        // A type expression without records is the whole table behind a count of none, but for its
        // root; with records their numbers would be others. So records are no cases here.
        const std::vector<std::byte> table = built->table();
        types_.back().assign(reinterpret_cast<const char*>(table.data()) + 1, table.size() - 1);
      }
    } else {
      std::vector<TypeId> ids;
      std::vector<FormId> forms;
      for (const ShapePtr& one : cases_) {
        ids.push_back(one->type);
        forms.push_back(one->form);
      }
      type = makers.types.variant(ids);
      form = makers.layout.variant(access, forms);
    }
  }
  void make(void* value) const override {
    std::memset(value, 0, size);
    cases_[0]->make(value);
  }
  void end(void* value) const override { cases_[index_of(value)]->end(value); }
  void move(void* to, void* from) const override {
    std::memcpy(at(to, index_), at(from, index_), 8);
    cases_[index_of(from)]->move(to, from);
  }
  void fill(void* value, Choices& choices) const override {
    void* inner = nullptr;
    const std::size_t index = choices.below(cases_.size());
    static_cast<void>(emplace(const_cast<Choice*>(this), value, index, &inner));
    cases_[index]->fill(inner, choices);
  }
  void put(const void* value, Payload& out) const override {
    const std::size_t index = index_of(value);
    if (is_any_) {
      out.bytes += types_[index];
    } else {
      out.varint(index);
    }
    cases_[index]->put(value, out);
  }

 private:
  [[nodiscard]] std::size_t index_of(const void* value) const {
    return index_size_ == 1 ? load<std::uint8_t>(at(value, index_))
                            : load<std::uint32_t>(at(value, index_));
  }
  static Code get(void* context, const void* slot, std::size_t* index, const void** value) {
    *index = static_cast<const Choice*>(context)->index_of(slot);
    *value = slot;
    return Code::kOk;
  }
  static Code emplace(void* context, void* slot, std::size_t index, void** value) {
    const auto& self = *static_cast<const Choice*>(context);
    *value = slot;
    if (self.index_of(slot) == index) return Code::kOk;
    self.end(slot);
    self.cases_[index]->make(slot);
    if (self.index_size_ == 1) {
      store(at(slot, self.index_), static_cast<std::uint8_t>(index));
    } else {
      store(at(slot, self.index_), static_cast<std::uint32_t>(index));
    }
    return Code::kOk;
  }

  std::vector<ShapePtr> cases_;
  std::vector<std::string> types_;  // of an any
  bool is_any_;
  std::size_t index_size_;
  std::size_t index_;
};

/// A record, with or without names, or a tuple: values at offsets, with gaps between them.
class Fields final : public Shape {
 public:
  enum class Kind : std::uint8_t { kNamed, kUnnamed, kTuple };
  Fields(Makers& makers, std::vector<ShapePtr> parts, Kind kind, std::size_t gap)
      : parts_(std::move(parts)), kind_(kind) {
    for (const ShapePtr& part : parts_) {
      align = std::max(align, part->align);
      size = (size + part->align - 1) / part->align * part->align;
      offsets_.push_back(size);
      size += part->size + (gap % 3 == 0 ? gap : 0);
    }
    size = (size + align - 1) / align * align;
    if (kind == Kind::kTuple) {
      make_tuple(makers);
    } else {
      make_record(makers);
    }
  }
  void make(void* value) const override {
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->make(at(value, offsets_[i]));
  }
  void end(void* value) const override {
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->end(at(value, offsets_[i]));
  }
  void move(void* to, void* from) const override {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i]->move(at(to, offsets_[i]), at(from, offsets_[i]));
    }
  }
  void fill(void* value, Choices& choices) const override {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i]->fill(at(value, offsets_[i]), choices);
    }
  }
  void put(const void* value, Payload& out) const override {
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->put(at(value, offsets_[i]), out);
  }

  /// As the root of a coder's archive. What the coder has no call for is left out, and made new in
  /// the value.
  [[nodiscard]] bool is_root() const { return kind_ == Kind::kNamed; }
  void code_root(CoderWriter& writer, void* value) const {
    writer.begin_record(writer.define_class(name_, 0));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      void* const part = at(value, offsets_[i]);
      if (parts_[i]->in_coder) {
        const std::string name = part_name(i);
        const KeyHandle handle = writer.define_key(name);
        const Key key = writer.key(handle);
        parts_[i]->code(writer, &key, part);
      } else {
        parts_[i]->end(part);
        parts_[i]->make(part);
      }
    }
    writer.end_record();
  }
  [[nodiscard]] bool is_coded_root(CoderReader& reader, const void* value) const {
    if (!reader.begin_record()) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!parts_[i]->in_coder) {
        reader.skip();
      } else if (!parts_[i]->is_coded(reader, at(value, offsets_[i]))) {
        return false;
      }
    }
    reader.end_record();
    return true;
  }

 private:
  static std::string part_name(std::size_t i) { return std::string(1, static_cast<char>('a' + i)); }
  void make_tuple(Makers& makers) {
    std::vector<TypeId> ids;
    std::vector<FormId> forms;
    for (const ShapePtr& part : parts_) {
      ids.push_back(part->type);
      forms.push_back(part->form);
    }
    type = makers.types.tuple(ids);
    form = makers.layout.tuple(size, offsets_, forms);
  }
  void make_record(Makers& makers) {
    name_ = "R" + std::to_string(makers.records++);
    type = makers.types.record(name_);
    form = makers.layout.record(size);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (kind_ == Kind::kNamed) {
        makers.types.field(type, part_name(i), parts_[i]->type);
        makers.layout.field(form, part_name(i), offsets_[i], parts_[i]->form);
      } else {
        makers.types.unnamed(type, parts_[i]->type);
        makers.layout.unnamed(form, offsets_[i], parts_[i]->form);
      }
    }
  }

  std::vector<ShapePtr> parts_;
  std::vector<std::size_t> offsets_;
  std::string name_;
  Kind kind_;
};

/// A map, or a set (no value), whose entries lie anywhere; one of their keys is there once.
class Map final : public Shape {
 public:
  Map(Makers& makers, ShapePtr key, ShapePtr value, std::size_t how)
      : key_(std::move(key)), value_(std::move(value)) {
    size = sizeof(Entries*);
    align = alignof(Entries*);
    behind_ = (key_->size + 7) / 8 * 8;
    node_ = behind_ + (value_ != nullptr ? value_->size : 0) + 1;
    MapAccess access{.context = this, .size = size, .key_size = key_->size, .node = node_};
    access.count = &count;
    if (how % 2 == 0) {
      access.each = &each;
    } else {
      access.next = &next;
    }
    access.clear = &clear;
    access.make_key = [](void* context, void* k) {
      static_cast<const Map*>(context)->key_->make(k);
      return Code::kOk;
    };
    access.end_key = [](void* context, void* k) { static_cast<const Map*>(context)->key_->end(k); };
    access.insert = &insert;
    if (value_ != nullptr) {
      type = makers.types.map(key_->type, value_->type);
      form = makers.layout.map(access, key_->form, value_->form);
    } else {
      type = makers.types.set(key_->type);
      form = makers.layout.set(access, key_->form);
    }
  }
  void make(void* value) const override { store(value, new Entries()); }
  void end(void* value) const override {
    static_cast<void>(clear(self(), value, 0));
    delete load<Entries*>(value);
  }
  void fill(void* value, Choices& choices) const override {
    static_cast<void>(clear(self(), value, 0));
    for (std::size_t n = choices.below(20), i = 0; i < n; ++i) {
      const Memory key(*key_);
      key_->fill(key.get(), choices);
      void* inner = nullptr;
      if (insert(self(), value, key.get(), i, &inner) == Code::kOk && inner != nullptr) {
        value_->fill(inner, choices);
      }
    }
  }
  void put(const void* value, Payload& out) const override {
    const Entries& all = *load<Entries*>(value);
    out.varint(all.in_order.size());
    for (std::byte* const entry : all.in_order) {
      key_->put(entry, out);
      if (value_ != nullptr) value_->put(entry + behind_, out);
    }
  }

 private:
  struct Entries {
    std::vector<std::byte*> in_order;
    std::set<std::string> keys;  // their bytes
  };
  [[nodiscard]] void* self() const { return const_cast<Map*>(this); }
  static Code count(void*, const void* map, std::size_t* count) {
    *count = load<Entries*>(map)->in_order.size();
    return Code::kOk;
  }
  [[nodiscard]] const void* value_in(std::byte* entry) const {
    return value_ != nullptr ? entry + behind_ : nullptr;
  }
  static Code each(void* context, const void* map, EachCall* call) {
    for (std::byte* const entry : load<Entries*>(map)->in_order) {
      const Code code = call->visit(call, entry, static_cast<const Map*>(context)->value_in(entry));
      if (code != Code::kOk) return code;
    }
    return Code::kOk;
  }
  static Code next(void* context, const void* map, ElementsMark* mark, ElementAt* out,
                   std::size_t room, std::size_t* taken) {
    const std::vector<std::byte*>& all = load<Entries*>(map)->in_order;
    auto from = load<std::uint64_t>(mark->bytes);
    std::size_t n = 0;
    for (; n < room && from < all.size(); ++n, ++from) {
      std::byte* const entry = all[static_cast<std::size_t>(from)];
      out[n] = {entry, static_cast<const Map*>(context)->value_in(entry)};
    }
    store(mark->bytes, from);
    *taken = n;
    return Code::kOk;
  }
  static Code clear(void* context, void* map, std::size_t) {
    const auto& self = *static_cast<const Map*>(context);
    Entries& all = *load<Entries*>(map);
    for (std::byte* const entry : all.in_order) {
      self.key_->end(entry);
      if (self.value_ != nullptr) self.value_->end(entry + self.behind_);
      ::operator delete(entry);
    }
    all = {};
    return Code::kOk;
  }
  static Code insert(void* context, void* map, void* key, std::size_t, void** value) {
    const auto& self = *static_cast<const Map*>(context);
    Entries& all = *load<Entries*>(map);
    Payload wanted;
    self.key_->put(key, wanted);
    if (!all.keys.insert(std::move(wanted.bytes)).second) return Code::kMalformed;
    auto* const entry = static_cast<std::byte*>(::operator new(self.node_));
    all.in_order.push_back(entry);
    self.key_->move(entry, key);
    self.key_->make(key);
    if (self.value_ != nullptr) {
      self.value_->make(entry + self.behind_);
      *value = entry + self.behind_;
    }
    return Code::kOk;
  }

  ShapePtr key_;
  ShapePtr value_;
  std::size_t behind_;
  std::size_t node_;
};

/// A pointer to an object that others may point to as well.
class Ref final : public Shape {
 public:
  Ref(Makers& makers, ShapePtr target) : target_(std::move(target)) {
    size = sizeof(Pointer);
    align = alignof(Pointer);
    type = makers.types.ref(target_->type);
    ObjectAccess object{.context = this, .size = target_->size};
    object.make = [](void* context, std::shared_ptr<void>* made) {
      *made = static_cast<const Ref*>(context)->new_object();
      return Code::kOk;
    };
    RefAccess access{.size = size};
    access.get = [](void*, const void* slot, const void** found) {
      *found = static_cast<const Pointer*>(slot)->get();
      return Code::kOk;
    };
    access.set = [](void*, void* slot, const std::shared_ptr<void>& to) {
      *static_cast<Pointer*>(slot) = to;
      return Code::kOk;
    };
    form = makers.layout.ref(access, makers.layout.object(object, target_->form));
  }
  void make(void* value) const override { new (value) Pointer(); }
  void end(void* value) const override { of(value).~Pointer(); }
  void move(void* to, void* from) const override {
    new (to) Pointer(std::move(of(from)));
    of(from).~Pointer();
  }
  void fill(void* value, Choices& choices) const override {
    switch (choices.below(4)) {
      case 0: of(value).reset(); break;
      case 1: of(value) = last_.lock(); break;
      default: {
        Pointer made = new_object();
        target_->fill(made.get(), choices);
        of(value) = made;
        last_ = made;
        break;
      }
    }
  }
  void put(const void* value, Payload& out) const override {
    const void* const object = static_cast<const Pointer*>(value)->get();
    if (object == nullptr) return out.varint(0);
    const auto [found, is_new] = out.objects.try_emplace(object, out.objects.size());
    if (!is_new) return out.varint(6 + found->second);
    out.varint(1);
    target_->put(object, out);
  }

 private:
  using Pointer = std::shared_ptr<void>;
  static Pointer& of(void* value) { return *static_cast<Pointer*>(value); }
  [[nodiscard]] Pointer new_object() const {
    void* const memory = ::operator new(target_->size + 1);
    target_->make(memory);
    return {memory, [this](void* object) {
              target_->end(object);
              ::operator delete(object);
            }};
  }

  ShapePtr target_;
  mutable std::weak_ptr<void> last_;
};

}  // namespace fastser::fuzzing
