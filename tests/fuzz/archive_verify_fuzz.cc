// SPDX-License-Identifier: MIT
//
// verify and the walker, on any bytes. A walk of what verify accepts must accept it too, told value
// by value or in runs.
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fastser::BytesView bytes = fastser::fuzzing::view_of(data, size);
  fastser::fuzzing::within_heap(size, [&] {
    if (archive::verify(bytes).ok()) walk_again(bytes);
  });
  return 0;
}
