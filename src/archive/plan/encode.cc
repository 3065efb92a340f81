// SPDX-License-Identifier: MIT
//
// Writing by a plan: the loop over steps. Lists of records are part of it: what is around them
// waits in a frame, so that an element costs no call.
#include <array>
#include <cstring>

#include "archive/plan/encode_one.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {

namespace {

using Text = Codec<std::string>;
using Bytes = Codec<std::vector<std::uint8_t>>;
constexpr schema::Flags kShare = schema::kShareAll;
constexpr schema::Flags kLeave = schema::kShareAll | schema::kLeaveTexts;

// An unsigned integer in memory, widened.
std::uint64_t load_unsigned(const std::byte* from, std::size_t size) noexcept {
  if (size == 2) return load<std::uint16_t>(from);
  return size == 4 ? load<std::uint32_t>(from) : load<std::uint64_t>(from);
}
std::int64_t load_signed(const std::byte* from, std::size_t size) noexcept {
  if (size == 2) return load<std::int16_t>(from);
  return size == 4 ? load<std::int32_t>(from) : load<std::int64_t>(from);
}

template <typename U>
void swap_to_wire(std::byte* to, const std::byte* from) noexcept {
  wire::store_le(to, load<U>(from));
}

constexpr std::uint32_t kSecond = 1000000000;  // in nanoseconds

// A count or a number where there is room for any.
FASTSER_INLINE inline std::byte* put_number(std::byte* cur, std::uint64_t value) noexcept {
  if (value < 0x80) [[likely]] {
    *cur = static_cast<std::byte>(value);
    return cur + 1;
  }
  return wire::put_varint(cur, value);
}

// At most kShortText bytes, of which nothing else may be read: no call, no loop.
FASTSER_INLINE inline void copy_exactly(std::byte* to, const std::byte* from,
                                        std::size_t size) noexcept {
  if (size >= 16) {
    copy_two<CopyWord>(to, from, size);
  } else if (size >= 8) {
    copy_two<std::uint64_t>(to, from, size);
  } else if (size >= 4) {
    copy_two<std::uint32_t>(to, from, size);
  } else if (size != 0) {
    to[0] = from[0];
    to[size / 2] = from[size / 2];
    to[size - 1] = from[size - 1];
  }
}

}  // namespace

std::byte* PlanEncoder::refused(std::byte* cur, Code code) {
  fail(cur, code, kRefused);
  return cur;
}

std::byte* PlanEncoder::wrong_date(std::byte* cur) {
  fail(cur, Code::kUsage, "a date with a second or more of nanoseconds");
  return cur;
}

// What a slot says by SpanAt; nothing, and the encode has failed, where that makes no sense.
FASTSER_INLINE inline std::size_t PlanEncoder::span(const PlanStep& step, const std::byte* base,
                                                    const std::byte*& first, std::byte*& cur) {
  std::size_t count = 0;
  if (load_span(step, base, first, count)) [[likely]] {
    return count;
  }
  cur = refused(cur, Code::kUsage);
  return 0;
}

// A list of which the elements are written: where they are, and what comes after them.
struct PlanEncoder::Frame {
  const PlanStep* step;      // the list
  const PlanStep* elements;  // their first step
  const std::byte* base;     // of the value that the list is part of
  std::size_t left;
  std::size_t stride;
  std::uint32_t levels;  // that they lie deeper than the list's own value
};

// The loop is written once: by labels in a table, or, where compilers have no such thing, by a
// switch. With labels a step has a jump of its own, which the processor predicts by what this step
// was followed by. Not every step: clang 18 and 19 leave all of them one jump when there would be
// more than 16 (which took half as long again for lists of small records). So the steps that most
// values are made of have one (FASTSER_NEXT), the others share one (NEXT_STEP, NEXT_RUN).
#if FASTSER_GNU
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wgnu-label-as-value"
#endif
#define FASTSER_STEP(name) name
#define FASTSER_GO() goto * step->label
#else
#define FASTSER_STEP(name) case PlanOp::name
#define FASTSER_GO() continue
#endif
#define FASTSER_NEXT() \
  ++step;              \
  FASTSER_GO()
