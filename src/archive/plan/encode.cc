// SPDX-License-Identifier: MIT
//
// Writing by a plan: the loop over steps, and what is behind accessors.
#include <algorithm>
#include <array>
#include <cstring>
#include <exception>

#include "archive/plan/program.hpp"
#include "fastser/internal/archive/text_sample.hpp"
#include "fastser/internal/archive/typed/codec/string.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {

namespace {

using Text = Codec<std::string>;
using Bytes = Codec<std::vector<std::uint8_t>>;
constexpr schema::Flags kShare = schema::kShareAll;
constexpr schema::Flags kLeave = schema::kShareAll | schema::kLeaveTexts;

template <typename T>
const T& at(const std::byte* from) noexcept {
  return *static_cast<const T*>(static_cast<const void*>(from));
}
template <typename T>
const T& access_of(const PlanStep& step) noexcept {
  return *static_cast<const T*>(step.access);
}

// An unsigned integer in memory, widened.
std::uint64_t load_unsigned(const std::byte* from, std::size_t size) noexcept {
  const auto load = [from]<typename U>(U value) {
    std::memcpy(&value, from, sizeof value);
    return std::uint64_t{value};
  };
  if (size == 2) return load(std::uint16_t{});
  return size == 4 ? load(std::uint32_t{}) : load(std::uint64_t{});
}
std::int64_t load_signed(const std::byte* from, std::size_t size) noexcept {
  const std::uint64_t bits = load_unsigned(from, size);
  if (size == 2) return static_cast<std::int16_t>(bits);
  return size == 4 ? static_cast<std::int32_t>(bits) : static_cast<std::int64_t>(bits);
}

template <typename U>
void swap_to_wire(std::byte* to, const std::byte* from) noexcept {
  U value;
  std::memcpy(&value, from, sizeof value);
  wire::store_le(to, value);
}

}  // namespace

std::byte* PlanEncoder::refused(std::byte* cur, Code code) {
  fail(cur, code, "an accessor function of the plan failed");
  return cur;
}

FASTSER_INLINE inline std::byte* PlanEncoder::one(const PlanBlock& block, const void* value,
                                                  std::byte* cur) {
  const auto* from = static_cast<const std::byte*>(value);
  if (block.only == PlanOp::kString) return Text::encode<0>(at<std::string>(from), cur, *this);
  if (block.only == PlanOp::kCopy8) {
    cur = ensure(cur, 8);
    std::memcpy(cur, from, 8);
    return cur + 8;
  }
  if (block.only == PlanOp::kVariant) return variant(*block.steps, from, cur);
  return run(block.steps, from, cur);
}

// A block inside this one that may lead to it again: bounded, since the machine's stack is.
FASTSER_INLINE inline std::byte* PlanEncoder::nested(const PlanBlock& inner, const void* base,
                                                     std::byte* cur) {
  if (!inner.nests) return one(inner, base, cur);
  if (++depth > kMaxDepth) {
    fail(cur, Code::kTooDeep, "values nested deeper than any reader's limit");
  } else {
    cur = run(inner.steps, static_cast<const std::byte*>(base), cur);
  }
  --depth;
  return cur;
}

