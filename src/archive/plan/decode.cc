// SPDX-License-Identifier: MIT
//
// Reading by a plan: the loop over steps, and what is behind accessors. Every count is checked
// against the bytes left before anything is made, every use of a reference against the class of its
// object, and all memory is charged to the one budget, by the sizes that the layout says.
#include <algorithm>
#include <cstring>
#include <memory>

#include "archive/plan/fill.hpp"
#include "archive/plan/program.hpp"
#include "archive/plan/slots.hpp"
#include "fastser/internal/archive/typed/codec/string.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {

namespace {

using Text = Codec<std::string>;
using Bytes = Codec<std::vector<std::uint8_t>>;
constexpr schema::Flags kShare = schema::kShareAll;

template <typename T>
T& at(std::byte* to) noexcept {
  return *static_cast<T*>(static_cast<void*>(to));
}

template <typename U>
void swap_from_wire(std::byte* to, const std::byte* from) noexcept {
  U value;
  wire::load_le(from, value);
  std::memcpy(to, &value, sizeof value);
}

// Stores `value` in `size` bytes; false when it needs more.
template <typename V>
bool store_integer(std::byte* to, V value, std::size_t size) noexcept {
  const auto store = [&]<typename U>(U narrow) {
    narrow = static_cast<U>(value);
    std::memcpy(to, &narrow, sizeof narrow);
    return static_cast<V>(narrow) == value;
  };
  constexpr bool kSigned = std::is_signed_v<V>;
  if (size == 2) return store(std::conditional_t<kSigned, std::int16_t, std::uint16_t>{});
  if (size == 4) return store(std::conditional_t<kSigned, std::int32_t, std::uint32_t>{});
  return store(V{});
}

}  // namespace

Cursor PlanDecoder::refused(Cursor place, Code code) { return fail(code, place, kRefused); }

#define FASTSER_PLAN_ROOM()                  \
  if (left(cur) < step->room) [[unlikely]] { \
    return fail_truncated(cur);              \
  }                                          \
  static_assert(true, "takes the semicolon")

// One switch, since that is what an interpreter is.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
Cursor PlanDecoder::run(const PlanStep* first, std::byte* base, Cursor cur, std::size_t count,
                        std::size_t stride) {
  if (count == 0) return cur;
  for (const PlanStep* step = first;; ++step) {
    std::byte* const to = base + step->offset;
    switch (step->op) {
      case PlanOp::kEnd:
        if (--count == 0) return cur;
        base += stride;
        step = first - 1;
        continue;
      case PlanOp::kCopy1:
        FASTSER_PLAN_ROOM();
        *to = *cur++;
        break;
      case PlanOp::kCopy2:
        FASTSER_PLAN_ROOM();
        std::memcpy(to, cur, 2);
        cur += 2;
        break;
      case PlanOp::kCopy4:
        FASTSER_PLAN_ROOM();
        std::memcpy(to, cur, 4);
        cur += 4;
        break;
      case PlanOp::kCopy8:
        FASTSER_PLAN_ROOM();
        std::memcpy(to, cur, 8);
        cur += 8;
        break;
      case PlanOp::kCopy16:
        FASTSER_PLAN_ROOM();
        copy_two<std::uint64_t>(to, cur, step->size);
        cur += step->size;
        break;
      case PlanOp::kCopy32:
        FASTSER_PLAN_ROOM();
        copy_two<CopyWord>(to, cur, step->size);
        cur += step->size;
        break;
      case PlanOp::kCopyFew:
      case PlanOp::kCopy:
        FASTSER_PLAN_ROOM();
        std::memcpy(to, cur, step->size);
        cur += step->size;
        break;
      case PlanOp::kBools:
      case PlanOp::kSwap2:
      case PlanOp::kSwap4:
      case PlanOp::kSwap8:
      case PlanOp::kFixed:
      case PlanOp::kDate:
      case PlanOp::kDecimal:
      case PlanOp::kBits:
        FASTSER_PLAN_ROOM();
        cur = fixed(*step, to, cur);
        break;
      case PlanOp::kBulk:
        if (left(cur) < step->size) return fail_truncated(cur);
        std::memcpy(to, cur, step->size);
        cur += step->size;
        break;
      case PlanOp::kVarint:
      case PlanOp::kZigzag: cur = varint_into(*step, to, cur); break;
      case PlanOp::kString: cur = Text::decode<0>(at<std::string>(to), cur, *this); break;
      case PlanOp::kStrings: {
        auto* string = &at<std::string>(to);
        for (const auto* const end_of = string + step->count; string != end_of; ++string) {
          cur = Text::decode<0>(*string, cur, *this);
          if (cur == nullptr) [[unlikely]] {
            return nullptr;
          }
        }
        break;
      }
      case PlanOp::kStringShared:
      case PlanOp::kStringLeft: cur = Text::decode<kShare>(at<std::string>(to), cur, *this); break;
      case PlanOp::kBytes:
        cur = Bytes::decode<0>(at<std::vector<std::uint8_t>>(to), cur, *this);
        break;
      case PlanOp::kBytesShared:
        cur = Bytes::decode<kShare>(at<std::vector<std::uint8_t>>(to), cur, *this);
        break;
      case PlanOp::kText:
      case PlanOp::kTextAt:
      case PlanOp::kTextShared:
      case PlanOp::kTextLeft: cur = text(*step, to, cur); break;
      case PlanOp::kOptional: cur = optional(*step, to, cur); break;
      case PlanOp::kOptionalHere:
        cur = optional(*step, to, cur);
        step += step->size;  // its block was run, not these
        break;
      case PlanOp::kList:
      case PlanOp::kListAt:
      case PlanOp::kListCopied:
        cur = list_of(*step->inner, step->inner->inside(*step, Inside::kElement),
                      access_of<ListAccess>(*step), to, cur);
        break;
      case PlanOp::kArray: cur = array_of(*step, to, cur); break;
      case PlanOp::kSet:
      case PlanOp::kMap: cur = map(*step, to, cur); break;
      case PlanOp::kVariant: cur = variant(*step, to, cur); break;
      case PlanOp::kAny:
      case PlanOp::kAnyRecord:
      case PlanOp::kOwnedValue: cur = any(*step, to, cur); break;
      case PlanOp::kOwnedAny: cur = owned_any(*step, to, cur); break;
      case PlanOp::kAnyRef: cur = any_ref(*step, to, cur); break;
      case PlanOp::kRef: cur = ref(*step, to, cur); break;
      case PlanOp::kCall: cur = nested(*step->inner, step->deeper, to, cur, cur); break;
      case PlanOp::kSlot:
      case PlanOp::kRoom: continue;
    }
    if (cur == nullptr) [[unlikely]] {
      return nullptr;
    }
  }
}