#define FASTSER_NEXT_STEP() goto next_step
// Behind a step that ends a run.
#define FASTSER_NEXT_RUN() goto next_run

// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
std::byte* PlanEncoder::run(const PlanBlock& block, const std::byte* base, std::byte* cur,
                            std::size_t count, std::size_t stride) {
#if FASTSER_GNU
#define FASTSER_PLAN_LABEL(name) &&name,
  static const void* const kLabels[] = {FASTSER_PLAN_OPS(FASTSER_PLAN_LABEL)};
#undef FASTSER_PLAN_LABEL
#endif
  if (count == 0) {
#if FASTSER_GNU
    // Labels are known in here only: labels() asks for them so.
    if (cur == nullptr) return reinterpret_cast<std::byte*>(const_cast<const void**>(kLabels));
#endif
    return cur;
  }
  constexpr std::size_t kFrames = 8;
  std::array<Frame, kFrames> frames;
  Frame* frame = frames.data();
  *frame = {nullptr, block.steps, nullptr, count, stride, 0};
  const PlanStep* step = block.steps;
  cur = ensure(cur, block.room);
#if FASTSER_GNU
  FASTSER_GO();
  {
    {
#else
  for (;;) {
    switch (step->op) {
#endif
      FASTSER_STEP(kEnd) : {
        if (--frame->left != 0) {
          base += frame->stride;
          cur = ensure(cur, step->rest);
          step = frame->elements;
          FASTSER_GO();
        }
        step = frame->step;
        if (step == nullptr) return cur;
        base = frame->base;
        leave(frame->levels);
        --frame;
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kCopy1) : {
        *cur = base[step->offset];
        cur += 1;
        FASTSER_NEXT();
      }
      FASTSER_STEP(kCopy2) : {
        std::memcpy(cur, base + step->offset, 2);
        cur += 2;
        FASTSER_NEXT();
      }
      FASTSER_STEP(kCopy4) : {
        std::memcpy(cur, base + step->offset, 4);
        cur += 4;
        FASTSER_NEXT();
      }
      FASTSER_STEP(kCopy8) : {
        std::memcpy(cur, base + step->offset, 8);
        cur += 8;
        FASTSER_NEXT();
      }
      FASTSER_STEP(kCopyFew) : {
        copy_exactly(cur, base + step->offset, step->size);
        cur += step->size;
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kCopy16) : {
        copy_two<std::uint64_t>(cur, base + step->offset, step->size);
        cur += step->size;
        FASTSER_NEXT();
      }
      FASTSER_STEP(kCopy32) : {
        copy_two<CopyWord>(cur, base + step->offset, step->size);
        cur += step->size;
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kCopy) : {
        std::memcpy(cur, base + step->offset, step->size);
        cur += step->size;
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kBools) : {
        const std::byte* const from = base + step->offset;
        const std::size_t size = step->size;
        std::size_t i = 0;
        do {
          cur[i] = from[i] != std::byte{0} ? std::byte{1} : std::byte{0};
        } while (++i != size);
        cur += size;
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kSwap2)
          : FASTSER_STEP(kSwap4)
          : FASTSER_STEP(kSwap8)
          : FASTSER_STEP(kFixed) : FASTSER_STEP(kDecimal) : FASTSER_STEP(kBits) : {
        cur = fixed(*step, base + step->offset, cur);
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kDate) : {
        const std::byte* const from = base + step->offset;
        const auto nanoseconds = load<std::uint32_t>(from + 8);
        if (nanoseconds >= kSecond) [[unlikely]] {
          cur = wrong_date(cur);
        }
        swap_to_wire<std::uint64_t>(cur, from);
        wire::store_le(cur + 8, nanoseconds);
        cur += 12;
        FASTSER_NEXT();
      }
      FASTSER_STEP(kBulk) : {
        cur = put_bytes(cur, base + step->offset, step->size);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kVarint) : {
        cur = put_number(cur, load_unsigned(base + step->offset, step->size));
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kZigzag) : {
        cur = put_number(cur, wire::zigzag(load_signed(base + step->offset, step->size)));
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kString) : {
        const auto& string = at<std::string>(base + step->offset);
        const std::size_t size = string.size();
        // Asked for before the stores: behind them a compiler has to look at the string again.
        const char* const bytes = string.data();
        if (FASTSER_PADDED_STRINGS && size <= wire::kShortText) [[likely]] {
          *cur = static_cast<std::byte>(size);
          wire::copy_short(cur + 1, bytes, size);
          cur += 1 + size;
          FASTSER_NEXT();
        }
        cur = put_text(cur, bytes, size);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kStrings) : {
        const auto* string = &at<std::string>(base + step->offset);
        for (const auto* const end_of = string + step->count; string != end_of; ++string) {
          const std::size_t size = string->size();
          if (FASTSER_PADDED_STRINGS && size <= wire::kShortText) [[likely]] {
            *cur = static_cast<std::byte>(size);
            wire::copy_short(cur + 1, string->data(), size);
            cur += 1 + size;
          } else {
            cur = put_text(cur, string->data(), size);
            // For the shorter ones behind it too.
            cur = ensure(cur, (1 + wire::kShortText) * static_cast<std::size_t>(end_of - string) +
                                  step->rest);
          }
        }
        FASTSER_NEXT();
      }
      FASTSER_STEP(kStringShared) : {
        if (step->slot != PlanStep::kNoSlot) field_slot = step->slot;
        cur = Text::encode<kShare>(at<std::string>(base + step->offset), cur, *this);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kStringLeft) : {
        cur = Text::encode<kLeave>(at<std::string>(base + step->offset), cur, *this);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kBytes) : {
        const auto& bytes = at<std::vector<std::uint8_t>>(base + step->offset);
        const std::size_t size = bytes.size();
        if (size <= wire::kShortText) {
          *cur = static_cast<std::byte>(size);
          copy_exactly(cur + 1, reinterpret_cast<const std::byte*>(bytes.data()), size);
          cur += 1 + size;
          FASTSER_NEXT();
        }
        cur = put_text(cur, bytes.data(), size);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kBytesShared) : {
        if (step->slot != PlanStep::kNoSlot) field_slot = step->slot;
        cur = Bytes::encode<kShare>(at<std::vector<std::uint8_t>>(base + step->offset), cur, *this);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kTextAt) : {
        const std::byte* bytes = nullptr;
        const std::size_t size = span(*step, base, bytes, cur);
        if (size <= wire::kShortText) {
          *cur = static_cast<std::byte>(size);
          copy_exactly(cur + 1, bytes, size);
          cur += 1 + size;
          FASTSER_NEXT();
        }
        cur = put_text(cur, bytes, size);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kText) : FASTSER_STEP(kTextShared) : FASTSER_STEP(kTextLeft) : {
        cur = text(*step, base, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kOptional) : {
        const void* inner = get_optional(*step, base);
        *cur = inner != nullptr ? std::byte{1} : std::byte{0};
        cur += 1;
        if (inner != nullptr) {
          cur = nested({*step->inner, step->inner->inside(*step, Inside::kChoice)}, inner, cur);
        }
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kOptionalHere) : {
        const bool has = base[step->extent] != std::byte{0};
        *cur = has ? std::byte{1} : std::byte{0};
        cur += 1;
        if (!has) step += step->size;
        FASTSER_NEXT();
      }
      FASTSER_STEP(kListAt) : {
        const std::byte* first = nullptr;
        const std::size_t elements_left = span(*step, base, first, cur);
        cur = put_number(cur, elements_left);
        if (elements_left == 0) {
          FASTSER_NEXT_RUN();
        }
        const PlanBlock& inner = *step->inner;
        // A few of them need no sample, and go on in this loop.
        const std::uint32_t levels = inner.inside(*step, Inside::kElement);
        if (elements_left >= kLongList || frame == &frames.back() ||
            !has_depth(levels + inner.levels)) {
          cur = elements({inner, levels}, first, elements_left, step->size, cur);
          FASTSER_NEXT_RUN();
        }
        depth_left -= levels;
        *++frame = {step, inner.steps, base, elements_left, step->size, levels};
        base = first;
        step = inner.steps;
        cur = ensure(cur, inner.room);
        FASTSER_GO();
      }
      FASTSER_STEP(kListCopied) : {
        const std::byte* first = nullptr;
        const std::size_t elements_left = span(*step, base, first, cur);
        cur = put_number(cur, elements_left);
        const PlanBlock& inner = *step->inner;
        if (elements_left != 0 && !has_depth(inner.inside(*step, Inside::kElement) + inner.levels))
            [[unlikely]] {
          cur = fail_depth(cur);
        }
        cur = put_bytes(cur, first, elements_left * step->size);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kList) : {
        cur = list(*step, base, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kArray) : {
        cur = elements({*step->inner, step->inner->inside(*step, Inside::kField)},
                       base + step->offset, static_cast<std::size_t>(step->count), step->size, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kSet) : FASTSER_STEP(kMap) : {
        cur = map(*step, base + step->offset, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kVariant) : {
        cur = variant(*step, base, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kAny)
          : FASTSER_STEP(kAnyRecord) : FASTSER_STEP(kAnyRef) : FASTSER_STEP(kOwnedValue) : {
        cur = any(*step, base, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kOwnedAny) : {
        const void* inner = get_optional(*step, base);
        cur = inner != nullptr ? nested({*step->inner, step->deeper}, inner, cur)
                               : put_varint(cur, 0);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kRef) : {
        cur = ref(*step, base + step->offset, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kCall) : {
        cur = nested({*step->inner, step->deeper}, base + step->offset, cur);
        FASTSER_NEXT_RUN();
      }
      FASTSER_STEP(kSlot) : {
        field_slot = step->slot;
        FASTSER_NEXT_STEP();
      }
      FASTSER_STEP(kRoom) : { FASTSER_NEXT_RUN(); }
    }
  next_run:
    cur = ensure(cur, step->rest);
  next_step:
    FASTSER_NEXT();
  }
}

#undef FASTSER_STEP
#undef FASTSER_GO
#undef FASTSER_NEXT
#undef FASTSER_NEXT_STEP
#undef FASTSER_NEXT_RUN
#if FASTSER_GNU
#pragma GCC diagnostic pop
#endif

const void* const* PlanEncoder::labels() {
  const void* const none = run(PlanBlock{}, nullptr, nullptr, 0);
  return static_cast<const void* const*>(none);
}

std::byte* PlanEncoder::fixed(const PlanStep& step, const std::byte* from, std::byte* cur) {
  switch (step.op) {
    case PlanOp::kSwap2: swap_to_wire<std::uint16_t>(cur, from); break;
    case PlanOp::kSwap4: swap_to_wire<std::uint32_t>(cur, from); break;
    case PlanOp::kSwap8: swap_to_wire<std::uint64_t>(cur, from); break;
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
    default: {  // a decimal
      std::memcpy(cur, from, step.size);
      const ValueFault fault = fault_of_fixed(schema::TypeCode::kDecimal, cur);
      if (fault) fail(cur, Code::kUsage, fault.message);
    }
  }
  return cur + step.size;
}

std::byte* PlanEncoder::text(const PlanStep& step, const std::byte* base, std::byte* cur) {
  const auto& access = access_of<TextAccess>(step);
  const char* bytes = nullptr;
  std::size_t size = 0;
  const Code code = get_text(step, base, bytes, size);
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

Code PlanEncoder::get_text(const PlanStep& step, const std::byte* base, const char*& bytes,
                           std::size_t& size) {
  const auto& access = access_of<TextAccess>(step);
  if (step.kind == 0) {
    const Code code = access.get(access.context, base + step.offset, &bytes, &size);
    return code == Code::kOk && bytes == nullptr && size != 0 ? Code::kUsage : code;
  }
  const std::byte* first = nullptr;
  if (!load_span(step, base, first, size)) return Code::kUsage;
  bytes = reinterpret_cast<const char*>(first);
  return Code::kOk;
}

const void* PlanEncoder::get_optional(const PlanStep& step, const std::byte* base) noexcept {
  switch (static_cast<MaybeAt::Has>(step.kind)) {
    case MaybeAt::Has::kFlag:
      return base[step.extent] != std::byte{0} ? base + step.first : nullptr;
    case MaybeAt::Has::kPointer: return load<const void*>(base + step.first);
    default: break;
  }
  const auto& access = access_of<MaybeAccess>(step);
  return access.get(access.context, base + step.offset);
}

}  // namespace fastser::archive
