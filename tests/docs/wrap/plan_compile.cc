// SPDX-License-Identifier: MIT
//
// docs/plans.md: a type and a layout make a plan; and other formats.
#include <fastser/convert.hpp>
#include <fastser/plan.hpp>

#include <cstddef>

struct Station {
  double height = 0;
  std::uint32_t number = 0;
};

static fastser::Result<fastser::Type> type_of_station() {
  fastser::TypeBuilder types;
  const fastser::TypeId station = types.record("Station", 1);
  types.field(station, "height", types.code(fastser::TypeCode::kF64));
  types.field(station, "number", types.code(fastser::TypeCode::kU32));
  return types.build(station);
}

int main() {
  const fastser::Result<fastser::Type> type = type_of_station();
  fastser::Layout layout;
  const fastser::FormId of_station = layout.record(sizeof(Station));
  layout.field(of_station, "height", offsetof(Station, height));
  layout.field(of_station, "number", offsetof(Station, number));
  const Station station{560.5, 7};
  Station again;
  fastser::Buffer bytes;
  fastser::Status written;
  fastser::Status read;
  //@
  if (!written.ok() || !read.ok() || again.height != 560.5) return 1;
  again = {};
  //@
  return read.ok() && again.number == 7 && flat.ok() ? 0 : 2;
}
