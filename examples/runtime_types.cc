// SPDX-License-Identifier: MIT
//
// A type that is described while the program runs, for memory that is laid out by somebody else: a
// plugin, another language, a C library. One call then writes or reads a whole value.
#include <fastser/archive.hpp>
#include <fastser/plan.hpp>

#include <cstddef>
#include <cstdio>

struct Sample {  // as the other side has it
  double celsius;
  std::uint32_t second;
};

int main() {
  // What it is.
  fastser::TypeBuilder types;
  const fastser::TypeId sample = types.record("Sample", 1);
  types.field(sample, "celsius", types.code(fastser::TypeCode::kF64));
  types.field(sample, "second", types.code(fastser::TypeCode::kU32));
  const fastser::Type type = types.build(sample).value();

  // How it lies in memory.
  fastser::Layout layout;
  const fastser::FormId form = layout.record(sizeof(Sample));
  layout.field(form, "celsius", offsetof(Sample, celsius));
  layout.field(form, "second", offsetof(Sample, second));

  // The two together.
  const fastser::Plan plan = fastser::Plan::compile(type, layout, form).value();
  const Sample samples[] = {{11.5, 0}, {11.75, 600}};
  fastser::Buffer bytes;
  fastser::Status written = plan.encode_array(bytes, samples, 2, sizeof(Sample));
  if (!written.ok()) return 1;

  // Nobody's type is needed to see what it is; a C++ program may have one.
  std::printf("%s\n", fastser::archive::read_type(bytes)->to_string().c_str());
  const auto read = fastser::archive::decode<std::vector<Sample>>(bytes);
  for (const Sample& one : *read) std::printf("%u s: %g\n", one.second, one.celsius);
  return 0;
}