// One switch, since that is what an interpreter is.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::byte* PlanEncoder::run(const PlanStep* first, const std::byte* base, std::byte* cur,
                            std::size_t count, std::size_t stride) {
  if (count == 0) return cur;
  for (const PlanStep* step = first;; ++step) {
    const std::byte* const from = base + step->offset;
    switch (step->op) {
      case PlanOp::kEnd:
        if (--count == 0) return cur;
        base += stride;
        step = first - 1;
        break;
      case PlanOp::kCopy1:
        cur = ensure(cur, step->room);
        *cur++ = *from;
        break;
      case PlanOp::kCopy2:
        cur = ensure(cur, step->room);
        std::memcpy(cur, from, 2);
        cur += 2;
        break;
      case PlanOp::kCopy4:
        cur = ensure(cur, step->room);
        std::memcpy(cur, from, 4);
        cur += 4;
        break;
      case PlanOp::kCopy8:
        cur = ensure(cur, step->room);
        std::memcpy(cur, from, 8);
        cur += 8;
        break;
      case PlanOp::kCopy16:
        cur = ensure(cur, step->room);
        copy_two_words(cur, from, step->size);
        cur += step->size;
        break;
      case PlanOp::kCopy:
        cur = ensure(cur, step->room);
        std::memcpy(cur, from, step->size);
        cur += step->size;
        break;
      case PlanOp::kBools: {
        cur = ensure(cur, step->room);
        for (std::size_t i = 0; i < step->size; ++i) {
          cur[i] = from[i] != std::byte{0} ? std::byte{1} : std::byte{0};
        }
        cur += step->size;
        break;
      }
      case PlanOp::kSwap2:
      case PlanOp::kSwap4:
      case PlanOp::kSwap8:
      case PlanOp::kFixed:
      case PlanOp::kDate:
      case PlanOp::kDecimal:
      case PlanOp::kBits: cur = fixed(*step, from, ensure(cur, step->room)); break;
      case PlanOp::kBulk: cur = put_bytes(cur, from, step->size); break;
      case PlanOp::kVarint: cur = put_varint(cur, load_unsigned(from, step->size)); break;
      case PlanOp::kZigzag:
        cur = put_varint(cur, wire::zigzag(load_signed(from, step->size)));
        break;
      case PlanOp::kString: cur = Text::encode<0>(at<std::string>(from), cur, *this); break;
      case PlanOp::kStrings: {
        const auto* string = &at<std::string>(from);
        for (const auto* const end_of = string + step->count; string != end_of; ++string) {
          cur = Text::encode<0>(*string, cur, *this);
        }
        break;
      }
      case PlanOp::kStringShared:
        if (step->slot != PlanStep::kNoSlot) field_slot = step->slot;
        cur = Text::encode<kShare>(at<std::string>(from), cur, *this);
        break;
      case PlanOp::kStringLeft:
        cur = Text::encode<kLeave>(at<std::string>(from), cur, *this);
        break;
      case PlanOp::kBytes:
        cur = Bytes::encode<0>(at<std::vector<std::uint8_t>>(from), cur, *this);
        break;
      case PlanOp::kBytesShared:
        if (step->slot != PlanStep::kNoSlot) field_slot = step->slot;
        cur = Bytes::encode<kShare>(at<std::vector<std::uint8_t>>(from), cur, *this);
        break;
      case PlanOp::kText:
      case PlanOp::kTextShared:
      case PlanOp::kTextLeft: cur = text(*step, from, cur); break;
      case PlanOp::kOptional: {
        const auto& access = access_of<MaybeAccess>(*step);
        const void* inner = access.get(access.context, from);
        cur = ensure(cur, 1);
        *cur++ = inner != nullptr ? std::byte{1} : std::byte{0};
        if (inner != nullptr) cur = nested(*step->inner, inner, cur);
        break;
      }
      case PlanOp::kList: cur = list(*step, from, cur); break;
      case PlanOp::kArray:
        cur = elements(*step->inner, from, static_cast<std::size_t>(step->count), step->size, cur);
        break;
      case PlanOp::kSet:
      case PlanOp::kMap: cur = map(*step, from, cur); break;
      case PlanOp::kVariant: cur = variant(*step, from, cur); break;
      case PlanOp::kRef: cur = ref(*step, from, cur); break;
      case PlanOp::kCall: cur = nested(*step->inner, from, cur); break;
      case PlanOp::kSlot: field_slot = step->slot; break;
    }
  }
}