#undef FASTSER_PLAN_ROOM

Cursor PlanDecoder::fixed(const PlanStep& step, std::byte* to, Cursor cur) {
  bool good = true;
  switch (step.op) {
    case PlanOp::kSwap2: swap_from_wire<std::uint16_t>(to, cur); break;
    case PlanOp::kSwap4: swap_from_wire<std::uint32_t>(to, cur); break;
    case PlanOp::kSwap8: swap_from_wire<std::uint64_t>(to, cur); break;
    case PlanOp::kBools:
      for (std::size_t i = 0; i < step.size; ++i) {
        good = good && static_cast<std::uint8_t>(cur[i]) <= 1;
        to[i] = cur[i] & std::byte{1};
      }
      break;
    case PlanOp::kDate:
      swap_from_wire<std::uint64_t>(to, cur);
      swap_from_wire<std::uint32_t>(to + 8, cur + 8);
      good = !fault_of_fixed(TypeCode::kDate, cur);
      break;
    case PlanOp::kDecimal:
      std::memcpy(to, cur, step.size);
      good = !fault_of_fixed(TypeCode::kDecimal, cur);
      break;
    case PlanOp::kBits:
      std::memcpy(to, cur, step.size);
      good = !fault_of_bits(step.count, {cur, step.size});
      break;
    default: {
      const auto& access = access_of<FixedAccess>(step);
      const Code code = access.load(access.context, to, cur);
      if (code == Code::kOk) break;
      if (code != Code::kMalformed) return refused(cur, code);
      good = false;
    }
  }
  if (!good) [[unlikely]] {
    return fail(Code::kMalformed, cur, kWrongValue);
  }
  return cur + step.size;
}

Cursor PlanDecoder::varint_into(const PlanStep& step, std::byte* to, Cursor cur) {
  std::uint64_t raw = 0;
  const Cursor behind = varint(cur, raw);
  if (behind == nullptr) return nullptr;
  const bool fits = step.op == PlanOp::kVarint ? store_integer(to, raw, step.size)
                                               : store_integer(to, wire::unzigzag(raw), step.size);
  return fits ? behind : fail(Code::kMalformed, cur, kBeyondItsWidth);
}

Cursor PlanDecoder::text(const PlanStep& step, std::byte* to, Cursor cur) {
  const auto& access = access_of<TextAccess>(step);
  std::string_view bytes;
  Cursor behind = nullptr;
  if (step.op == PlanOp::kText || step.op == PlanOp::kTextAt) {
    std::size_t size = 0;
    behind = sized(cur, size);
    if (behind == nullptr) return nullptr;
    bytes = {reinterpret_cast<const char*>(behind), size};
    behind += size;
  } else {
    behind = shared(cur, bytes, access.is_data);
    if (behind == nullptr) return nullptr;
  }
  if (!charge(text_memory(bytes.size()))) return fail_budget(cur);
  const Code code = set_text(access, to, bytes.data(), bytes.size());
  return code == Code::kOk ? behind : refused(cur, code);
}

