// SPDX-License-Identifier: MIT
//
// Values written and read one by one, without a C++ type: for programs that learn what there is
// while they run. What comes out is an ordinary archive, which typed programs and tools read, too.
#include <fastser/archive.hpp>
#include <fastser/coder.hpp>
#include <fastser/json.hpp>

#include <cstdio>

struct Point {  // what another program may have
  std::int32_t x = 0, y = 0;
  std::string label;
};

int main() {
  fastser::CoderWriter writer;
  const fastser::ClassHandle point = writer.define_class("Point", 1);
  writer.begin_record(point);
  writer.i32("x", 3);
  writer.i32("y", 4);
  writer.string("label", "here");
  writer.end_record();
  const fastser::Result<fastser::Buffer> bytes =
      writer.finish();  // says what went wrong before, too
  if (!bytes.ok()) return 1;

  fastser::CoderReader reader;
  if (!reader.open(*bytes).ok() || !reader.begin_record()) return 1;
  std::printf("%s at", std::string(reader.string("label")).c_str());  // in any order
  std::printf(" %d, %d\n", reader.i32("x"), reader.i32("y"));
  std::printf("has a colour: %s\n", reader.contains("colour") ? "yes" : "no");
  reader.end_record();
  if (!reader.finish().ok()) return 1;

  const auto typed = fastser::archive::decode<Point>(*bytes);
  std::printf("as a struct: %d\n", typed->x + typed->y);
  std::printf("as JSON: %s\n", fastser::convert::archive_to_json(*bytes)->c_str());
  return 0;
}
