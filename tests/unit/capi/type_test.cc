// SPDX-License-Identifier: MIT
//
// Types through the C interface: what is built by calls is what C++ builds, everything can be
// asked, and no wrong call is worse than a status.
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/fastser.h"
#include "gtest/gtest.h"

namespace fastser {
namespace {

enum class Colour : std::uint8_t { red, green };
struct Base {
  std::int32_t id = 0;
  FASTSER_FIELDS(Base, id);
};
struct Thing : Base {
  using fastser_base = Base;
  static constexpr std::uint32_t fastser_version = 7;
  std::string name;
  std::optional<double> weight;
  std::vector<std::shared_ptr<Thing>> parts;
  std::map<std::string, std::uint16_t> counts;
  std::set<std::int64_t> ids;
  std::array<float, 3> place{};
  std::variant<std::monostate, bool, std::string> choice;
  std::tuple<std::int8_t, std::string> pair;
  Colour colour = Colour::red;
  FASTSER_FIELDS(Thing, name, weight, parts, counts, ids, place, choice, pair, colour);
};

struct Freed {
  void operator()(fastser_type* type) const { fastser_type_release(type); }
  void operator()(fastser_type_builder* builder) const { fastser_type_builder_destroy(builder); }
};
using TypeHandle = std::unique_ptr<fastser_type, Freed>;
using BuilderHandle = std::unique_ptr<fastser_type_builder, Freed>;

fastser_error new_error() {
  fastser_error error{};
  error.struct_size = sizeof error;
  return error;
}
template <typename T>
Type cpp_type() {
  return *type_of<T>();
}
BuilderHandle new_builder() {
  fastser_type_builder* made = nullptr;
  EXPECT_EQ(fastser_type_builder_create(&made, nullptr), FASTSER_OK);
  return BuilderHandle(made);
}
TypeHandle parsed(const Type& type) {
  const std::vector<std::byte> table = type.table();
  fastser_type* made = nullptr;
  EXPECT_EQ(fastser_type_parse(table.data(), table.size(), &made, nullptr), FASTSER_OK);
  return TypeHandle(made);
}
std::string text_of(const fastser_type* type) {
  fastser_bytes bytes{};
  EXPECT_EQ(fastser_type_text(type, nullptr, &bytes, nullptr), FASTSER_OK);
  std::string text(reinterpret_cast<const char*>(bytes.data), bytes.size);
  fastser_bytes_release(&bytes);
  return text;
}
std::string name_of(const fastser_type* type) {
  std::size_t size = 0;
  const char* const name = fastser_type_name(type, &size);
  return {name, size};
}

class Built {
 public:
  Built() : builder_(new_builder()) {}
  [[nodiscard]] fastser_type_builder* get() const { return builder_.get(); }
  [[nodiscard]] fastser_type_id code(std::int32_t code) const {
    return fastser_type_builder_code(get(), code);
  }
  void field(fastser_type_id record, const std::string& name, fastser_type_id type) const {
    fastser_type_builder_field(get(), record, name.data(), name.size(), type);
  }
  [[nodiscard]] fastser_type_id record(const std::string& name, std::uint32_t version) const {
    return fastser_type_builder_record(get(), name.data(), name.size(), version);
  }
  /// The status of build; the message is in `error`.
  std::int32_t build(fastser_type_id root, TypeHandle& type, fastser_error* error = nullptr) const {
    fastser_type* made = nullptr;
    const std::int32_t status = fastser_type_builder_build(get(), root, &made, error);
    type.reset(made);
    return status;
  }

