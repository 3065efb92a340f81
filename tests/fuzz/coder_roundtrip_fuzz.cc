// SPDX-License-Identifier: MIT
//
// The coder's writer, called in any order. Wrong calls are an error; what it finishes without one
// is an archive that verify and the coder's reader accept, the same on every run and from a writer
// that wrote something else before. The calls with two bytes come behind 0xFF,
// those of branches behind two of them.
#include <array>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "fuzz/target.hpp"

namespace {

using fastser::CoderWriter;
using fastser::Key;

constexpr std::array<Key, 4> kKeys = {Key("a"), Key("b"), Key("c"), Key("d")};

void call(CoderWriter& writer, const std::array<fastser::ClassHandle, 3>& classes, unsigned what) {
  static const std::array<char, 8> kObjects{};
  const Key& key = kKeys[(what >> 5) & 3U];
  const fastser::ClassHandle one = classes[(what >> 5) % 3];
  const void* object = &kObjects[what >> 5];
  switch (what & 31U) {
    case 0: return writer.begin_record(one);
    case 1: return writer.begin_record(key, one);
    case 2: return writer.end_record();
    case 3: return writer.begin_list(what >> 5, fastser::schema::TypeCode::kAny);
    case 4: return writer.begin_list(key, what >> 5, fastser::schema::TypeCode::kI32);
    case 5: return writer.end_list();
    case 6: static_cast<void>(writer.begin_object(object, one)); return;
    case 7: static_cast<void>(writer.begin_object(key, object, one)); return;
    case 8: return writer.end_object();
    case 9: return writer.reference(object);
    case 10: return writer.reference(key, object);
    case 11: return writer.conditional(object);
    case 12: return writer.conditional(key, object);
    case 13: return writer.i32(static_cast<std::int32_t>(what));
    case 14: return writer.i32(key, static_cast<std::int32_t>(what));
    case 15: return writer.u8(static_cast<std::uint8_t>(what));
    case 16: return writer.f64(key, what);
    case 17: return writer.boolean(key, (what & 32U) != 0);
    case 18: return writer.string("the same text again");
    case 19: return writer.string(key, "the same text again");
    case 20: return writer.string(key, (what & 64U) != 0 ? "one" : "two");
    case 21: return writer.null();
    case 22: return writer.null(key);
    case 23: return writer.vu64(key, what * 1000U);
    case 24: return writer.data(key, fastser::fuzzing::view_of(nullptr, 0));
    case 25: return writer.date({1, 2});
    case 26: return writer.duration(key, what);
    case 27: return writer.class_ref("Class");
    case 28: return writer.url(key, "a:b");
    case 29: return writer.i64(what);
    case 30: return writer.begin_list(what >> 5, fastser::schema::TypeCode::kString);
    default: return writer.vi64(key, -static_cast<std::int64_t>(what));
  }
}

void body(CoderWriter& writer, const fastser::PendingObject& object) {
  writer.i32("n", static_cast<std::int32_t>(object.of.index));
  const auto* next = static_cast<const char*>(object.identity) + 1;
  if (next != object.context) {
    writer.object(kKeys[1], next, object.of, body, object.context);
  }
}

// The calls that a byte has no room for.
void call_more(CoderWriter& writer, const std::array<fastser::ClassHandle, 3>& classes,
               unsigned what) {
  using fastser::CoderType;
  using fastser::kUnknownCount;
  using fastser::schema::TypeCode;
  static const std::array<char, 64> kChain{};
  const Key& key = kKeys[(what >> 5) & 3U];
  const fastser::ClassHandle one = classes[(what >> 5) % 3];
  const char* object = &kChain[what >> 3];
  const TypeCode element = (what & 32U) != 0 ? TypeCode::kAny : TypeCode::kString;
  fastser::PendingObject pending;
  switch (what & 31U) {
    case 0: return writer.begin_list(kUnknownCount, element);
    case 1: return writer.begin_list(key, kUnknownCount, TypeCode::kI32);
    case 2: return writer.begin_list(key, kUnknownCount, CoderType::list_of(TypeCode::kI32));
    case 3: return writer.begin_list(2, TypeCode::kI32);
    case 4: return writer.begin_set(1, element);
    case 5: return writer.begin_map(1, TypeCode::kString, TypeCode::kAny, true);
    case 6: return writer.begin_map(key, 1, TypeCode::kString, element);
    case 7: return writer.end_map();
    case 8: return writer.begin_tuple(what >> 5);
    case 9: return writer.begin_tuple(key, what >> 5);
    case 10: return writer.end_tuple();
    case 11: return writer.object(object, one, body, const_cast<char*>(kChain.end()));
    case 12: return writer.object(key, object, one, body, const_cast<char*>(kChain.end()));
    case 13: static_cast<void>(writer.begin_object_or_later(object, one)); return;
    case 14: static_cast<void>(writer.begin_object_or_later(key, object, one)); return;
    case 15: static_cast<void>(writer.begin_pending(pending)); return;
    case 16: return writer.string16(u"the same text again");
    case 17: return writer.string16(key, u"\u20AC uro");
    case 18: static_cast<void>(writer.string_again(object)); return;
    case 19: static_cast<void>(writer.string_again(key, object)); return;
    case 20: return writer.remember_string(object);
    case 21: return writer.i32(writer.key(writer.define_key("a")), 1);
    case 22: return writer.string(writer.key(writer.define_key("e")), "one");
    case 23: return writer.i32(writer.key({what}), 1);
    case 24: return writer.set_class_data(one, nullptr);
    case 25: return writer.i32(1);
    case 26: return writer.end_list();
    case 27: return writer.string("some text of its own");
    case 28: return writer.end_object();
    case 29: return writer.begin_record(one);
    case 30: return writer.end_record();
    default: return writer.fail(fastser::Status(fastser::Code::kTypeMismatch, "the caller's"));
  }
}

using Branches = std::array<CoderWriter::Branch, 4>;

void call_branch(CoderWriter& writer, Branches& branches, unsigned what) {
  CoderWriter::Branch& branch = branches[what >> 6];
  switch (what & 3U) {
    case 0: return writer.begin_branch(branch);
    case 1: return writer.begin_branch(kKeys[(what >> 4) & 3U], branch);
    default: return writer.swap(branch);
  }
}

void write(CoderWriter& writer, const std::uint8_t* data, std::size_t size) {
  Branches branches;
  const std::array<fastser::ClassHandle, 3> classes = {
      writer.define_class("A", 1), writer.define_class("B", 0), writer.define_class("", 0)};
  for (std::size_t i = 0; i < size && writer.status().ok(); ++i) {
    if (data[i] == 0xFF && i + 2 < size && data[i + 1] == 0xFF) {
      call_branch(writer, branches, data[i += 2]);
    } else if (data[i] == 0xFF && i + 1 < size) {
      call_more(writer, classes, data[++i]);
    } else {
      call(writer, classes, data[i]);
    }
  }
}

std::string finished(CoderWriter& writer) {
  const fastser::Result<fastser::Buffer> bytes = writer.finish();
  if (!bytes.ok()) return {};
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

// Reads everything as a program does that takes what comes; fields of objects in their turn.
class Taker {
 public:
  explicit Taker(fastser::CoderReader& reader) : reader_(reader) {}

  void all() {
    while (!reader_.is_at_end()) one();
  }
  void pending() {
    std::uint32_t number = 0;
    while (reader_.begin_pending(number)) {
      all();
      reader_.end_object();
    }
  }

 private:
  using TypeCode = fastser::schema::TypeCode;

  void one() {
    std::uint64_t count = 0;
    switch (reader_.peek()) {
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kTuple:
        if (reader_.begin_list(count)) {
          all();
          reader_.end_list();
        }
        return;
      case TypeCode::kMap:
      case TypeCode::kOrderedMap:
        if (reader_.begin_map(count)) {
          all();
          reader_.end_map();
        }
        return;
      case TypeCode::kRecord:
      case TypeCode::kAnyRecord:
        if (reader_.begin_record()) {
          all();
          reader_.end_record();
        }
        return;
      case TypeCode::kRef:
      case TypeCode::kAnyRef:
        if (reader_.begin_object_or_later().kind == fastser::ObjectStart::kNew) {
          all();
          reader_.end_object();
        }
        return;
      case TypeCode::kSharedString: static_cast<void>(reader_.string16()); return;
      default: reader_.skip(); return;
    }
  }

  fastser::CoderReader& reader_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fastser;
  if (size > 4096) return 0;
  const fuzzing::AllocScope scope;
  {
    CoderOptions options;
    options.checksum = size % 2 == 0;
    options.repeated_keys = size % 3 == 0 ? RepeatedKeys::last : RepeatedKeys::error;
    options.limits.depth = size % 5 == 0 ? 4 : 128;  // shallow: objects are soon written later
    CoderWriter writer(options);
    write(writer, data, size);
    const std::string bytes = finished(writer);
    if (!bytes.empty()) {
      const BytesView view(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
      const Status status = archive::verify(view, {.limits = Limits::unlimited(), .utf8 = true});
      if (!status.ok()) fuzzing::broken("wrote an unsound archive: " + status.to_string());
      CoderReader reader;
      if (!reader.open(view, Limits::unlimited()).ok() || !reader.finish().ok()) {
        fuzzing::broken("its archive is refused: " + reader.status().to_string());
      }
      if (reader.open(view, Limits::unlimited()).ok()) {
        Taker taker(reader);
        taker.all();
        taker.pending();
      }
      if (!reader.finish().ok()) {
        fuzzing::broken("its archive cannot be read: " + reader.status().to_string());
      }
      write(writer, data, size / 2);
      static_cast<void>(finished(writer));
      write(writer, data, size);
      if (finished(writer) != bytes) fuzzing::broken("other bytes from a writer used before");
    }
  }
  if (scope.live() != 0) fuzzing::broken("leaked");
  return 0;
}
