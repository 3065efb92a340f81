// SPDX-License-Identifier: MIT
//
// Writing by a plan: what the loop leaves to others. Lists by functions, long lists, maps, variants
// and objects.
#include <algorithm>
#include <exception>

#include "archive/plan/encode_one.hpp"
#include "archive/plan/slots.hpp"
#include "fastser/internal/archive/text_sample.hpp"
#include "fastser/internal/schema/sort_keys.hpp"

namespace fastser::archive {

// Which alternative a slot holds, and where.
struct PlanEncoder::Picked {
  Code code;
  std::size_t index;
  const void* value;
};
FASTSER_NOINLINE PlanEncoder::Picked PlanEncoder::pick(const PlanStep& step,
                                                       const std::byte* base) {
  Picked picked{Code::kOk, 0, base + step.first};
  switch (step.kind) {
    case 1: picked.index = load<std::uint8_t>(base + step.extent); break;
    case 2: picked.index = load<std::uint16_t>(base + step.extent); break;
    case 4: picked.index = load<std::uint32_t>(base + step.extent); break;
    default: {
      const auto& access = access_of<VariantAccess>(step);
      picked.code = access.get(access.context, base + step.offset, &picked.index, &picked.value);
    }
  }
  return picked;
}
FASTSER_INLINE inline PlanEncoder::Picked PlanEncoder::pick_fast(const PlanStep& step,
                                                                 const std::byte* base) {
  Picked picked = step.kind == 1
                      ? Picked{Code::kOk, load<std::uint8_t>(base + step.extent), base + step.first}
                      : pick(step, base);
  if (picked.code != Code::kOk) return picked;
  if (picked.index >= step.count) {
    picked.code = Code::kUsage;
  } else if (step.size != 0 && program_.boxes[step.block + picked.index] != 0) {
    picked.value = load<const void*>(base + step.first);
    if (picked.value == nullptr) picked.code = Code::kUsage;
  }
  return picked;
}

FASTSER_INLINE inline std::byte* PlanEncoder::variant_within(const PlanStep& step,
                                                             std::uint32_t levels,
                                                             const std::byte* base,
                                                             std::byte* cur) {
  const Picked picked = pick_fast(step, base);
  if (picked.code != Code::kOk) [[unlikely]] {
    return refused(cur, picked.code);
  }
  cur = put_varint(cur, picked.index);
  const PlanBlock& block = *program_.alternative_blocks[step.block + picked.index];
  return nested({block, levels + block.inside(step, Inside::kChoice)}, picked.value, cur);
}

std::byte* PlanEncoder::variant(const PlanStep& step, const std::byte* base, std::byte* cur) {
  return variant_within(step, 0, base, cur);
}

// What the keys (or elements) and the values of a map are, and how much deeper they lie.
struct PlanEncoder::EntryBlocks {
  const PlanBlock& keys;
  const PlanBlock* values;  // null: a list or set
  std::uint32_t of_keys;
  std::uint32_t of_values;