// --- lists ---------------------------------------------------------------------------------------

Cursor PlanDecoder::list_of(const PlanBlock& block, std::uint32_t levels, const ListAccess& access,
                            void* list, Cursor cur) {
  const Cursor place = cur;
  std::size_t count = 0;
  cur = this->count(cur, block.min_size, count);
  if (cur == nullptr) return nullptr;
  if (!charge(count, element_memory(access))) return fail_budget(place);
  if (count == 0) levels = 0;
  if (count != 0 && !enter(levels, block)) return fail_depth(cur);
  const bool side_by_side = access.append == nullptr || access.resize != nullptr;
  if (side_by_side && block.copied != 0 && block.copied == access.stride) {
    const Code code = assign(access, list, cur, count, place, *this);
    if (code != Code::kOk) return refused(place, code);
    leave(levels);
    return cur + count * access.stride;
  }
  cur = fill_list(access, list, count, block.min_size == 0, cur, *this,
                  [&](void* element, std::size_t n, Cursor at) {
                    return run(block.steps, static_cast<std::byte*>(element), at, n, access.stride);
                  });
  leave(levels);
  return cur;
}

Cursor PlanDecoder::array_of(const PlanStep& step, std::byte* to, Cursor cur) {
  const PlanBlock& block = *step.inner;
  const auto count = static_cast<std::size_t>(step.count);
  const std::uint32_t levels = block.inside(step, Inside::kField);
  if (depth_left < levels + block.levels) return fail_depth(cur);
  if (block.copied != 0 && block.copied == step.size) {
    if (left(cur) / step.size < count) return fail_truncated(cur);
    std::memcpy(to, cur, count * step.size);
    return cur + count * step.size;
  }
  // Elements without bytes cost time all the same.
  if (block.min_size == 0 && !charge(count)) return fail_budget(cur);
  depth_left -= levels;
  cur = run(block.steps, to, cur, count, step.size);
  leave(levels);
  return cur;
}

// --- maps and sets -------------------------------------------------------------------------------

Cursor PlanDecoder::map(const PlanStep& step, void* map, Cursor cur) {
  const auto& access = access_of<MapAccess>(step);
  const PlanBlock& key = *step.inner;
  std::size_t least = key.min_size;
  if (step.op == PlanOp::kMap) {
    const std::size_t value = program_.blocks[step.extent].min_size;
    least = value > static_cast<std::size_t>(-1) - least ? value : least + value;
  }
  std::size_t count = 0;
  cur = this->count(cur, least, count);
  if (cur == nullptr) return nullptr;
  const PlanStep* const keys = key.steps;
  const bool is_set = step.op == PlanOp::kSet;
  const PlanStep* const values = is_set ? nullptr : program_.blocks[step.extent].steps;
  const std::uint32_t of_keys = key.inside(step, Inside::kElement);
  const std::uint32_t of_values =
      is_set ? 0 : program_.blocks[step.extent].inside(step, Inside::kElement);
  if (count != 0) {
    const std::uint32_t most = is_set ? 0 : of_values + program_.blocks[step.extent].levels;
    if (depth_left < std::max(of_keys + key.levels, most)) return fail_depth(cur);
  }
  const auto read = [this](const PlanStep* steps, std::uint32_t levels, void* to, Cursor at) {
    depth_left -= levels;
    at = run(steps, static_cast<std::byte*>(to), at);
    leave(levels);
    return at;
  };
  return fill_map(
      {access, map, count, is_set, static_cast<KeyBytes>(step.count)}, cur, *this,
      [&](void* to, Cursor at) { return read(keys, of_keys, to, at); },
      [&](void* to, Cursor at) { return read(values, of_values, to, at); });
}

// --- optionals, variants, objects ----------------------------------------------------------------

Cursor PlanDecoder::optional(const PlanStep& step, void* slot, Cursor cur) {
  const auto& access = access_of<MaybeAccess>(step);
  if (cur == end) return fail_truncated(cur);
  const auto flag = static_cast<std::uint8_t>(*cur);
  if (flag > 1) return fail(Code::kMalformed, cur, kNoSuchFlag);
  const Cursor place = cur++;
  if (flag == 0) {
    const Code code = reset(access, slot);
    return code == Code::kOk ? cur : refused(place, code);
  }
  return owned(step, Inside::kChoice, slot, cur, place);
}

Cursor PlanDecoder::owned(const PlanStep& step, Inside inside, void* slot, Cursor cur,
                          Cursor place) {
  const auto& access = access_of<MaybeAccess>(step);
  if (!charge(access.owned)) return fail_budget(cur);
  void* inner = nullptr;
  const Code code = emplace(access, slot, place, *this, &inner);
  if (code != Code::kOk) return refused(place, code);
  const PlanBlock& block = *step.inner;
  return nested(block, block.inside(step, inside), inner, cur, cur);
}

