// SPDX-License-Identifier: MIT
//
// verify, the walker and without_names, on any bytes. A walk of what verify accepts must accept it
// too, told value by value or in runs; and so must verify, when its names were left out.
#include <algorithm>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/verify.hpp"
#include "fastser/walker.hpp"
#include "fuzz/target.hpp"

namespace {

namespace archive = fastser::archive;

// Asks for every element one by one.
class Attentive final : public archive::Visitor {};

void walk_again(fastser::BytesView bytes) {
  const auto envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) fastser::fuzzing::broken("verified, but no envelope");
  const auto table = fastser::schema::TypeTable::parse(envelope->table);
  if (!table.ok()) fastser::fuzzing::broken("verified, but no table");
  Attentive visitor;
  const fastser::Status status =
      archive::walk(*table, envelope->payload, visitor, fastser::Limits{}, 0);
  // Runs of elements cost the budget nothing, single ones without bytes do.
  if (!status.ok() && status.code() != fastser::Code::kOverBudget) {
    fastser::fuzzing::broken("verified, but not walked: " + status.to_string());
  }
}

void leave_names_out(fastser::BytesView bytes, bool verified) {
  const auto nameless = archive::without_names(bytes);
  if (!nameless.ok()) {
    if (verified) fastser::fuzzing::broken("verified, but names cannot be left out");
    return;
  }
  const fastser::Status status = archive::verify(*nameless);
  if (verified && !status.ok() && status.code() != fastser::Code::kOverBudget) {
    fastser::fuzzing::broken("not verified without names: " + status.to_string());
  }
  const auto again = archive::without_names(*nameless);
  if (!again.ok() || !std::ranges::equal(*again, *nameless)) {
    fastser::fuzzing::broken("names left out twice give other bytes");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fastser::BytesView bytes = fastser::fuzzing::view_of(data, size);
  fastser::fuzzing::within_heap(size, [&] {
    const bool verified = archive::verify(bytes).ok();
    if (verified) walk_again(bytes);
    leave_names_out(bytes, verified);
  });
  return 0;
}
