// SPDX-License-Identifier: MIT
//
// Decode by a plan, of anything, and what templates make of the same bytes: both take them or
// neither does, and both make the same of them. The first byte chooses header and sharing.
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fuzz/target.hpp"

namespace {

using fastser::Code;
using fastser::Status;
using fastser::archive::DecodeOptions;
using fastser::archive::EncodeOptions;
using fastser::archive::Header;
using fastser::archive::Sharing;
using fastser::fuzzing::broken;

struct Item {
  std::string name;
  std::optional<std::uint32_t> maybe;
  std::vector<std::int16_t> numbers;
  bool flags[3];
};
struct Thing {
  std::int64_t id;
  std::vector<Item> items;
  std::unordered_map<std::string, std::variant<std::monostate, double, std::string>> map;
  std::set<std::uint16_t> set;
  std::vector<std::uint8_t> data;
  std::shared_ptr<Item> shared;
  std::shared_ptr<Thing> next;
  std::weak_ptr<Thing> back;
  std::unique_ptr<Item> own;
  std::tuple<std::uint8_t, std::string> pair;
  fastser::varint<std::int32_t> small;
};

/// Owners of owners: no destructor may follow them.
void let_go(Thing& value) {
  std::shared_ptr<Thing> next = std::move(value.next);
  while (next != nullptr) next = std::exchange(next->next, nullptr);
}

bool out_of_limits(const Status& status) {
  return status.code() == Code::kOverBudget || status.code() == Code::kTooDeep;
}

void compare(const fastser::Plan& plan, fastser::BytesView bytes, const DecodeOptions& options) {
  Thing typed{};
  Thing value{};
  const Status wanted = fastser::archive::decode_into(bytes, typed, options);
  const Status status = plan.decode(bytes, &value, options);
  // Plans charge what the layout says, which is not to the byte what templates do.
  if (!out_of_limits(wanted) && !out_of_limits(status)) {
    if (wanted.ok() != status.ok()) {
      broken("templates: " + wanted.to_string() + ", plan: " + status.to_string());
    }
    if (status.ok()) {
      const EncodeOptions canonical{.header = Header::bare, .canonical = true};
      fastser::Buffer left;
      fastser::Buffer right;
      if (!fastser::archive::encode_into(left, typed, canonical).ok() ||
          !plan.encode(right, &value, canonical).ok() || !fastser::fuzzing::same(left, right)) {
        broken("a plan that reads another value than the templates");
      }
    }
  }
  let_go(typed);
  let_go(value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fastser::Result<fastser::Plan> plan = fastser::archive::plan_of<Thing>();
  if (!plan.ok()) broken(plan.status().to_string());
  if (size == 0) return 0;
  const fastser::BytesView bytes = fastser::fuzzing::view_of(data + 1, size - 1);
  const DecodeOptions options{.header = (data[0] & 1) != 0 ? Header::bare : Header::self_described,
                              .sharing = (data[0] & 2) != 0 ? Sharing::on : Sharing::off};
  compare(*plan, bytes, options);
  fastser::fuzzing::within_heap(bytes.size(), [&] {
    Thing value{};
    static_cast<void>(plan->decode(bytes, &value, options));
    let_go(value);
  });
  return 0;
}
