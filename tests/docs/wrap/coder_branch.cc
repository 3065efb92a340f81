// SPDX-License-Identifier: MIT
//
// docs/coder.md: a value that is written in turns with what lies behind it.
#include <fastser/coder.hpp>

using fastser::CoderWriter;

int main() {
  CoderWriter writer;
  const auto cls = writer.define_class("Child", 0);
  writer.begin_record(writer.define_class("Parent", 0));
  //@
  writer.end_record();
  const fastser::Result<fastser::Buffer> bytes = writer.finish();
  fastser::CoderReader reader;
  if (!bytes.ok() || !reader.open(*bytes).ok() || !reader.begin_record()) return 1;
  const bool values = reader.i32("age") == 5 && reader.i32("size") == 6;
  const bool written = reader.begin_record("child") && reader.i32("n") == 1;
  reader.end_record();
  reader.end_record();
  return values && written && reader.finish().ok() ? 0 : 2;
}