Cursor PlanDecoder::alternative(const PlanStep& step, void* slot, std::size_t index, Cursor cur,
                                Cursor place) {
  const auto& access = access_of<VariantAccess>(step);
  void* inner = nullptr;
  const std::size_t box = step.size != 0 ? program_.boxes[step.block + index] : 0;
  const Code code = emplace(access, slot, index, box, place, *this, &inner);
  if (code != Code::kOk) return refused(place, code);
  const PlanBlock& block = *program_.alternative_blocks[step.block + index];
  return nested(block, block.inside(step, place_of_case(step.op)), inner, cur, place);
}

Cursor PlanDecoder::variant(const PlanStep& step, void* slot, Cursor cur) {
  std::uint64_t index = 0;
  const Cursor place = cur;
  cur = varint(cur, index);
  if (cur == nullptr) return nullptr;
  if (index >= step.count) {
    return fail(Code::kMalformed, place, kNoSuchAlternative);
  }
  return alternative(step, slot, static_cast<std::size_t>(index), cur, place);
}

Cursor PlanDecoder::object_body(void* object, std::uint32_t block, Cursor cur, Decoder& decoder) {
  auto& plan = static_cast<PlanDecoder&>(decoder);
  return plan.nested(plan.program_.blocks[block], 0, object, cur, cur);
}

Cursor PlanDecoder::ref(const PlanStep& step, void* slot, Cursor cur) {
  const auto& access = access_of<RefAccess>(step);
  const PlanClass& one = *program_.classes[step.block];
  NewObject read{0, 0, cur};
  cur = varint(cur, read.slot);
  if (cur == nullptr) return nullptr;
  if (read.slot != schema::kSlotNil && read.slot < schema::kSlotFirstReference) {
    cur = object_number(read, cur);
    return cur == nullptr ? nullptr : new_object(step, access, one, slot, read, cur);
  }
  Code code = Code::kOk;
  if (read.slot == schema::kSlotNil) {
    code = set(access, slot, {});
  } else {
    const DecodedObject* object = find(read.slot, &one.key, read.place);
    if (object == nullptr) return nullptr;
    if (owns_promise(access, read.slot)) return nullptr;
    code = set(access, slot, object->owner);
  }
  return code == Code::kOk ? cur : refused(read.place, code);
}

// An owner of what has no body so far, as no writer of ours has: is there ever going to be one?
// Owners need not be counted, so it is for resolving to find out.
bool PlanDecoder::owns_promise(const RefAccess& access, std::uint64_t slot) {
  if (access.weak || tables->promises.empty()) return false;
  reread = tables->promises.contains(slot - schema::kSlotFirstReference);
  return reread;
}

// What slots 4 and 5 are followed by.
Cursor PlanDecoder::object_number(NewObject& read, Cursor cur) {
  return schema::fulfils(read.slot) ? varint(cur, read.number) : cur;
}

// A slot that brings an object, or (weak) the promise of one.
Cursor PlanDecoder::new_object(const PlanStep& step, const RefAccess& access, const PlanClass& one,
                               void* slot, NewObject read, Cursor cur) {
  const bool promise = read.slot == schema::kSlotPromise;
  if (promise != access.weak) {
    reread = true;
    return nullptr;
  }
  const Cursor place = read.place;
  std::uint64_t number = read.number;
  if (schema::fulfils(read.slot)) {
    if (!tables->promises.take(number)) return fail_body(number, place);
    if (tables->objects[static_cast<std::size_t>(number)].key != &one.key) return fail_class(place);
  } else {
    if (!charge(one.access->size + kObjectMemory) || !charge_object()) return fail_budget(place);
    std::shared_ptr<void> owner;
    const Code code = make(*one.access, place, *this, &owner);
    if (code != Code::kOk) return refused(place, code);
    number = add(std::move(owner), &one.key);
    if (promise) tables->promises.add(static_cast<std::uint32_t>(number));
  }
  DecodedObject& object = tables->objects[static_cast<std::size_t>(number)];
  const Code code = set(access, slot, object.owner);
  if (code != Code::kOk) return refused(place, code);
  if (promise) return cur;
  void* const body = object.owner.get();
  if (schema::is_deferred(read.slot)) {
    if (!charge_room(tables->bodies)) return fail_budget(place);
    tables->bodies.push_back(
        {&object_body, body, nullptr, nullptr, one.block, static_cast<std::uint32_t>(number)});
    return cur;
  }
  return nested(program_.blocks[one.block], step.deeper + 1U, body, cur, place);
}

}  // namespace fastser::archive