std::byte* PlanEncoder::fixed(const PlanStep& step, const std::byte* from, std::byte* cur) {
  switch (step.op) {
    case PlanOp::kSwap2: swap_to_wire<std::uint16_t>(cur, from); break;
    case PlanOp::kSwap4: swap_to_wire<std::uint32_t>(cur, from); break;
    case PlanOp::kSwap8: swap_to_wire<std::uint64_t>(cur, from); break;
    case PlanOp::kDate: {
      std::uint32_t nanoseconds = 0;
      std::memcpy(&nanoseconds, from + 8, 4);
      if (nanoseconds >= 1000000000U) fail(cur, Code::kUsage, "a date of too many nanoseconds");
      swap_to_wire<std::uint64_t>(cur, from);
      wire::store_le(cur + 8, nanoseconds);
      break;
    }
    case PlanOp::kBits: {
      std::memcpy(cur, from, step.size);
      const auto spare = static_cast<unsigned>(step.count % 8);
      if (spare != 0) cur[step.size - 1] &= static_cast<std::byte>((1U << spare) - 1);
      break;
    }
    case PlanOp::kFixed: {
      const auto& access = access_of<FixedAccess>(step);
      const Code code = access.store(access.context, from, cur);
      if (code != Code::kOk) return refused(cur, code);
      break;
    }
    default: std::memcpy(cur, from, step.size); break;  // a decimal
  }
  return cur + step.size;
}

std::byte* PlanEncoder::text(const PlanStep& step, const std::byte* from, std::byte* cur) {
  const auto& access = access_of<TextAccess>(step);
  const char* bytes = nullptr;
  std::size_t size = 0;
  const Code code = access.get(access.context, from, &bytes, &size);
  if (code != Code::kOk) [[unlikely]] {
    return refused(cur, code);
  }
  if (step.op == PlanOp::kText) return put_sized(cur, bytes, size);
  if (step.op == PlanOp::kTextLeft) return put_left_alone(cur, bytes, size);
  if (step.slot != PlanStep::kNoSlot) field_slot = step.slot;
  if (sharing_fields(access.is_data).skips(field_slot, size)) {
    return put_new_shared(cur, bytes, size);
  }
  return put_shared(cur, bytes, size, access.is_data);
}

// --- lists ---------------------------------------------------------------------------------------

std::byte* PlanEncoder::list(const PlanStep& step, const std::byte* from, std::byte* cur) {
  const auto& access = access_of<ListAccess>(step);
  if (access.view == nullptr) return each_of_list(step, from, cur);
  const void* first = nullptr;
  std::size_t count = 0;
  const Code code = access.view(access.context, from, &first, &count);
  if (code != Code::kOk) [[unlikely]] {
    return refused(cur, code);
  }
  cur = put_varint(cur, count);
  return elements(*step.inner, static_cast<const std::byte*>(first), count, access.stride, cur);
}

// Asks a sample which of the texts repeat, as codec/text_list.hpp does; true when none do.
template <typename At>
bool PlanEncoder::leaves_texts(const PlanBlock& block, std::size_t count, const At& at) {
  const std::size_t fields = block.texts;
  std::vector<TextSample> samples(fields);
  std::vector<std::uint8_t> repeats(fields);
  std::vector<std::uint32_t> slots(fields, field_slot);
  std::size_t repeating = 0;
  for (std::size_t burst = 0; burst < TextSample::kBursts && repeating < fields; ++burst) {
    const std::size_t start = TextSample::start_of(burst, count);
    for (std::size_t i = start; i < start + TextSample::kBurst; ++i) {
      std::size_t field = 0;
      for (const PlanStep* step = block.steps; step->op != PlanOp::kEnd; ++step) {
        if (!is_text(step->op)) continue;
        const std::byte* from = at(i) + step->offset;
        if (step->slot != PlanStep::kNoSlot) slots[field] = step->slot;
        const char* bytes = nullptr;
        std::size_t size = 0;
        if (step->op == PlanOp::kStringShared) {
          const auto& string = *static_cast<const std::string*>(static_cast<const void*>(from));
          bytes = string.data();
          size = string.size();
        } else {
          const auto& access = access_of<TextAccess>(*step);
          if (access.get(access.context, from, &bytes, &size) != Code::kOk) return false;
        }
        if (repeats[field] == 0 && samples[field].add(bytes, size)) {
          repeats[field] = 1;
          ++repeating;
        }
        ++field;
      }
    }
  }
  if (repeating == 0) return true;
  for (std::size_t field = 0; field < fields; ++field) {
    if (repeats[field] == 0) {
      tables->string_fields.leave_alone(slots[field], static_cast<std::uint32_t>(count));
    }
  }
  return false;
}

