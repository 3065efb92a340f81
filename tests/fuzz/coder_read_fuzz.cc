// SPDX-License-Identifier: MIT
//
// The coder's reader, called in any order on archives of anybody. Input: the number of calls to
// choose from, those calls, the archive. Calls are repeated until the reader is done or failed.
#include <array>

#include "fastser/coder.hpp"
#include "fuzz/target.hpp"

namespace {

using fastser::CoderReader;
using fastser::Key;

constexpr std::array<Key, 8> kKeys = {Key("number"), Key("name"), Key("words"), Key("plains"),
                                      Key("next"),   Key("gone"), Key("kept"),  Key("nobody")};

// What a program keeps between calls.
struct Kept {
  std::array<fastser::CoderPosition, 4> positions;
  std::array<CoderReader::Branch, 3> branches;
};

void take_object(CoderReader& reader, fastser::ObjectStart start, int& marker) {
  if (start.kind == fastser::ObjectStart::kNew || start.kind == fastser::ObjectStart::kLater) {
    reader.set_object(start.number, &marker);
    const std::uint32_t number = reader.object_class(start.number);
    if (reader.class_data(number) == nullptr) reader.set_class_data(number, &marker);
    static_cast<void>(reader.class_name_of(number));
  }
  if (start.kind == fastser::ObjectStart::kReference) {
    static_cast<void>(reader.object(start.number));
    static_cast<void>(reader.begin_again(start.number));
  }
}

void tell(CoderReader& reader) {
  for (std::size_t i = 0; i < reader.field_count() && i < 20; ++i) {
    const fastser::CoderField field = reader.field(i);
    if (field.named) static_cast<void>(reader.contains(Key::transient(field.name)));
  }
  const bool inside = reader.field_index() <= reader.field_count();
  if (!inside) fastser::fuzzing::broken("a field beyond the last");
  if (reader.is_at_end() && reader.elements_left() != 0) {
    fastser::fuzzing::broken("elements behind the end");
  }
  const fastser::ScalarArray run = reader.run(reader.element_code());
  static_cast<void>(reader.take_run(run.code, run.count / 2));
  static_cast<void>(reader.mapped_code());
  static_cast<void>(reader.class_number());
}

void call_of_a_binding(CoderReader& reader, Kept& kept, unsigned what) {
  const Key& key = kKeys[what & 7U];
  fastser::CoderPosition& position = kept.positions[what % kept.positions.size()];
  int marker = 0;
  std::uint32_t number = 0;
  switch (what >> 2) {
    case 0:
    case 1: return take_object(reader, reader.begin_object_or_later(), marker);
    case 2: return take_object(reader, reader.begin_object_or_later(key), marker);
    case 3:
      if (reader.begin_pending(number)) reader.set_object(number, &marker);
      return;
    case 4: {
      fastser::CoderValue value;
      if ((what & 2U) == 0) {
        static_cast<void>((what & 1U) != 0 ? reader.string16() : reader.string16(key));
      } else if ((what & 1U) != 0) {
        reader.take_value(value);
      } else {
        reader.take_value(key, value);
      }
      return;
    }
    case 5:
      position = (what & 1U) != 0 ? reader.position() : reader.position(key);
      if ((what & 2U) != 0) reader.set_string_object(reader.shared_number(), &marker);
      return;
    case 6:
      if ((what & 1U) != 0) return reader.end_at();
      if (position.valid()) static_cast<void>(reader.begin_at(position));
      return;
    default: return what % 4 == 3 ? tell(reader) : reader.swap(kept.branches[what % 4]);
  }
}

void call(CoderReader& reader, Kept& kept, unsigned what) {
  if (what >> 5 == 7) return call_of_a_binding(reader, kept, what & 31U);
  const Key& key = kKeys[what >> 5];
  std::uint64_t count = 0;
  int marker = 0;
  switch (what & 31U) {
    case 0: static_cast<void>(reader.begin_record()); return;
    case 1: static_cast<void>(reader.begin_record(key)); return;
    case 2: return reader.end_record();
    case 3: static_cast<void>(reader.begin_list(count)); return;
    case 4: static_cast<void>(reader.begin_list(key, count)); return;
    case 5: return reader.end_list();
    case 6: static_cast<void>(reader.begin_map(count)); return;
    case 7: static_cast<void>(reader.begin_map(key, count)); return;
    case 8: return reader.end_map();
    case 9: return take_object(reader, reader.begin_object(), marker);
    case 10: return take_object(reader, reader.begin_object(key), marker);
    case 11: return reader.end_object();
    case 12: return reader.skip();
    case 13: return reader.skip(key);
    case 14: static_cast<void>(reader.string()); return;
    case 15: static_cast<void>(reader.string(key)); return;
    case 16: static_cast<void>(reader.data(key)); return;
    case 17: static_cast<void>(reader.i32()); return;
    case 18: static_cast<void>(reader.i32(key)); return;
    case 19: static_cast<void>(reader.u64(key)); return;
    case 20: static_cast<void>(reader.f64(key)); return;
    case 21: static_cast<void>(reader.boolean(key)); return;
    case 22: static_cast<void>(reader.array()); return;
    case 23: static_cast<void>(reader.array(key)); return;
    case 24:
      static_cast<void>(reader.peek(key));
      static_cast<void>(reader.peek_element(key));
      static_cast<void>(reader.is_nothing(key));
      return;
    case 25: static_cast<void>(reader.contains(key)); return;
    case 26: static_cast<void>(reader.is_at_end()); return;
    case 27: static_cast<void>(reader.class_name(what >> 5)); return;
    case 28: static_cast<void>(reader.date()); return;
    case 29: static_cast<void>(reader.duration()); return;
    case 30: static_cast<void>(reader.decimal(key)); return;
    default: return reader.null();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || data[0] > size - 1) return 0;
  const std::size_t calls = data[0];
  const fastser::BytesView bytes = fastser::fuzzing::view_of(data + 1 + calls, size - 1 - calls);
  const fastser::fuzzing::AllocScope scope;
  {
    CoderReader reader;
    Kept kept;
    if (reader.open(bytes).ok() && calls != 0) {
      for (std::size_t i = 0; i < 500 && reader.status().ok(); ++i) {
        call(reader, kept, data[1 + i % calls]);
      }
    }
    const fastser::Status status = reader.finish();
    if (!reader.status().ok() && status.ok()) fastser::fuzzing::broken("an error is forgotten");
    if (scope.peak() > fastser::fuzzing::allowed_heap(bytes.size())) {
      fastser::fuzzing::broken("peak heap of " + std::to_string(scope.peak()));
    }
  }
  if (scope.live() != 0) fastser::fuzzing::broken("leaked");
  return 0;
}
