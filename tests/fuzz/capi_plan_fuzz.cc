// SPDX-License-Identifier: MIT
//
// Decode by a plan of the C interface, of anything, into an arena: plain structs, no function of
// the caller's. What templates make of the same bytes is the same, or both refuse them. The first
// byte chooses header, sharing, and whether it is one value or a list.
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/fastser.h"
#include "fuzz/target.hpp"

namespace {

using fastser::Code;
using fastser::Status;
using fastser::archive::DecodeOptions;
using fastser::archive::EncodeOptions;
using fastser::archive::Header;
using fastser::archive::Sharing;
using fastser::fuzzing::broken;

// --- the types, in C++ and as plain structs
// --------------------------------------------------------

struct Item {
  std::string name;
  std::optional<std::uint32_t> maybe;
  std::vector<std::int16_t> numbers;
  bool flags[3];
};
struct Thing {
  std::int64_t id;
  std::vector<Item> items;
  std::map<std::string, std::variant<std::monostate, double, std::string>> map;
  std::set<std::uint16_t> set;
  std::vector<std::uint8_t> data;
  std::shared_ptr<Item> shared;
  std::shared_ptr<Thing> next;
  std::unique_ptr<Item> own;
  std::tuple<std::uint8_t, std::string> pair;
  fastser::varint<std::int32_t> small;
};

struct Text {
  const char* first;
  std::uint32_t size;
};
struct Span {
  void* first;
  std::uint32_t count;
};
struct FlatItem {
  Text name;
  std::uint8_t has;
  std::uint32_t maybe;
  Span numbers;
  std::uint8_t flags[3];
};
struct FlatChoice {
  union {
    double number;
    Text text;
  };
  std::uint16_t index;
};
struct FlatEntry {
  Text key;
  FlatChoice value;
};
struct FlatThing {
  std::int64_t id;
  Span items;
  Span map;
  Span set;
  Text data;
  FlatItem* shared;
  FlatThing* next;
  FlatItem* own;
  std::uint8_t pair_first;
  Text pair_second;
  std::int32_t small;
};

// --- the plan
// --------------------------------------------------------------------------------------

template <typename Access>
Access access_of(std::size_t size) {
  Access access{};
  access.struct_size = sizeof access;
  access.size = size;
  return access;
}
fastser_form_id text_form(fastser_layout* layout, bool is_data) {
  auto access = access_of<fastser_text_access>(sizeof(Text));
  access.is_data = is_data ? 1 : 0;
  access.extent = FASTSER_EXTENT_COUNT32;
  access.extent_at = offsetof(Text, size);
  return fastser_layout_text(layout, &access);
}
fastser_form_id list_form(fastser_layout* layout, std::size_t stride, fastser_form_id element) {
  auto access = access_of<fastser_list_access>(sizeof(Span));
  access.stride = stride;
  access.extent = FASTSER_EXTENT_COUNT32;
  access.extent_at = offsetof(Span, count);
  return fastser_layout_list(layout, &access, element);
}
fastser_form_id ref_form(fastser_layout* layout, std::size_t size, fastser_form_id body) {
  const auto object = access_of<fastser_object_access>(size);
  const auto ref = access_of<fastser_ref_access>(sizeof(void*));
  return fastser_layout_ref(layout, &ref, fastser_layout_object(layout, &object, body));
}
void field(fastser_layout* layout, fastser_form_id record, const char* name, std::size_t offset,
           fastser_form_id form = FASTSER_FORM_PLAIN) {
  fastser_layout_field(layout, record, name, std::strlen(name), offset, form);
}

fastser_form_id item_form(fastser_layout* layout, fastser_form_id text) {
  const fastser_form_id item = fastser_layout_record(layout, sizeof(FlatItem));
  field(layout, item, "name", offsetof(FlatItem, name), text);
  auto maybe = access_of<fastser_optional_access>(8);
  maybe.has = FASTSER_HAS_FLAG;
  maybe.value_at = offsetof(FlatItem, maybe) - offsetof(FlatItem, has);
  field(layout, item, "maybe", offsetof(FlatItem, has),
        fastser_layout_optional(layout, &maybe, FASTSER_FORM_PLAIN));
  field(layout, item, "numbers", offsetof(FlatItem, numbers),
        list_form(layout, sizeof(std::int16_t), FASTSER_FORM_PLAIN));
  field(layout, item, "flags", offsetof(FlatItem, flags));
  return item;
}
fastser_form_id map_form(fastser_layout* layout, fastser_form_id text) {
  auto choice = access_of<fastser_variant_access>(sizeof(FlatChoice));
  choice.index_size = 2;
  choice.index_at = offsetof(FlatChoice, index);
  const fastser_form_id forms[] = {FASTSER_FORM_PLAIN, FASTSER_FORM_PLAIN, text};
  auto map = access_of<fastser_map_access>(sizeof(Span));
  map.key_size = sizeof(Text);
  map.extent = FASTSER_EXTENT_COUNT32;
  map.extent_at = offsetof(Span, count);
  map.stride = sizeof(FlatEntry);
  map.value_at = offsetof(FlatEntry, value);
  return fastser_layout_map(layout, &map, text, fastser_layout_variant(layout, &choice, forms, 3));
}
fastser_form_id thing_form(fastser_layout* layout) {
  const fastser_form_id text = text_form(layout, false);
  const fastser_form_id item = item_form(layout, text);
  const fastser_form_id thing = fastser_layout_record(layout, sizeof(FlatThing));
  field(layout, thing, "id", offsetof(FlatThing, id));
  field(layout, thing, "items", offsetof(FlatThing, items),
        list_form(layout, sizeof(FlatItem), item));
  field(layout, thing, "map", offsetof(FlatThing, map), map_form(layout, text));
  field(layout, thing, "set", offsetof(FlatThing, set),
        list_form(layout, sizeof(std::uint16_t), FASTSER_FORM_PLAIN));
  field(layout, thing, "data", offsetof(FlatThing, data), text_form(layout, true));
  field(layout, thing, "shared", offsetof(FlatThing, shared),
        ref_form(layout, sizeof(FlatItem), item));
  field(layout, thing, "next", offsetof(FlatThing, next),
        ref_form(layout, sizeof(FlatThing), thing));
  auto own = access_of<fastser_optional_access>(sizeof(void*));
  own.has = FASTSER_HAS_POINTER;
  own.owned = sizeof(FlatItem);
  field(layout, thing, "own", offsetof(FlatThing, own),
        fastser_layout_optional(layout, &own, item));
  const std::size_t offsets[] = {
      0, offsetof(FlatThing, pair_second) - offsetof(FlatThing, pair_first)};
  const fastser_form_id pair[] = {FASTSER_FORM_PLAIN, text};
  field(layout, thing, "pair", offsetof(FlatThing, pair_first),
        fastser_layout_tuple(layout, offsets[1] + sizeof(Text), offsets, pair, 2));
  field(layout, thing, "small", offsetof(FlatThing, small));
  return thing;
}
const fastser_plan* make_plan() {
  const std::vector<std::byte> table = fastser::type_of<Thing>()->table();
  fastser_type* type = nullptr;
  fastser_layout* layout = nullptr;
  fastser_plan* plan = nullptr;
  fastser_error error{};
  error.struct_size = sizeof error;
  if (fastser_type_parse(table.data(), table.size(), &type, &error) != FASTSER_OK ||
      fastser_layout_create(&layout, &error) != FASTSER_OK ||
      fastser_plan_compile(type, layout, thing_form(layout), &plan, &error) != FASTSER_OK) {
    broken(error.message);
  }
  fastser_layout_destroy(layout);
  fastser_type_release(type);
  return plan;
}

// --- reading both ways
// -----------------------------------------------------------------------------

/// Owners of owners: no destructor may follow them.
void let_go(Thing& value) {
  std::shared_ptr<Thing> next = std::move(value.next);
  while (next != nullptr) next = std::exchange(next->next, nullptr);
}

struct Arena {
  Arena() {
    if (fastser_arena_create(&arena, nullptr) != FASTSER_OK) broken("no arena");
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { fastser_arena_destroy(arena); }
  fastser_arena* arena = nullptr;
};
/// What a plan reads: one value, or a list of them.
struct Flat {
  FlatThing one;
  void* first = nullptr;
  std::size_t count = 0;
};
std::int32_t read(const fastser_plan* plan, fastser::BytesView bytes, unsigned how,
                  const Arena& arena, Flat& value, fastser_error* error) {
  fastser_decode_options options{};
  options.struct_size = sizeof options;
  options.header = (how & 1) != 0 ? FASTSER_HEADER_BARE : FASTSER_HEADER_SELF_DESCRIBED;
  options.sharing = (how & 2) != 0 ? FASTSER_SHARING_ON : FASTSER_SHARING_OFF;
  options.arena = arena.arena;
  std::memset(&value.one, 0, sizeof value.one);
  if ((how & 4) == 0) {
    return fastser_plan_decode(plan, bytes.data(), bytes.size(), &value.one, &options, error);
  }
  return fastser_plan_decode_array(plan, bytes.data(), bytes.size(), sizeof(FlatThing),
                                   &value.first, &value.count, &options, error);
}

bool out_of_limits(std::int32_t status) {
  return status == FASTSER_OVER_BUDGET || status == FASTSER_TOO_DEEP;
}
/// What an arena's maps and sets do not look for.
bool is_there_twice(const Status& status) {
  return status.message().find("twice") != std::string_view::npos;
}

/// Maps and sets of templates come out in the order of their keys.
void sort(FlatThing* thing, std::set<const FlatThing*>& sorted) {
  for (; thing != nullptr && sorted.insert(thing).second; thing = thing->next) {
    auto* const keys = static_cast<std::uint16_t*>(thing->set.first);
    std::sort(keys, keys + thing->set.count);
    auto* const entries = static_cast<FlatEntry*>(thing->map.first);
    std::sort(entries, entries + thing->map.count, [](const FlatEntry& a, const FlatEntry& b) {
      return std::string_view(a.key.first, a.key.size) < std::string_view(b.key.first, b.key.size);
    });
  }
}

template <typename T>
void expect_same(const fastser_plan* plan, Flat& value, T& typed, bool is_list) {
  std::set<const FlatThing*> sorted;
  sort(&value.one, sorted);
  for (std::size_t i = 0; i < value.count; ++i) {
    sort(static_cast<FlatThing*>(value.first) + i, sorted);
  }
  const EncodeOptions bare{.header = Header::bare};
  fastser_encode_options options{};
  options.struct_size = sizeof options;
  options.header = FASTSER_HEADER_BARE;
  fastser::Buffer wanted;
  fastser_bytes bytes{};
  const std::int32_t status =
      is_list ? fastser_plan_encode_array(plan, value.first, value.count, sizeof(FlatThing),
                                          &options, nullptr, &bytes, nullptr)
              : fastser_plan_encode(plan, &value.one, &options, nullptr, &bytes, nullptr);
  if (!fastser::archive::encode_into(wanted, typed, bare).ok() || status != FASTSER_OK ||
      !fastser::fuzzing::same(wanted, fastser::fuzzing::view_of(bytes.data, bytes.size))) {
    broken("a plan that reads another value than the templates");
  }
  fastser_bytes_release(&bytes);
}

template <typename T>
void compare(const fastser_plan* plan, fastser::BytesView bytes, unsigned how, T& typed) {
  const DecodeOptions options{.header = (how & 1) != 0 ? Header::bare : Header::self_described,
                              .sharing = (how & 2) != 0 ? Sharing::on : Sharing::off};
  const Status wanted = fastser::archive::decode_into(bytes, typed, options);
  const Arena arena;
  Flat value;
  fastser_error error{};
  error.struct_size = sizeof error;
  const std::int32_t status = read(plan, bytes, how, arena, value, &error);
  // Plans charge what the layout says, which is not to the byte what templates do.
  if (out_of_limits(static_cast<std::int32_t>(wanted.code())) || out_of_limits(status)) return;
  if (wanted.ok() != (status == FASTSER_OK)) {
    if (!is_there_twice(wanted)) {
      broken("templates: " + wanted.to_string() + ", plan: " + error.message + " at " + error.path);
    }
  } else if (wanted.ok()) {
    expect_same(plan, value, typed, (how & 4) != 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fastser_plan* const plan = make_plan();
  if (size == 0) return 0;
  const unsigned how = data[0];
  const fastser::BytesView bytes = fastser::fuzzing::view_of(data + 1, size - 1);
  if ((how & 4) == 0) {
    Thing typed{};
    compare(plan, bytes, how, typed);
    let_go(typed);
  } else {
    std::vector<Thing> typed;
    compare(plan, bytes, how, typed);
    for (Thing& one : typed) let_go(one);
  }
  fastser::fuzzing::within_heap(bytes.size(), [&] {
    const Arena arena;
    Flat value;
    static_cast<void>(read(plan, bytes, how, arena, value, nullptr));
  });
  return 0;
}
