// SPDX-License-Identifier: MIT
//
// libfastser's plans: the models described by calls, offsets and accessor functions, and read and
// written by the one interpreter that other languages use. The bytes are those of `archive`.
#include <fastser/internal/archive/plan/form_of.hpp>
#include <fastser/plan.hpp>

#include "contenders.hpp"
#include "harness.hpp"

namespace fastser_bench {
namespace {

// Against the templates: records, texts, maps, variants, and plain memory.
template <class T>
concept Supported = std::same_as<T, Person> || std::same_as<T, TestObject> ||
    std::same_as<T, BbRepository> || std::same_as<T, Log> || std::same_as<T, Monsters> ||
    std::same_as<T, Mesh> || std::same_as<T, Characters>;

template <Supported T>
struct PlanCodec {
  Bytes encode(const T& value) {
    if (!plan.ok() || !plan->encode(buffer, &value).ok()) return {};
    return buffer.view();
  }
  bool decode(Bytes bytes, T& value) { return plan.ok() && plan->decode(bytes, &value).ok(); }

  // As a program has it: compiled once, before there is anything to write.
  const fastser::Result<fastser::Plan> plan = fastser::archive::plan_of<T>();
  fastser::Buffer buffer;

  // A new codec would compile a new plan.
  static constexpr Operations kOperations = {.encode_fresh = false};
};

}  // namespace

void register_fastser_plan(Suite& suite) { register_codec<PlanCodec>(suite, "plan", Role::own); }

}  // namespace fastser_bench