std::byte* PlanEncoder::elements(const PlanBlock& whole, const std::byte* first, std::size_t count,
                                 std::size_t stride, std::byte* cur) {
  const PlanBlock* block = &whole;
  if (block->copied != 0 && block->copied == stride) return put_bytes(cur, first, count * stride);
  if (++depth > kMaxDepth && block->nests) {
    fail(cur, Code::kTooDeep, "values nested deeper than any reader's limit");
    --depth;
    return cur;
  }
  std::size_t taken = 0;  // string numbers of texts that are left alone
  if (block->texts != 0 && adaptive && count >= TextSample::kLeastCount &&
      count <= 0xFFFFFFFFU / block->texts &&
      leaves_texts(*block, count, [=](std::size_t i) { return first + i * stride; })) {
    taken = count * block->texts;
    block = &program_.blocks[block->left_alone];
    empty_texts = 0;
  }
  // A Buffer without much room: the first few tell how large the rest will be.
  constexpr std::size_t kSample = 4;
  if (count >= 4 * kSample && room(cur) < 32 * count) {
    const std::size_t before = used(cur);
    cur = run(block->steps, first, cur, kSample, stride);
    expect_more(cur, before, kSample, count - kSample);
    first += kSample * stride;
    count -= kSample;
  }
  cur = run(block->steps, first, cur, count, stride);
  --depth;
  if (taken != 0) tables->strings.take(static_cast<std::uint32_t>(taken - empty_texts));
  return cur;
}

namespace {

// Visits write; what they throw (no memory) must not pass through functions of the caller's.
template <typename Work>
FASTSER_INLINE inline Code as_code(Work&& work) noexcept {
#if defined(__cpp_exceptions)
  try {
#endif
    work();
    return Code::kOk;
#if defined(__cpp_exceptions)
  } catch (const std::exception&) {
    return Code::kNoMemory;
  }
#endif
}

}  // namespace

struct PlanEncoder::Each : EachCall {
  PlanEncoder& encoder;
  std::byte* cur;
  const PlanBlock& keys;
  const PlanBlock* values;  // null: a list or set
  std::size_t left;         // elements that the count promised

  Each(PlanEncoder& e, std::byte* at, const PlanBlock& key, const PlanBlock* value, std::size_t n)
      : EachCall{&visit_one}, encoder(e), cur(at), keys(key), values(value), left(n) {}
  static Code visit_one(EachCall* call, const void* key, const void* value) {
    auto& self = *static_cast<Each*>(call);
    if (self.left == 0) return Code::kUsage;
    --self.left;
    return as_code([&] {
      self.cur = self.encoder.one(self.keys, key, self.cur);
      if (self.values != nullptr) self.cur = self.encoder.one(*self.values, value, self.cur);
    });
  }
};

// Keeps the addresses of what it visits.
struct PlanEncoder::Gather : EachCall {
  std::vector<std::pair<const void*, const void*>> all;
  Gather() : EachCall{&visit_one} {}
  static Code visit_one(EachCall* call, const void* key, const void* value) {
    auto& self = *static_cast<Gather*>(call);
    return as_code([&] { self.all.emplace_back(key, value); });
  }
};