 private:
  BuilderHandle builder_;
};

TypeHandle type_of_thing() {
  const Built b;
  fastser_type_builder* const types = b.get();
  const fastser_type_id base = b.record("Base", 0);
  b.field(base, "id", b.code(FASTSER_TYPE_I32));
  const fastser_type_id thing = b.record("Thing", 7);
  fastser_type_builder_super(types, thing, base);
  const fastser_type_id string = b.code(FASTSER_TYPE_STRING);
  b.field(thing, "name", string);
  b.field(thing, "weight", fastser_type_builder_optional(types, b.code(FASTSER_TYPE_F64)));
  b.field(thing, "parts", fastser_type_builder_list(types, fastser_type_builder_ref(types, thing)));
  b.field(thing, "counts", fastser_type_builder_map(types, string, b.code(FASTSER_TYPE_U16)));
  b.field(thing, "ids", fastser_type_builder_set(types, b.code(FASTSER_TYPE_I64)));
  b.field(thing, "place", fastser_type_builder_array(types, b.code(FASTSER_TYPE_F32), 3));
  const fastser_type_id choices[] = {b.code(FASTSER_TYPE_NULL), b.code(FASTSER_TYPE_BOOL), string};
  b.field(thing, "choice", fastser_type_builder_variant(types, choices, 3));
  const fastser_type_id pair[] = {b.code(FASTSER_TYPE_I8), string};
  b.field(thing, "pair", fastser_type_builder_tuple(types, pair, 2));
  b.field(thing, "colour", fastser_type_builder_enum(types, "Colour", 6, FASTSER_TYPE_U8));
  TypeHandle made;
  fastser_error error = new_error();
  EXPECT_EQ(b.build(thing, made, &error), FASTSER_OK) << error.message;
  return made;
}

TEST(CapiType, EveryKindThatIsBuiltByCallsIsTheTypeOfTheEqualCppType) {
  const TypeHandle built = type_of_thing();
  const TypeHandle wanted = parsed(cpp_type<Thing>());
  EXPECT_EQ(text_of(built.get()), text_of(wanted.get()));
  std::int32_t equal = 0;
  ASSERT_EQ(fastser_type_equal(built.get(), wanted.get(), &equal, nullptr), FASTSER_OK);
  EXPECT_EQ(equal, 1);
  std::uint64_t fingerprint = 0;
  ASSERT_EQ(fastser_type_fingerprint(built.get(), &fingerprint, nullptr), FASTSER_OK);
  EXPECT_EQ(fingerprint, cpp_type<Thing>().fingerprint());
}

TEST(CapiType, EveryCodeHasItsNumber) {
  const Built b;
  EXPECT_EQ(FASTSER_TYPE_OWNED_ANY, static_cast<int>(TypeCode::kOwnedAny));
  for (std::int32_t code = 0; code <= FASTSER_TYPE_OWNED_ANY; ++code) {
    TypeBuilder expected;
    const Result<Type> wanted = expected.build(expected.code(static_cast<TypeCode>(code)));
    const Built one;
    TypeHandle made;
    EXPECT_EQ(one.build(one.code(code), made) == FASTSER_OK, wanted.ok()) << code;
    if (wanted.ok()) {
      EXPECT_EQ(fastser_type_code(made.get()), code);
    }
  }
}

TEST(CapiType, EverythingThatItSaysCanBeAsked) {
  const TypeHandle thing = type_of_thing();
  EXPECT_EQ(fastser_type_code(thing.get()), FASTSER_TYPE_RECORD);
  EXPECT_EQ(name_of(thing.get()), "Thing");
  EXPECT_EQ(fastser_type_version(thing.get()), 7U);
  EXPECT_EQ(fastser_type_field_count(thing.get()), 9U);
  EXPECT_EQ(fastser_type_record_count(thing.get()), 2U);

  fastser_type* base = nullptr;
  ASSERT_EQ(fastser_type_super(thing.get(), &base, nullptr), FASTSER_OK);
  const TypeHandle owned(base);
  EXPECT_EQ(name_of(base), "Base");
  fastser_type* none = nullptr;
  EXPECT_EQ(fastser_type_super(base, &none, nullptr), FASTSER_OK);
  EXPECT_EQ(none, nullptr);

  fastser_type_entry field{};
  field.struct_size = sizeof field;
  ASSERT_EQ(fastser_type_field(thing.get(), 5, &field, nullptr), FASTSER_OK);
  const TypeHandle place(field.type);
  EXPECT_EQ(std::string(field.name, field.name_size), "place");
  EXPECT_EQ(field.named, 1U);
  EXPECT_EQ(field.repeat, 1U);
  EXPECT_EQ(fastser_type_length(place.get()), 3U);
  EXPECT_EQ(fastser_type_operand_count(place.get()), 1U);
  fastser_type* element = nullptr;
  ASSERT_EQ(fastser_type_operand(place.get(), 0, &element, nullptr), FASTSER_OK);
  EXPECT_EQ(fastser_type_code(element), FASTSER_TYPE_F32);
  fastser_type_release(element);

  fastser_type* record = nullptr;
  ASSERT_EQ(fastser_type_record(thing.get(), 1, &record, nullptr), FASTSER_OK);
  fastser_type_release(record);
  for (const std::size_t index : {std::size_t{9}, static_cast<std::size_t>(-1)}) {
    EXPECT_EQ(fastser_type_field(thing.get(), index, &field, nullptr), FASTSER_USAGE);
    EXPECT_EQ(fastser_type_operand(thing.get(), index, &element, nullptr), FASTSER_USAGE);
    EXPECT_EQ(fastser_type_record(thing.get(), index, &record, nullptr), FASTSER_USAGE);
  }
}

TEST(CapiType, APartOutlivesTheWholeAndTheTableIsItsOwn) {
  TypeHandle thing = type_of_thing();
  fastser_type* base = nullptr;
  ASSERT_EQ(fastser_type_super(thing.get(), &base, nullptr), FASTSER_OK);
  thing.reset();
  const TypeHandle owned(base);
  EXPECT_EQ(name_of(base), "Base");
  fastser_bytes table{};
  ASSERT_EQ(fastser_type_table(base, nullptr, &table, nullptr), FASTSER_OK);
  const std::vector<std::byte> wanted = cpp_type<Base>().table();
  ASSERT_EQ(table.size, wanted.size());
  EXPECT_EQ(std::memcmp(table.data, wanted.data(), table.size), 0);
  fastser_bytes_release(&table);
}

TEST(CapiType, IsReadFromAnArchive) {
  const Result<Buffer> bytes = archive::encode(Thing{});
  fastser_type* type = nullptr;
  ASSERT_EQ(fastser_type_read(bytes->data(), bytes->size(), &type, nullptr), FASTSER_OK);
  const TypeHandle owned(type);
  std::int32_t equal = 0;
  ASSERT_EQ(fastser_type_equal(type, type_of_thing().get(), &equal, nullptr), FASTSER_OK);
  EXPECT_EQ(equal, 1);
  for (std::size_t size = 0; size < 40; ++size) {  // the table is longer
    fastser_error error = new_error();
    EXPECT_NE(fastser_type_read(bytes->data(), size, &type, &error), FASTSER_OK);
    EXPECT_EQ(type, nullptr);
    EXPECT_NE(error.status, FASTSER_OK);
  }
  const Result<Buffer> without = archive::encode(Thing{}, {.header = archive::Header::fingerprint});
  EXPECT_EQ(fastser_type_read(without->data(), without->size(), &type, nullptr), FASTSER_USAGE);
}

TEST(CapiType, IsUsedInAnotherOne) {
  const TypeHandle thing = type_of_thing();
  const Built b;
  const fastser_type_id used = fastser_type_builder_use(b.get(), thing.get());
  TypeHandle list;
  ASSERT_EQ(b.build(fastser_type_builder_list(b.get(), used), list), FASTSER_OK);
  EXPECT_EQ(text_of(list.get()), "list<record Thing>");
  fastser_type* shared = nullptr;
  ASSERT_EQ(fastser_type_share(thing.get(), &shared, nullptr), FASTSER_OK);
  EXPECT_EQ(text_of(shared), "record Thing");
  std::int32_t equal = 1;
  ASSERT_EQ(fastser_type_equal(thing.get(), shared, &equal, nullptr), FASTSER_OK);
  EXPECT_EQ(equal, 0);
  fastser_type_release(shared);
}

TEST(CapiType, KeepsRecordsThatNothingMentionsAndFieldsWithoutNames) {
  const Built b;
  const fastser_type_id kept = b.record("Kept", 0);
  fastser_type_builder_unnamed(b.get(), kept, b.code(FASTSER_TYPE_U8), 5);
  fastser_type_builder_keep(b.get(), kept);
  TypeHandle any;
  ASSERT_EQ(b.build(b.code(FASTSER_TYPE_ANY_REF), any), FASTSER_OK);
  ASSERT_EQ(fastser_type_record_count(any.get()), 1U);
  fastser_type* record = nullptr;
  ASSERT_EQ(fastser_type_record(any.get(), 0, &record, nullptr), FASTSER_OK);
  const TypeHandle owned(record);
  fastser_type_entry field{};
  field.struct_size = sizeof field;
  ASSERT_EQ(fastser_type_field(record, 0, &field, nullptr), FASTSER_OK);
  EXPECT_EQ(field.repeat, 5U);
  EXPECT_EQ(field.named, 0U);
  fastser_type_release(field.type);
}

TEST(CapiType, TheFirstWrongCallIsWhatBuildSays) {
  struct Case {
    const char* said;
    fastser_type_id (*make)(const Built& b);
  };
  const Case cases[] = {
      {"of another TypeBuilder",
       [](const Built& b) { return fastser_type_builder_list(b.get(), 1000); }},
      {"NULL", [](const Built& b) { return fastser_type_builder_record(b.get(), nullptr, 3, 0); }},
      {"NULL", [](const Built& b) { return fastser_type_builder_variant(b.get(), nullptr, 2); }},
      {"NULL", [](const Built& b) { return fastser_type_builder_use(b.get(), nullptr); }},
      {"code", [](const Built& b) { return b.code(-1); }},
      {"code", [](const Built& b) { return b.code(4096); }},
      {"UTF-8", [](const Built& b) { return b.record("\xFF", 0); }},
      {"repeat count 0",
       [](const Built& b) {
         const fastser_type_id record = b.record("R", 0);
         fastser_type_builder_unnamed(b.get(), record, b.code(FASTSER_TYPE_U8), 0);
         return record;
       }},
  };
  for (const Case& one : cases) {
    const Built b;
    const fastser_type_id root = one.make(b);
    static_cast<void>(b.record("later", 0));
    TypeHandle type;
    fastser_error error = new_error();
    EXPECT_EQ(b.build(root, type, &error), FASTSER_USAGE) << one.said;
    EXPECT_EQ(type, nullptr);
    EXPECT_NE(std::string(error.message).find(one.said), std::string::npos) << error.message;
  }
}

TEST(CapiType, ABuilderGoesOnAfterBuild) {
  const Built b;
  const fastser_type_id number = b.code(FASTSER_TYPE_I32);
  TypeHandle first;
  ASSERT_EQ(b.build(number, first), FASTSER_OK);
  TypeHandle second;
  ASSERT_EQ(b.build(fastser_type_builder_list(b.get(), number), second), FASTSER_OK);
  EXPECT_EQ(text_of(first.get()), "i32");
  EXPECT_EQ(text_of(second.get()), "list<i32>");
}

TEST(CapiType, OwnersAreCounted) {
  TypeHandle type = type_of_thing();
  fastser_type* const again = fastser_type_retain(type.get());
  EXPECT_EQ(again, type.get());
  type.reset();
  EXPECT_EQ(name_of(again), "Thing");
  fastser_type_release(again);
}

TEST(CapiType, AReaderTellsTheTypeOfItsArchive) {
  const Result<Buffer> bytes = archive::encode(Thing{});
  ASSERT_TRUE(bytes.ok());
  fastser_reader* reader = nullptr;
  ASSERT_EQ(fastser_reader_create(&reader, nullptr), FASTSER_OK);
  for (const bool inside : {false, true}) {  // also while a record is open
    ASSERT_EQ(fastser_reader_open(reader, bytes->data(), bytes->size(), nullptr, nullptr),
              FASTSER_OK);
    if (inside) {
      EXPECT_EQ(fastser_reader_begin_record(reader, nullptr), 1);
    }
    fastser_type* read = nullptr;
    ASSERT_EQ(fastser_reader_type(reader, &read, nullptr), FASTSER_OK);
    const TypeHandle type(read);
    std::int32_t equal = 0;
    EXPECT_EQ(fastser_type_equal(read, type_of_thing().get(), &equal, nullptr), FASTSER_OK);
    EXPECT_EQ(equal, 1);
  }
  fastser_reader_destroy(reader);
}

TEST(CapiType, NothingIsWorseThanAStatusForNull) {
  const TypeHandle type = type_of_thing();
  const Built b;
  fastser_type* made = nullptr;
  fastser_type* const t = type.get();
  fastser_bytes bytes{};
  fastser_type_entry field{};
  std::int32_t equal = 0;
  std::uint64_t number = 0;
  EXPECT_EQ(fastser_type_parse(nullptr, 1, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_parse("", 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_NE(fastser_type_parse(nullptr, 0, &made, nullptr), FASTSER_OK);
  EXPECT_EQ(fastser_type_read(nullptr, 1, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_read("", 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_retain(nullptr), nullptr);
  fastser_type_release(nullptr);
  EXPECT_EQ(fastser_type_code(nullptr), -1);
  EXPECT_STREQ(fastser_type_name(nullptr, nullptr), "");
  EXPECT_EQ(fastser_type_version(nullptr), 0U);
  EXPECT_EQ(fastser_type_length(nullptr), 0U);
  EXPECT_EQ(fastser_type_field_count(nullptr), 0U);
  EXPECT_EQ(fastser_type_operand_count(nullptr), 0U);
  EXPECT_EQ(fastser_type_record_count(nullptr), 0U);
  EXPECT_EQ(fastser_type_field(nullptr, 0, &field, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_field(t, 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_field(t, 0, &field, nullptr), FASTSER_USAGE);  // struct_size is 0
  EXPECT_EQ(fastser_type_super(nullptr, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_super(t, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_operand(nullptr, 0, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_operand(t, 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_record(nullptr, 0, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_record(t, 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_share(nullptr, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_share(t, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_table(nullptr, nullptr, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_table(t, nullptr, nullptr, nullptr), FASTSER_USAGE);
  const fastser_allocator unset{};
  EXPECT_EQ(fastser_type_table(t, &unset, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_text(nullptr, nullptr, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_text(t, nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_fingerprint(nullptr, &number, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_fingerprint(t, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_equal(nullptr, t, &equal, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_equal(t, nullptr, &equal, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_equal(t, t, nullptr, nullptr), FASTSER_USAGE);

  EXPECT_EQ(fastser_type_builder_create(nullptr, nullptr), FASTSER_USAGE);
  fastser_type_builder_destroy(nullptr);
  EXPECT_EQ(fastser_type_builder_build(nullptr, 0, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_builder_build(b.get(), 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_type_builder_code(nullptr, FASTSER_TYPE_I8), 0U);
  EXPECT_EQ(fastser_type_builder_optional(nullptr, 0), 0U);
  EXPECT_EQ(fastser_type_builder_list(nullptr, 0), 0U);
  EXPECT_EQ(fastser_type_builder_set(nullptr, 0), 0U);
  EXPECT_EQ(fastser_type_builder_array(nullptr, 0, 1), 0U);
  EXPECT_EQ(fastser_type_builder_map(nullptr, 0, 0), 0U);
  EXPECT_EQ(fastser_type_builder_ordered_map(nullptr, 0, 0), 0U);
  EXPECT_EQ(fastser_type_builder_variant(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_type_builder_tuple(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_type_builder_enum(nullptr, "", 0, FASTSER_TYPE_I8), 0U);
  EXPECT_EQ(fastser_type_builder_bits(nullptr, 1), 0U);
  EXPECT_EQ(fastser_type_builder_ref(nullptr, 0), 0U);
  EXPECT_EQ(fastser_type_builder_record(nullptr, "", 0, 0), 0U);
  fastser_type_builder_super(nullptr, 0, 0);
  fastser_type_builder_field(nullptr, 0, "", 0, 0);
  fastser_type_builder_unnamed(nullptr, 0, 0, 1);
  fastser_type_builder_keep(nullptr, 0);
  EXPECT_EQ(fastser_type_builder_use(nullptr, t), 0U);
}

}  // namespace
}  // namespace fastser