  EntryBlocks(const PlanStep& step, const PlanBlock& key, const PlanBlock* value) noexcept
      : keys(key),
        values(value),
        of_keys(key.inside(step, Inside::kElement)),
        of_values(value == nullptr ? 0 : value->inside(step, Inside::kElement)) {}
  // Levels that an entry has at least.
  [[nodiscard]] std::uint32_t least() const noexcept {
    return std::max(of_keys + keys.levels, values == nullptr ? 0 : of_values + values->levels);
  }
};

// An element of a map or set; what most are is written without a call.
FASTSER_INLINE inline std::byte* PlanEncoder::entry(const EntryBlocks& blocks,
                                                    const ElementAt& element, std::byte* cur) {
  cur = nested_within({blocks.keys, blocks.of_keys}, element.element, cur);
  if (blocks.values == nullptr) return cur;
  if (blocks.values->only == PlanOp::kVariant) {
    return variant_within(*blocks.values->steps, blocks.of_values,
                          static_cast<const std::byte*>(element.value), cur);
  }
  return nested_within({*blocks.values, blocks.of_values}, element.value, cur);
}

std::byte* PlanEncoder::entry_slow(const EntryBlocks& blocks, const ElementAt& element,
                                   std::byte* cur) {
  return entry(blocks, element, cur);
}

// Entries of names and variants, by offset (PlanStep::kNamed): what most dictionaries are. A text
// or a number lies no deeper than the variant, whose depth was looked at.
FASTSER_INLINE inline std::byte* PlanEncoder::named_variant(const EntryBlocks& blocks,
                                                            const PlanStep& variant,
                                                            const PlanBlock* const* alternatives,
                                                            const ElementAt& element,
                                                            std::byte* cur) {
  constexpr std::size_t kText = 1 + wire::kShortText;
  const auto* const base = static_cast<const std::byte*>(element.value);
  const auto index = load<std::uint8_t>(base + variant.extent);
  const auto& name = at<std::string>(static_cast<const std::byte*>(element.element));
  const std::size_t size = name.size();
  if (size > wire::kShortText || index >= variant.count || room(cur) < kText + 1 + sizeof(double))
      [[unlikely]] {
    return entry_slow(blocks, element, cur);
  }
  *cur = static_cast<std::byte>(size);
  wire::copy_short(cur + 1, name.data(), size);
  cur[1 + size] = static_cast<std::byte>(index);
  cur += 2 + size;
  const PlanBlock& block = *alternatives[index];
  const std::byte* const value = base + variant.first;
  if (block.only == PlanOp::kCopy8) {
    std::memcpy(cur, value, 8);
    return cur + 8;
  }
  if (block.only == PlanOp::kString) {
    const auto& text = at<std::string>(value);
    const std::size_t bytes = text.size();
    if (bytes <= wire::kShortText && room(cur) >= kText) [[likely]] {
      *cur = static_cast<std::byte>(bytes);
      wire::copy_short(cur + 1, text.data(), bytes);
      return cur + 1 + bytes;
    }
  }
  return nested({block, blocks.of_values + block.inside(variant, Inside::kChoice)}, value, cur);
}

std::byte* PlanEncoder::list(const PlanStep& step, const std::byte* base, std::byte* cur) {
  const auto& access = access_of<ListAccess>(step);
  if (access.view == nullptr) return each_of_list(step, base + step.offset, cur);
  const void* first = nullptr;
  std::size_t count = 0;
  const Code code = access.view(access.context, base + step.offset, &first, &count);
  if (code != Code::kOk) [[unlikely]] {
    return refused(cur, code);
  }
  if (first == nullptr && count != 0) return refused(cur, Code::kUsage);
  cur = put_varint(cur, count);
  return elements({*step.inner, step.inner->inside(step, Inside::kElement)},
                  static_cast<const std::byte*>(first), count, access.stride, cur);
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
        const std::byte* const base = at(i);
        if (step->slot != PlanStep::kNoSlot) slots[field] = step->slot;
        const char* bytes = nullptr;
        std::size_t size = 0;
        if (step->op == PlanOp::kStringShared) {
          const auto& string = archive::at<std::string>(base + step->offset);
          bytes = string.data();
          size = string.size();
        } else if (get_text(*step, base, bytes, size) != Code::kOk) {
          return false;
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

bool PlanEncoder::samples(const PlanBlock& block, std::size_t count) const noexcept {
  return block.texts != 0 && adaptive && count >= TextSample::kLeastCount &&
         count <= 0xFFFFFFFFU / block.texts;
}

// The block for `count` elements: where no text repeats, the one that looks none up, and how many
// string numbers its texts take.
template <typename At>
const PlanBlock& PlanEncoder::sampled(const PlanBlock& block, std::size_t count, const At& at,
                                      std::size_t& taken) {
  if (!leaves_texts(block, count, at)) return block;
  taken = count * block.texts;
  empty_texts = 0;
  return program_.blocks[block.left_alone];
}

std::byte* PlanEncoder::elements(Deeper inner, const std::byte* first, std::size_t count,
                                 std::size_t stride, std::byte* cur) {
  const PlanBlock* block = &inner.block;
  if (count == 0 || !enter(inner.levels, *block, cur)) return cur;
  if (block->min_size == 0) {  // nothing to write, and there may be 2^62 of them
    leave(inner.levels);
    return cur;
  }
  if (block->copied != 0 && block->copied == stride) {
    leave(inner.levels);
    return put_bytes(cur, first, count * stride);
  }
  std::size_t taken = 0;
  if (samples(*block, count)) {
    block = &sampled(
        *block, count, [=](std::size_t i) { return first + i * stride; }, taken);
  }
  // A Buffer without much room: the first few tell how large the rest will be.
  constexpr std::size_t kSample = 4;
  if (count >= kLongList && room(cur) < 32 * count) {
    const std::size_t before = used(cur);
    cur = run(*block, first, cur, kSample, stride);
    expect_more(cur, before, kSample, count - kSample);
    first += kSample * stride;
    count -= kSample;
  }
  cur = run(*block, first, cur, count, stride);
  leave(inner.levels);
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
  const EntryBlocks& blocks;
  std::size_t left;  // elements that the count promised

  Each(PlanEncoder& e, std::byte* at, const EntryBlocks& entries, std::size_t n)
      : EachCall{&visit_one}, encoder(e), cur(at), blocks(entries), left(n) {}
  FASTSER_INLINE Code take(const void* key, const void* value) {
    if (left == 0) return Code::kUsage;
    --left;
    cur = encoder.entry(blocks, {key, value}, cur);
    return Code::kOk;
  }
  static Code visit_one(EachCall* call, const void* key, const void* value) {
    Code code = Code::kOk;
    const Code thrown = as_code([&] { code = static_cast<Each*>(call)->take(key, value); });
    return thrown == Code::kOk ? code : thrown;
  }
};

// Keeps the addresses of what it visits.
struct PlanEncoder::Gather : EachCall {
  std::vector<std::pair<const void*, const void*>> all;
  Gather() : EachCall{&visit_one} {}
  static Code visit_one(EachCall* call, const void* key, const void* value) {
    return as_code([&] { static_cast<Gather*>(call)->all.emplace_back(key, value); });
  }
};

namespace {

Code count_of(const MapAccess& access, const void* map, std::size_t& count) {
  if (!fills_arena(access)) return access.count(access.context, map, &count);
  const auto* const first = get_at<const std::byte*>(map, access.at.first);
  switch (access.at.extent) {
    case SpanAt::Extent::kCount32: count = get_at<std::uint32_t>(map, access.at.extent_at); break;
    case SpanAt::Extent::kCount64: {
      const auto wide = get_at<std::uint64_t>(map, access.at.extent_at);
      count = static_cast<std::size_t>(wide);
      if (count != wide) return Code::kUsage;
      break;
    }
    default: {
      const auto* const behind = get_at<const std::byte*>(map, access.at.extent_at);
      const auto bytes = static_cast<std::size_t>(behind - first);
      count = bytes / access.stride;
      if (!is_span(first, behind) || bytes % access.stride != 0) return Code::kUsage;
    }
  }
  return first != nullptr || count == 0 ? Code::kOk : Code::kUsage;
}

// Calls take() for at most `count` elements; what is left of them. More of them are kUsage.
template <typename Take>
FASTSER_INLINE inline std::size_t in_batches(const MapAccess& access, const void* map,
                                             std::size_t count, Take&& take, Code& code) {
  constexpr std::size_t kMost = 16;
  // Of a large map few at a time: the way from node to node then goes on while elements are
  // written.
  const std::size_t room = count > 4 * kMost ? 3 : kMost;
  ElementAt batch[kMost];
  ElementsMark mark{};
  if (fills_arena(access)) {
    const auto* entry = get_at<const std::byte*>(map, access.at.first);
    code = Code::kOk;
    for (; count != 0; --count, entry += access.stride) take({entry, entry + access.value});
    return 0;
  }
  for (;;) {
    std::size_t taken = 0;
    code = access.next(access.context, map, &mark, batch, room, &taken);
    if (code == Code::kOk && taken > count) code = Code::kUsage;
    if (code != Code::kOk) return count;
    for (std::size_t i = 0; i < taken; ++i) take(batch[i]);
    count -= taken;
    if (taken < room) return count;
  }
}

}  // namespace

std::byte* PlanEncoder::each_of_list(const PlanStep& step, const void* list, std::byte* cur) {
  const auto& access = access_of<ListAccess>(step);
  std::size_t count = 0;
  Code code = access.count(access.context, list, &count);
  if (code != Code::kOk) return refused(cur, code);
  cur = put_varint(cur, count);
  const PlanBlock* block = step.inner;
  std::size_t taken = 0;
  if (access.indexed && samples(*block, count)) {
    Gather gather;
    code = access.each(access.context, list, &gather);
    if (code == Code::kOk && gather.all.size() != count) code = Code::kUsage;
    if (code != Code::kOk) return refused(cur, code);
    const auto element = [&](std::size_t i) {
      return static_cast<const std::byte*>(gather.all[i].first);
    };
    block = &sampled(*block, count, element, taken);
  }
  const EntryBlocks blocks(step, *block, nullptr);
  if (count != 0 && !has_depth(blocks.least())) return fail_depth(cur);
  Each call(*this, cur, blocks, count);
  code = access.each(access.context, list, &call);
  if (code == Code::kOk && call.left != 0) code = Code::kUsage;
  if (code != Code::kOk) return refused(call.cur, code);
  if (taken != 0) tables->strings.take(static_cast<std::uint32_t>(taken - empty_texts));
  return call.cur;
}

// --- maps, variants, objects ---------------------------------------------------------------------

std::byte* PlanEncoder::map(const PlanStep& step, const void* map, std::byte* cur) {
  const auto& access = access_of<MapAccess>(step);
  std::size_t count = 0;
  Code code = count_of(access, map, count);
  if (code != Code::kOk) return refused(cur, code);
  cur = put_varint(cur, count);
  const PlanBlock* const values = step.op == PlanOp::kMap ? &program_.blocks[step.extent] : nullptr;
  const EntryBlocks blocks(step, *step.inner, values);
  if (count != 0 && !has_depth(blocks.least())) return fail_depth(cur);
  if ((access.next != nullptr || fills_arena(access)) && !(canonical && access.unordered)) {
    std::size_t left = 0;
    if (values != nullptr && step.kind == PlanStep::kNamed &&
        has_depth(blocks.of_values + values->steps->deeper)) {
      const PlanStep& variant = *values->steps;
      const PlanBlock* const* const alternatives =
          program_.alternative_blocks.data() + variant.block;
      left = in_batches(
          access, map, count,
          [&](const ElementAt& element) FASTSER_INLINE_LAMBDA {
            cur = named_variant(blocks, variant, alternatives, element, cur);
          },
          code);
    } else {
      left = in_batches(
          access, map, count,
          [&](const ElementAt& element)
              FASTSER_INLINE_LAMBDA { cur = entry(blocks, element, cur); },
          code);
    }
    if (code == Code::kOk && left != 0) code = Code::kUsage;
    return code == Code::kOk ? cur : refused(cur, code);
  }
  Each call(*this, cur, blocks, count);
  code = canonical && access.unordered ? sorted(access, map, call)
                                       : access.each(access.context, map, &call);
  if (code == Code::kOk && call.left != 0) code = Code::kUsage;
  return code == Code::kOk ? call.cur : refused(call.cur, code);
}

Code PlanEncoder::sorted(const MapAccess& access, const void* map, Each& call) {
  if (access.less == nullptr) return Code::kUsage;
  Gather gather;
  Code code = Code::kOk;
  if (access.next == nullptr && !fills_arena(access)) {
    code = access.each(access.context, map, &gather);
  } else {
    in_batches(
        access, map, call.left,
        [&](const ElementAt& one) { gather.all.emplace_back(one.element, one.value); }, code);
  }
  const auto less = [&](const auto& a, const auto& b) {
    return access.less(access.context, a.first, b.first);
  };
  schema::sort_keys<false>(gather.all.begin(), gather.all.end(), less);
  for (const auto& [key, value] : gather.all) {
    if (code == Code::kOk) code = call.take(key, value);
  }
  return code;
}

std::byte* PlanEncoder::any(const PlanStep& step, const std::byte* base, std::byte* cur) {
  const auto [code, index, value] = pick_fast(step, base);
  if (code != Code::kOk) return refused(cur, code);
  const PlanCase& one = program_.cases[step.block + index];
  switch (step.op) {
    case PlanOp::kAny: cur = put_bytes(cur, one.type.data(), one.type.size()); break;
    case PlanOp::kAnyRecord: cur = put_varint(cur, one.shape); break;
    case PlanOp::kOwnedValue: cur = put_varint(cur, std::uint64_t{one.shape} + 1); break;
    default: return any_ref(step, one, value, cur);
  }
  const PlanBlock& block = *program_.alternative_blocks[step.block + index];
  return nested({block, block.inside(step, place_of_case(step.op))}, value, cur);
}

std::byte* PlanEncoder::any_ref(const PlanStep& step, const PlanCase& one, const void* slot,
                                std::byte* cur) {
  const void* object = nullptr;
  const Code code = get(*one.ref, slot, &object);
  if (code != Code::kOk) return refused(cur, code);
  if (object == nullptr) return put_varint(cur, schema::kSlotNil);
  if (one.ref->weak) {
    const SlotResult made = put_promise(cur, object, one.of_class);
    return made.is_new ? put_varint(made.cur, std::uint64_t{one.shape} + 1) : made.cur;
  }
  SlotResult made = put_slot(cur, object, one.of_class);
  if (!made.is_new) return made.cur;
  made.cur = put_varint(made.cur, one.shape);
  return new_object(step, made, one.of_class, object);
}

std::byte* PlanEncoder::ref(const PlanStep& step, const void* slot, std::byte* cur) {
  const auto& access = access_of<RefAccess>(step);
  const void* object = nullptr;
  const Code code = get(access, slot, &object);
  if (code != Code::kOk) return refused(cur, code);
  if (object == nullptr) return put_varint(cur, schema::kSlotNil);
  if (access.weak) return put_promise(cur, object, step.block).cur;
  const SlotResult made = put_slot(cur, object, step.block);
  return made.is_new ? new_object(step, made, step.block, object) : made.cur;
}

// The body of an object of a class, here or later.
std::byte* PlanEncoder::new_object(const PlanStep& step, SlotResult made, std::uint32_t number,
                                   const void* object) {
  const std::uint32_t block = program_.classes[number]->block;
  if (!made.is_inline) {
    waiting->push_back({block, object});
    return made.cur;
  }
  ++inline_depth;
  std::byte* const cur = nested({program_.blocks[block], step.deeper + 1U}, object, made.cur);
  --inline_depth;
  return cur;
}

std::byte* PlanEncoder::bodies(std::byte* cur) {
  for (std::size_t i = 0; i < waiting->size(); ++i) {  // a body may queue further ones
    const PlanBody body = (*waiting)[i];
    inline_depth = 0;
    depth_left = max_depth;
    cur = nested({program_.blocks[body.block], 1}, body.object, cur);
  }
  return cur;
}

}  // namespace fastser::archive
