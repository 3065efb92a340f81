// SPDX-License-Identifier: MIT
//
// Reading by a plan: values whose types the archive says. A type that is exactly a case's is read
// by the steps of the case. Another one may fit a case all the same, as numbers widen: that is
// resolving's to find out, which reads the archive once more.
#include "archive/plan/program.hpp"
#include "archive/plan/slots.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

// The case of what comes; null, and `reread`, where there is none.
Cursor PlanDecoder::find_case(const PlanStep& step, Cursor cur, std::size_t& index) {
  const PlanCase* const cases = program_.cases.data() + step.block;
  if (step.op == PlanOp::kAny) {
    // No type expression begins with another one: equal bytes are an equal type.
    for (index = 0; index < step.count; ++index) {
      const std::vector<std::byte>& type = cases[index].type;
      if (left(cur) >= type.size() && std::memcmp(cur, type.data(), type.size()) == 0) {
        return cur + type.size();
      }
    }
    reread = true;
    return nullptr;
  }
  const Cursor place = cur;
  std::uint64_t shape = 0;
  cur = varint(cur, shape);
  if (cur == nullptr) return nullptr;
  const std::uint64_t least = step.op == PlanOp::kOwnedValue ? 1 : 0;
  if (shape < least || shape - least >= program_.type.parsed().shapes().size()) {
    return shape < least
               ? fail(Code::kTypeMismatch, place, "null, for which the layout has no place")
               : fail(Code::kMalformed, place, kNoSuchShape);
  }
  for (index = 0; index < step.count; ++index) {
    if (cases[index].shape == shape - least) return cur;
  }
  reread = true;
  return nullptr;
}

Cursor PlanDecoder::any(const PlanStep& step, void* slot, Cursor cur) {
  const Cursor place = cur;
  std::size_t index = 0;
  cur = find_case(step, cur, index);
  return cur == nullptr ? nullptr : alternative(step, slot, index, cur, place);
}

Cursor PlanDecoder::owned_any(const PlanStep& step, void* slot, Cursor cur) {
  const auto& access = access_of<MaybeAccess>(step);
  if (cur == end) return fail_truncated(cur);
  if (wire::is_zero(cur, end)) {
    std::uint64_t nil = 0;
    const Cursor behind = varint(cur, nil);
    const Code code = reset(access, slot);
    return code == Code::kOk ? behind : refused(cur, code);
  }
  return owned(step, Inside::kBody, slot, cur, cur);
}

Cursor PlanDecoder::any_ref(const PlanStep& step, void* slot, Cursor cur) {
  const auto& access = access_of<VariantAccess>(step);
  const PlanCase* const cases = program_.cases.data() + step.block;
  NewObject read{0, 0, cur};
  cur = varint(cur, read.slot);
  if (cur == nullptr) return nullptr;
  std::size_t index = 0;
  const DecodedObject* known = nullptr;
  if (read.slot >= schema::kSlotFirstReference) {
    const std::uint64_t number = read.slot - schema::kSlotFirstReference;
    if (number >= tables->next_object) return fail_not_there(read.place);
    known = &tables->objects[static_cast<std::size_t>(number)];
    while (index < step.count && &program_.classes[cases[index].of_class]->key != known->key) {
      ++index;
    }
  } else if (read.slot != schema::kSlotNil) {
    cur = object_number(read, cur);
    if (cur == nullptr) return nullptr;
    const Cursor place = cur;
    std::uint64_t shape = 0;
    cur = varint(cur, shape);
    if (cur == nullptr) return nullptr;
    const std::uint64_t least = read.slot == schema::kSlotPromise ? 1 : 0;
    if (shape >= least && shape - least >= program_.type.parsed().shapes().size()) {
      return fail(Code::kMalformed, place, kNoSuchShape);
    }
    while (index < step.count && cases[index].shape + least != shape) ++index;
  }
  if (index == step.count) {  // of no case exactly, or of a class that is not said
    reread = true;
    return nullptr;
  }
  void* inner = nullptr;
  const std::size_t box = step.size != 0 ? program_.boxes[step.block + index] : 0;
  Code code = emplace(access, slot, index, box, read.place, *this, &inner);
  if (code != Code::kOk) return refused(read.place, code);
  const RefAccess& ref = *cases[index].ref;
  if (known == nullptr && read.slot != schema::kSlotNil) {
    return new_object(step, ref, *program_.classes[cases[index].of_class], inner, read, cur);
  }
  if (known != nullptr && owns_promise(ref, read.slot)) return nullptr;
  code = set(ref, inner, known != nullptr ? known->owner : std::shared_ptr<void>());
  return code == Code::kOk ? cur : refused(read.place, code);
}

}  // namespace fastser::archive
