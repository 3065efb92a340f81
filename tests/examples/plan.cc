// SPDX-License-Identifier: MIT
//
// The example of docs/plans.md: a struct of somebody else's, described by calls.
#include <fastser/convert.hpp>
#include <fastser/flat.hpp>
#include <fastser/plan.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using fastser::Code;
using fastser::FormId;
using fastser::TypeCode;
using fastser::TypeId;

// As a C library might have it.
struct Reading {
  double celsius;
  std::uint32_t second;
  std::uint8_t valid;
};
struct Station {
  char name[16];
  Reading* readings;
  std::uint32_t count;
};

// --- accessor functions --------------------------------------------------------------------------

static Code get_name(void*, const void* slot, const char** text, std::size_t* size) {
  *text = static_cast<const char*>(slot);
  *size = std::strlen(*text);
  return Code::kOk;
}
static Code set_name(void*, void* slot, const char* text, std::size_t size) {
  if (size >= sizeof Station::name) return Code::kNoSpace;
  std::memcpy(slot, text, size);
  static_cast<char*>(slot)[size] = '\0';
  return Code::kOk;
}

static Station* station_of(void* readings) {  // the list is the two members behind the name
  void* station = static_cast<char*>(readings) - offsetof(Station, readings);
  return static_cast<Station*>(station);
}
static Code resize_readings(void*, void* list, std::size_t count, void** first) {
  Station* station = station_of(list);
  void* memory = std::realloc(station->readings, (count + 1) * sizeof(Reading));
  if (memory == nullptr) return Code::kNoMemory;
  station->readings = static_cast<Reading*>(memory);
  station->count = static_cast<std::uint32_t>(count);
  *first = memory;
  return Code::kOk;
}

// --- the description -----------------------------------------------------------------------------

static fastser::Result<fastser::Type> type_of_station() {
  fastser::TypeBuilder types;
  const TypeId reading = types.record("Reading");
  types.field(reading, "celsius", types.code(TypeCode::kF64));
  types.field(reading, "second", types.code(TypeCode::kU32));
  types.field(reading, "valid", types.code(TypeCode::kBool));
  const TypeId station = types.record("Station", 1);
  types.field(station, "name", types.code(TypeCode::kString));
  types.field(station, "readings", types.list(reading));
  return types.build(station);
}

static fastser::Result<fastser::Plan> plan_of_station(const fastser::Type& type) {
  fastser::Layout layout;
  const FormId of_reading = layout.record(sizeof(Reading));
  layout.field(of_reading, "celsius", offsetof(Reading, celsius));
  layout.field(of_reading, "second", offsetof(Reading, second));
  layout.field(of_reading, "valid", offsetof(Reading, valid));
  const FormId name =
      layout.text({.size = sizeof Station::name, .get = &get_name, .set = &set_name});
  fastser::ListAccess list{.size = sizeof(Reading*) + sizeof(std::uint32_t),
                           .stride = sizeof(Reading)};
  list.at = {fastser::SpanAt::Extent::kCount32, 0, sizeof(Reading*)};  // read without a call
  list.resize = &resize_readings;
  const FormId of_station = layout.record(sizeof(Station));
  layout.field(of_station, "name", offsetof(Station, name), name);
  layout.field(of_station, "readings", offsetof(Station, readings), layout.list(list, of_reading));
  return fastser::Plan::compile(type, layout, of_station);
}

int main() {
  const fastser::Result<fastser::Type> type = type_of_station();
  if (!type.ok()) {
    std::puts(type.status().to_string().c_str());
    return 1;
  }
  const fastser::Result<fastser::Plan> plan = plan_of_station(*type);
  if (!plan.ok()) {
    std::puts(plan.status().to_string().c_str());
    return 1;
  }
  Reading readings[] = {{21.5, 0, 1}, {22.0, 60, 0}};
  const Station station{"Oslo", readings, 2};
  fastser::Buffer bytes;
  Station again{};
  const bool good = plan->encode(bytes, &station).ok() && plan->decode(bytes, &again).ok() &&
                    again.count == 2 && again.readings[1].celsius == 22.0 &&
                    std::strcmp(again.name, "Oslo") == 0;

  // Other codecs, by way of the archive.
  namespace convert = fastser::convert;
  auto message = convert::convert(bytes, convert::Format::archive, convert::Format::msgpack);
  const auto back = convert::convert(message.value(), convert::Format::msgpack,
                                     convert::Format::archive, {.type = &*type});
  again.readings[1].celsius = 0;
  const bool same =
      back.ok() && plan->decode(*back, &again).ok() && again.readings[1].celsius == 22.0;
  const bool has_schema =
      fastser::flat::schema(*type).value().find("root_type Station") != std::string::npos;
  std::free(again.readings);
  return good && same && has_schema ? 0 : 1;
}
