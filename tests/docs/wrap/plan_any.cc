// SPDX-License-Identifier: MIT
//
// docs/plans.md: a value that holds what its archive says it is.
#include <fastser/plan.hpp>

#include <cstring>

using fastser::FormId;
using fastser::Type;
using fastser::TypeBuilder;
using fastser::TypeCode;

struct Value {
  std::uint32_t index = 0;
  alignas(8) std::byte value[sizeof(std::string)] = {};
};

static Type type_of(TypeCode code) {
  TypeBuilder types;
  return *types.build(types.code(code));
}

int main() {
  TypeBuilder types;
  const Type number = type_of(TypeCode::kI64);
  const Type text = type_of(TypeCode::kString);
  const Type list_of_any = *types.build(types.list(types.code(TypeCode::kAny)));
  fastser::ListAccess list{.size = sizeof(void*) + 4, .stride = sizeof(Value)};
  list.at = {fastser::SpanAt::Extent::kCount32, 0, sizeof(void*)};
  fastser::VariantAccess access{.size = sizeof(Value)};
  access.at = {.index_size = 4, .index = 0, .value = offsetof(Value, value)};
  fastser::Layout layout;
  //@
  const fastser::Result<fastser::Plan> plan =
      fastser::Plan::compile(type_of(TypeCode::kAny), layout, value);
  if (!plan.ok()) return 1;
  Value seven;
  const std::int64_t n = 7;
  std::memcpy(seven.value, &n, sizeof n);
  const Value* const first = &seven;
  const std::uint32_t count = 1;
  Value many;
  many.index = 2;
  std::memcpy(many.value, &first, sizeof first);
  std::memcpy(many.value + sizeof first, &count, sizeof count);
  fastser::Buffer bytes;
  return plan->encode(bytes, &many).ok() && !bytes.empty() ? 0 : 2;
}