std::byte* PlanEncoder::each_of_list(const PlanStep& step, const void* list, std::byte* cur) {
  const auto& access = access_of<ListAccess>(step);
  std::size_t count = 0;
  Code code = access.count(access.context, list, &count);
  if (code != Code::kOk) return refused(cur, code);
  cur = put_varint(cur, count);
  const PlanBlock* block = step.inner;
  std::size_t taken = 0;
  if (block->texts != 0 && adaptive && access.indexed && count >= TextSample::kLeastCount &&
      count <= 0xFFFFFFFFU / block->texts) {
    Gather gather;
    code = access.each(access.context, list, &gather);
    if (code != Code::kOk || gather.all.size() != count) return refused(cur, code);
    const auto element = [&](std::size_t i) {
      return static_cast<const std::byte*>(gather.all[i].first);
    };
    if (leaves_texts(*block, count, element)) {
      taken = count * block->texts;
      block = &program_.blocks[block->left_alone];
      empty_texts = 0;
    }
  }
  if (++depth > kMaxDepth) {
    fail(cur, Code::kTooDeep, "values nested deeper than any reader's limit");
    --depth;
    return cur;
  }
  Each call(*this, cur, *block, nullptr, count);
  code = access.each(access.context, list, &call);
  --depth;
  if (code == Code::kOk && call.left != 0) code = Code::kUsage;
  if (code != Code::kOk) return refused(call.cur, code);
  if (taken != 0) tables->strings.take(static_cast<std::uint32_t>(taken - empty_texts));
  return call.cur;
}

// --- maps, variants, objects ---------------------------------------------------------------------

std::byte* PlanEncoder::map(const PlanStep& step, const void* map, std::byte* cur) {
  const auto& access = access_of<MapAccess>(step);
  std::size_t count = 0;
  Code code = access.count(access.context, map, &count);
  if (code != Code::kOk) return refused(cur, code);
  cur = put_varint(cur, count);
  if (++depth > kMaxDepth) {
    fail(cur, Code::kTooDeep, "values nested deeper than any reader's limit");
    --depth;
    return cur;
  }
  const bool is_map = step.op == PlanOp::kMap;
  const PlanBlock* values = is_map ? step.value : nullptr;
  Each call(*this, cur, *step.inner, values, count);
  if (canonical && access.unordered) {
    Gather gather;
    code = access.less == nullptr ? Code::kUsage : access.each(access.context, map, &gather);
    if (code == Code::kOk) {
      std::sort(gather.all.begin(), gather.all.end(), [&](const auto& a, const auto& b) {
        return access.less(access.context, a.first, b.first);
      });
      for (const auto& [key, value] : gather.all) {
        if (code == Code::kOk) code = call.visit(&call, key, value);
      }
    }
  } else {
    code = access.each(access.context, map, &call);
  }
  --depth;
  if (code == Code::kOk && call.left != 0) code = Code::kUsage;
  return code == Code::kOk ? call.cur : refused(call.cur, code);
}

std::byte* PlanEncoder::variant(const PlanStep& step, const void* slot, std::byte* cur) {
  const auto& access = access_of<VariantAccess>(step);
  std::size_t index = 0;
  const void* value = nullptr;
  Code code = access.get(access.context, slot, &index, &value);
  if (code == Code::kOk && index >= step.count) code = Code::kUsage;
  if (code != Code::kOk) return refused(cur, code);
  cur = put_varint(cur, index);
  return nested(*program_.alternative_blocks[step.block + index], value, cur);
}

std::byte* PlanEncoder::ref(const PlanStep& step, const void* slot, std::byte* cur) {
  const auto& access = access_of<RefAccess>(step);
  const void* object = nullptr;
  const Code code = access.get(access.context, slot, &object);
  if (code != Code::kOk) return refused(cur, code);
  if (object == nullptr) return put_varint(cur, schema::kSlotNil);
  if (access.weak) return put_promise(cur, object, step.block).cur;
  const SlotResult made = put_slot(cur, object, step.block);
  if (!made.is_new) return made.cur;
  const std::uint32_t block = program_.classes[step.block]->block;
  if (!made.is_inline) {
    bodies_.push_back({block, object});
    return made.cur;
  }
  ++inline_depth;
  cur = one(program_.blocks[block], object, made.cur);
  --inline_depth;
  return cur;
}

std::byte* PlanEncoder::bodies(std::byte* cur) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {  // a body may queue further ones
    const Body body = bodies_[i];
    inline_depth = 0;
    depth = 0;
    cur = one(program_.blocks[body.block], body.object, cur);
  }
  return cur;
}

}  // namespace fastser::archive
