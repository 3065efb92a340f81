// SPDX-License-Identifier: MIT
#include "fastser/internal/archive/side_by_side.hpp"

#include <algorithm>

#include "fastser/internal/archive/resolve/resolve.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"

namespace fastser::archive {
namespace {

// Adds elements to the first of them, which have proved themselves.
bool add(const SideBySide& access, void* list, std::size_t count, bool was_there,
         Decoder& decoder) {
  const std::size_t twice = was_there ? 0 : access.size(list) * access.moved_memory;
  if (!decoder.charge(twice)) return false;
  access.add(list, count);
  decoder.budget += twice;
  return true;
}

// Elements from number `from` on.
Cursor resolve_from(std::size_t from, const ListNode& node, void* list, TypeExpr type, Cursor cur,
                    Decoder& decoder) {
  const SideBySide& access = *static_cast<const SideBySide*>(node.context);
  std::byte* element = access.first(list) + from * access.element_size;
  for (std::size_t more = access.size(list) - from; more != 0; --more) {
    cur = resolve(*node.element, element, type, cur, decoder, Inside::kElement);
    if (cur == nullptr) return nullptr;
    element += access.element_size;
  }
  return cur;
}

}  // namespace

Cursor read_rest(const SideBySide& access, void* list, const ListSteps& steps, Cursor cur,
                 Decoder& decoder, ReadEach read) {
  for (std::size_t done = access.size(list); done != steps.count;) {
    if (done < steps.first) {
      access.resize(list, done + std::min(steps.first - done, access.made_at_once));
    } else {
      if (!decoder.settle_before_move(access.first(list))) return nullptr;
      if (!add(access, list, steps.count, steps.was_there, decoder))
        return decoder.fail_budget(cur);
    }
    std::byte* const first = access.first(list);
    const std::size_t size = access.size(list);
    cur =
        read(first + done * access.element_size, first + size * access.element_size, cur, decoder);
    if (cur == nullptr) return nullptr;
    done = size;
  }
  return cur;
}

Cursor resolve_side_by_side(const ListNode& node, void* list, std::size_t count, TypeExpr type,
                            Cursor cur, Decoder& decoder) {
  const SideBySide& access = *static_cast<const SideBySide*>(node.context);
  if (!decoder.charge(count, access.element_memory)) return decoder.fail_budget(cur);
  const std::size_t size = access.size(list);
  std::size_t step = decoder.first_step(cur, count, access.element_memory);
  const bool was_there = step < size;
  if (was_there) step = std::min(size, count);
  if (step != size) access.resize(list, step);
  cur = resolve_from(0, node, list, type, cur, decoder);
  if (cur == nullptr || step == count) return cur;
  if (!add(access, list, count, was_there, decoder)) return decoder.fail_budget(cur);
  return resolve_from(step, node, list, type, cur, decoder);
}

}  // namespace fastser::archive
