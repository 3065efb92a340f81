// SPDX-License-Identifier: MIT
//
// Plans through the C interface, of layouts that say everything by functions: each of them works,
// each may fail at any call, and what was made is let go of.
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "gtest/gtest.h"
#include "support/small_stack.hpp"
#include "unit/capi/plan_support.hpp"

namespace fastser::capi_test {
namespace {

// --- the same types twice
// --------------------------------------------------------------------------

struct Link {  // in the archive
  std::int32_t id = 0;
  std::shared_ptr<Link> next;
  std::weak_ptr<Link> back;
};
struct Thing {
  std::string name;
  std::int32_t number = 0;
  std::vector<std::string> words;
  std::list<std::int16_t> chain;
  std::map<std::string, std::int32_t> counts;
  std::set<std::int64_t> ids;
  std::optional<double> maybe;
  std::variant<std::int32_t, std::string> choice;
  std::int32_t late = 0;
  std::shared_ptr<Link> links;
};

/// What the functions know: when to fail, and how many objects there are.
struct Host {
  std::int32_t calls = 0;
  std::int32_t fail_at = 0;
  std::int32_t objects = 0;
  std::int32_t emptied = 0;

  std::int32_t step() { return ++calls == fail_at ? kRefused : FASTSER_OK; }
  static constexpr std::int32_t kRefused = 1234;
};
Host& host(void* context) { return *static_cast<Host*>(context); }

/// An object as C has them: counted by hand.
struct Node {
  std::int32_t owners = 1;
  std::int32_t id = 0;
  Node* next = nullptr;
  Node* back = nullptr;  // weak
};
void let_go(Host& of, Node* node) {  // no recursion
  while (node != nullptr && --node->owners == 0) {
    Node* const next = node->next;
    delete node;
    --of.objects;
    node = next;
  }
}
struct Value {
  std::string name;
  std::int32_t number = 0;  // one more than in the archive
  std::vector<std::string> words;
  std::list<std::int16_t> chain;
  std::map<std::string, std::int32_t> counts;
  std::set<std::int64_t> ids;
  std::optional<double> maybe;
  std::variant<std::int32_t, std::string> choice;
  std::int32_t late = 0;
  Node* links = nullptr;
};

/// Where a member lies (offsetof is for plain structs).
template <typename M>
std::size_t offset_of(M Value::*member) {
  static const Value sample;
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&(sample.*member)) -
                                  reinterpret_cast<const char*>(&sample));
}
template <typename T>
T& as(void* slot) {
  return *static_cast<T*>(slot);
}
template <typename T>
const T& as(const void* slot) {
  return *static_cast<const T*>(slot);
}
template <typename T>
T access_of(Host& of, std::size_t size) {
  T access{};
  access.struct_size = sizeof access;
  access.size = size;
  access.context = &of;
  return access;
}

// --- the functions
// ---------------------------------------------------------------------------------

fastser_form_id text_form(fastser_layout* layout, Host& of) {
  auto access = access_of<fastser_text_access>(of, sizeof(std::string));
  access.get = [](void* context, const void* slot, const char** text, std::size_t* size) {
    *text = as<std::string>(slot).data();
    *size = as<std::string>(slot).size();
    return host(context).step();
  };
  access.set = [](void* context, void* slot, const char* text, std::size_t size) {
    as<std::string>(slot).assign(text, size);
    return host(context).step();
  };
  return fastser_layout_text(layout, &access);
}
fastser_form_id number_form(fastser_layout* layout, Host& of) {
  auto access = access_of<fastser_fixed_access>(of, sizeof(std::int32_t));
  access.store = [](void* context, const void* slot, std::uint8_t* wire) {
    const auto number = static_cast<std::uint32_t>(as<std::int32_t>(slot) - 1);
    for (int i = 0; i < 4; ++i) wire[i] = static_cast<std::uint8_t>(number >> (8 * i));
    return host(context).step();
  };
  access.load = [](void* context, void* slot, const std::uint8_t* wire) {
    std::uint32_t number = 0;
    for (int i = 0; i < 4; ++i) number |= std::uint32_t{wire[i]} << (8 * i);
    if (number == 0x7FFFFFFF) return std::int32_t{FASTSER_MALFORMED};
    as<std::int32_t>(slot) = static_cast<std::int32_t>(number) + 1;
    return host(context).step();
  };
  return fastser_layout_fixed(layout, &access);
}
fastser_form_id words_form(fastser_layout* layout, Host& of, fastser_form_id text) {
  using Words = std::vector<std::string>;
  auto access = access_of<fastser_list_access>(of, sizeof(Words));
  access.stride = sizeof(std::string);
  access.view = [](void* context, const void* list, const void** first, std::size_t* count) {
    *first = as<Words>(list).data();
    *count = as<Words>(list).size();
    return host(context).step();
  };
  access.resize = [](void* context, void* list, std::size_t count, void** first) {
    as<Words>(list).resize(count);
    *first = as<Words>(list).data();
    return host(context).step();
  };
  return fastser_layout_list(layout, &access, text);
}
fastser_form_id chain_form(fastser_layout* layout, Host& of) {
  using Chain = std::list<std::int16_t>;
  auto access = access_of<fastser_list_access>(of, sizeof(Chain));
  access.is_chain = 1;
  access.element = 3 * sizeof(void*);
  access.count = [](void* context, const void* list, std::size_t* count) {
    *count = as<Chain>(list).size();
    return host(context).step();
  };
  access.each = [](void* context, const void* list, fastser_each* each) {
    for (const std::int16_t& one : as<Chain>(list)) {
      const std::int32_t status = each->visit(each, &one, nullptr);
      if (status != FASTSER_OK) return status;
    }
    return host(context).step();
  };
  access.clear = [](void* context, void* list) {
    as<Chain>(list).clear();
    return host(context).step();
  };
  access.append = [](void* context, void* list, void** element) {
    *element = &as<Chain>(list).emplace_back();
    return host(context).step();
  };
  return fastser_layout_list(layout, &access, FASTSER_FORM_PLAIN);
}

template <typename Map, typename Visit>
std::int32_t each_of(const void* map, fastser_each* each, Visit&& visit) {
  for (const auto& one : as<Map>(map)) {
    const std::int32_t status = visit(each, one);
    if (status != FASTSER_OK) return status;
  }
  return FASTSER_OK;
}
template <typename Map>
fastser_map_access map_access(Host& of) {
  auto access = access_of<fastser_map_access>(of, sizeof(Map));
  access.key_size = sizeof(typename Map::key_type);
  access.node = 64;
  access.count = [](void* context, const void* map, std::size_t* count) {
    *count = as<Map>(map).size();
    return host(context).step();
  };
  access.clear = [](void* context, void* map, std::size_t) {
    as<Map>(map).clear();
    return host(context).step();
  };
  return access;
}
fastser_form_id counts_form(fastser_layout* layout, Host& of, fastser_form_id text) {
  using Counts = std::map<std::string, std::int32_t>;
  auto access = map_access<Counts>(of);
  access.each = [](void* context, const void* map, fastser_each* each) {
    const std::int32_t status = each_of<Counts>(map, each, [](fastser_each* call, const auto& one) {
      return call->visit(call, &one.first, &one.second);
    });
    return status != FASTSER_OK ? status : host(context).step();
  };
  access.make_key = [](void* context, void* key) {
    if (const std::int32_t status = host(context).step(); status != FASTSER_OK) return status;
    new (key) std::string();
    return std::int32_t{FASTSER_OK};
  };
  access.end_key = [](void*, void* key) { as<std::string>(key).~basic_string(); };
  access.insert = [](void* context, void* map, void* key, std::size_t, void** value) {
    const auto [at, is_new] = as<Counts>(map).try_emplace(std::move(as<std::string>(key)), 0);
    *value = &at->second;
    return is_new ? host(context).step() : FASTSER_MALFORMED;
  };
  return fastser_layout_map(layout, &access, text, FASTSER_FORM_PLAIN);
}
fastser_form_id ids_form(fastser_layout* layout, Host& of) {
  using Ids = std::set<std::int64_t>;
  auto access = map_access<Ids>(of);
  access.each = [](void* context, const void* map, fastser_each* each) {
    const std::int32_t status = each_of<Ids>(map, each, [](fastser_each* call, const auto& one) {
      return call->visit(call, &one, nullptr);
    });
    return status != FASTSER_OK ? status : host(context).step();
  };
  access.insert = [](void* context, void* map, void* key, std::size_t, void**) {
    return as<Ids>(map).insert(as<std::int64_t>(key)).second ? host(context).step()
                                                             : FASTSER_MALFORMED;
  };
  return fastser_layout_set(layout, &access, FASTSER_FORM_PLAIN);
}
fastser_form_id maybe_form(fastser_layout* layout, Host& of) {
  using Maybe = std::optional<double>;
  auto access = access_of<fastser_optional_access>(of, sizeof(Maybe));
  access.get = [](void*, const void* slot) -> const void* {
    return as<Maybe>(slot) ? &*as<Maybe>(slot) : nullptr;
  };
  access.emplace = [](void* context, void* slot, void** value) {
    *value = &as<Maybe>(slot).emplace();
    return host(context).step();
  };
  access.reset = [](void* context, void* slot) {
    as<Maybe>(slot).reset();
    return host(context).step();
  };
  return fastser_layout_optional(layout, &access, FASTSER_FORM_PLAIN);
}
fastser_form_id choice_form(fastser_layout* layout, Host& of, fastser_form_id text) {
  using Choice = std::variant<std::int32_t, std::string>;
  auto access = access_of<fastser_variant_access>(of, sizeof(Choice));
  access.get = [](void* context, const void* slot, std::size_t* index, const void** value) {
    *index = as<Choice>(slot).index();
    std::visit([value](const auto& inner) { *value = &inner; }, as<Choice>(slot));
    return host(context).step();
  };
  access.emplace = [](void* context, void* slot, std::size_t index, void** value) {
    if (index == 0) {
      *value = &as<Choice>(slot).emplace<0>();
    } else {
      *value = &as<Choice>(slot).emplace<1>();
    }
    return host(context).step();
  };
  const fastser_form_id forms[] = {FASTSER_FORM_PLAIN, text};
  return fastser_layout_variant(layout, &access, forms, 2);
}
fastser_form_id ref_form(fastser_layout* layout, Host& of, fastser_object_id object, bool weak) {
  auto access = access_of<fastser_ref_access>(of, sizeof(Node*));
  access.is_weak = weak ? 1 : 0;
  access.get = [](void* context, const void* slot, const void** object_at) {
    *object_at = as<Node*>(slot);
    return host(context).step();
  };
  access.set = [](void* context, void* slot, void* to) {
    if (const std::int32_t status = host(context).step(); status != FASTSER_OK) return status;
    if (to != nullptr) ++as<Node>(to).owners;
    let_go(host(context), std::exchange(as<Node*>(slot), static_cast<Node*>(to)));
    return std::int32_t{FASTSER_OK};
  };
  if (weak) {
    access.set = [](void* context, void* slot, void* to) {
      as<Node*>(slot) = static_cast<Node*>(to);
      return host(context).step();
    };
  }
  return fastser_layout_ref(layout, &access, object);
}
fastser_form_id links_form(fastser_layout* layout, Host& of) {
  auto access = access_of<fastser_object_access>(of, sizeof(Node));
  access.make = [](void* context, void** object) {
    if (const std::int32_t status = host(context).step(); status != FASTSER_OK) return status;
    *object = new Node;
    ++host(context).objects;
    return std::int32_t{FASTSER_OK};
  };
  access.release = [](void* context, void* object) {
    let_go(host(context), static_cast<Node*>(object));
  };
  access.empty = [](void* context, void* object) {
    ++host(context).emptied;
    let_go(host(context), std::exchange(as<Node>(object).next, nullptr));
  };
  const fastser_object_id object = fastser_layout_object(layout, &access, FASTSER_FORM_PLAIN);
  const fastser_form_id node = fastser_layout_record(layout, sizeof(Node));
  field(layout, node, "id", offsetof(Node, id));
  const fastser_form_id strong = ref_form(layout, of, object, false);
  field(layout, node, "next", offsetof(Node, next), strong);
  field(layout, node, "back", offsetof(Node, back), ref_form(layout, of, object, true));
  fastser_layout_body(layout, object, node);
  return strong;
}

PlanHandle plan_of(Host& of) {
  const LayoutHandle handle = new_layout();
  fastser_layout* const layout = handle.get();
  const fastser_form_id text = text_form(layout, of);
  const fastser_form_id thing = fastser_layout_record(layout, sizeof(Value));
  field(layout, thing, "name", offset_of(&Value::name), text);
  field(layout, thing, "number", offset_of(&Value::number), number_form(layout, of));
  field(layout, thing, "words", offset_of(&Value::words), words_form(layout, of, text));
  field(layout, thing, "chain", offset_of(&Value::chain), chain_form(layout, of));
  field(layout, thing, "counts", offset_of(&Value::counts), counts_form(layout, of, text));
  field(layout, thing, "ids", offset_of(&Value::ids), ids_form(layout, of));
  field(layout, thing, "maybe", offset_of(&Value::maybe), maybe_form(layout, of));
  field(layout, thing, "choice", offset_of(&Value::choice), choice_form(layout, of, text));
  field(layout, thing, "late", offset_of(&Value::late));
  field(layout, thing, "links", offset_of(&Value::links), links_form(layout, of));
  fastser_default_access defaults{};
  defaults.struct_size = sizeof defaults;
  defaults.context = &of;
  defaults.reset = [](void* context, void* record, const std::uint8_t* missing) {
    Value& value = as<Value>(record);
    if (missing[0] != 0) value.name = "nobody";
    if (missing[8] != 0) value.late = 77;
    return host(context).step();
  };
  fastser_layout_defaults(layout, thing, &defaults);
  return compiled<Thing>(layout, thing);
}

// --- values
// ----------------------------------------------------------------------------------------

Thing thing_of(int links) {
  Thing thing;
  thing.name = "a name that does not fit into a short string";
  thing.number = 41;
  thing.words = {"one", "", "three"};
  thing.chain = {-1, 0, 300};
  thing.counts = {{"a", 1}, {"a longer key than strings hold inside", -7}};
  thing.ids = {-5, 5};
  thing.maybe = 0.5;
  thing.choice = "chosen";
  thing.late = 6;
  std::shared_ptr<Link> last;
  for (int i = 0; i < links; ++i) {
    auto link = std::make_shared<Link>();
    link->id = i;
    if (last != nullptr) {
      link->back = last;
      last->next = link;
    } else {
      thing.links = link;
    }
    last = link;
  }
  return thing;
}
void let_go(Thing& thing) {  // no recursion
  while (thing.links != nullptr) thing.links = std::exchange(thing.links->next, nullptr);
}
void expect_read(const Value& value, int links) {
  EXPECT_EQ(value.name, "a name that does not fit into a short string");
  EXPECT_EQ(value.number, 42);
  EXPECT_EQ(value.words, (std::vector<std::string>{"one", "", "three"}));
  EXPECT_EQ(value.chain, (std::list<std::int16_t>{-1, 0, 300}));
  ASSERT_EQ(value.counts.size(), 2U);
  EXPECT_EQ(value.counts.at("a"), 1);
  EXPECT_EQ(value.ids, (std::set<std::int64_t>{-5, 5}));
  EXPECT_EQ(value.maybe, 0.5);
  EXPECT_EQ(value.choice, (std::variant<std::int32_t, std::string>("chosen")));
  EXPECT_EQ(value.late, 6);
  const Node* last = nullptr;
  int count = 0;
  for (const Node* at = value.links; at != nullptr; last = at, at = at->next, ++count) {
    ASSERT_EQ(at->id, count);
    ASSERT_EQ(at->back, last);
    ASSERT_EQ(at->owners, 1);
  }
  EXPECT_EQ(count, links);
}

// --- tests
// -----------------------------------------------------------------------------------------

TEST(CapiPlanFunctions, ReadAndWriteEveryFormAsTemplatesDo) {
  Host of;
  const PlanHandle plan = plan_of(of);
  Thing thing = thing_of(40);
  for (std::uint32_t sharing = FASTSER_SHARING_OFF; sharing <= FASTSER_SHARING_ADAPTIVE;
       ++sharing) {
    const Result<Buffer> wanted =
        archive::encode(thing, {.sharing = static_cast<archive::Sharing>(sharing - 1)});
    Value value;
    fastser_error error = new_error();
    for (int i = 0; i < 2; ++i) {  // the second time over what is there
      ASSERT_EQ(
          fastser_plan_decode(plan.get(), wanted->data(), wanted->size(), &value, nullptr, &error),
          FASTSER_OK)
          << error.message << " at " << error.path;
      expect_read(value, 40);
      EXPECT_EQ(of.objects, 40);
    }
    fastser_encode_options options = encode_options();
    options.sharing = sharing;
    expect_all_ways(plan.get(), &value, options, *wanted);
    let_go(of, value.links);
    EXPECT_EQ(of.objects, 0);
  }
  EXPECT_EQ(of.emptied, 0);
}

TEST(CapiPlanFunctions, MayFailAtEveryCallOfEncode) {
  Host of;
  const PlanHandle plan = plan_of(of);
  const Thing thing = thing_of(3);
  const Result<Buffer> wanted = archive::encode(thing);
  Value value;
  ASSERT_EQ(
      fastser_plan_decode(plan.get(), wanted->data(), wanted->size(), &value, nullptr, nullptr),
      FASTSER_OK);
  const BufferHandle buffer = new_buffer();
  std::int32_t status = Host::kRefused;
  int failures = -1;
  for (of.fail_at = 1; status == Host::kRefused; ++of.fail_at, ++failures) {
    of.calls = 0;
    status = fastser_plan_encode_into(plan.get(), &value, nullptr, buffer.get(), nullptr);
  }
  EXPECT_EQ(status, FASTSER_OK);
  EXPECT_TRUE(is(buffer.get(), *wanted));
  EXPECT_GT(failures, 15);
  let_go(of, value.links);
}

TEST(CapiPlanFunctions, MayFailAtEveryCallOfDecodeAndNothingLeaks) {
  const Thing thing = thing_of(3);
  for (const bool other_version : {false, true}) {
    Host of;
    const PlanHandle plan = plan_of(of);
    struct Older {
      std::int16_t number = 41;
      std::vector<std::string> words{"one", "", "three"};
      std::list<std::int8_t> chain{-1, 0, 3};
      std::map<std::string, std::int8_t> counts{{"a", 1}};
      std::set<std::int16_t> ids{-5, 5};
      std::optional<float> maybe{0.5F};
      std::variant<std::int16_t, std::string> choice{"chosen"};
      std::shared_ptr<Link> links;
    } older;
    older.links = thing.links;
    const Result<Buffer> bytes = other_version ? archive::encode(older) : archive::encode(thing);
    std::int32_t status = Host::kRefused;
    int failures = -1;
    for (of.fail_at = 1; status != FASTSER_OK; ++of.fail_at, ++failures) {
      ASSERT_LT(failures, 1000);
      of.calls = 0;
      Value value;
      fastser_error error = new_error();
      status =
          fastser_plan_decode(plan.get(), bytes->data(), bytes->size(), &value, nullptr, &error);
      // Of another version, what an optional's `reset` says is not asked.
      if (status != FASTSER_OK) {
        EXPECT_EQ(status, Host::kRefused);
        EXPECT_EQ(error.status, Host::kRefused);
      }
      let_go(of, value.links);
      EXPECT_EQ(of.objects, 0);
    }
    EXPECT_GT(failures, 20);
  }
}

TEST(CapiPlanFunctions, GiveDefaultsToWhatAnArchiveDoesNotHave) {
  struct Small {
    std::int32_t number = 3;
  };
  Host of;
  const PlanHandle plan = plan_of(of);
  TypeBuilder types;
  const TypeId small = types.record("Thing");
  types.field(small, "number", types.code(TypeCode::kI32));
  const LayoutHandle layout = new_layout();
  const fastser_form_id form = fastser_layout_record(layout.get(), sizeof(Small));
  field(layout.get(), form, "number", 0);
  const PlanHandle writer = compiled(*types.build(small), layout.get(), form);
  const Small from;
  const BufferHandle buffer = new_buffer();
  ASSERT_EQ(fastser_plan_encode_into(writer.get(), &from, nullptr, buffer.get(), nullptr),
            FASTSER_OK);
  std::size_t size = 0;
  const std::uint8_t* const bytes = fastser_buffer_data(buffer.get(), &size);
  Value value;
  ASSERT_EQ(fastser_plan_decode(plan.get(), bytes, size, &value, nullptr, nullptr), FASTSER_OK);
  EXPECT_EQ(value.number, 4);
  EXPECT_EQ(value.name, "nobody");
  EXPECT_EQ(value.late, 77);
}

TEST(CapiPlanFunctions, AChainOfAHundredThousandObjectsIsNoRecursion) {
  testing::on_stack(std::size_t{256} * 1024, [] {
    constexpr int kCount = 100000;
    Host of;
    const PlanHandle plan = plan_of(of);
    Thing thing = thing_of(kCount);
    const Result<Buffer> wanted = archive::encode(thing);
    let_go(thing);
    Value value;
    ASSERT_EQ(
        fastser_plan_decode(plan.get(), wanted->data(), wanted->size(), &value, nullptr, nullptr),
        FASTSER_OK);
    expect_read(value, kCount);
    fastser_bytes bytes{};
    ASSERT_EQ(fastser_plan_encode(plan.get(), &value, nullptr, nullptr, &bytes, nullptr),
              FASTSER_OK);
    EXPECT_TRUE(is(bytes.data, bytes.size, *wanted));
    fastser_bytes_release(&bytes);
    let_go(of, value.links);
    EXPECT_EQ(of.objects, 0);
    // Half of it, then an error: what was made lets go of each other.
    Value half;
    EXPECT_EQ(fastser_plan_decode(plan.get(), wanted->data(), wanted->size() / 2, &half, nullptr,
                                  nullptr),
              FASTSER_TRUNCATED);
    EXPECT_GT(of.emptied, 1000);
    let_go(of, half.links);
    EXPECT_EQ(of.objects, 0);
  });
}

TEST(CapiPlanFunctions, GiveNoNullWhereAnAddressIsNeeded) {
  Host of;
  const LayoutHandle layout = new_layout();
  auto access = access_of<fastser_list_access>(of, sizeof(void*));
  access.stride = 4;
  access.view = [](void*, const void*, const void** first, std::size_t* count) {
    *first = nullptr;
    *count = 3;
    return std::int32_t{FASTSER_OK};
  };
  access.resize = [](void*, void*, std::size_t, void**) { return std::int32_t{FASTSER_OK}; };
  const PlanHandle plan = compiled<std::vector<std::int32_t>>(
      layout.get(), fastser_layout_list(layout.get(), &access, FASTSER_FORM_PLAIN));
  void* slot = nullptr;
  const BufferHandle buffer = new_buffer();
  EXPECT_EQ(fastser_plan_encode_into(plan.get(), &slot, nullptr, buffer.get(), nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_buffer_data(buffer.get(), nullptr), nullptr);
  const Result<Buffer> bytes = archive::encode(std::vector<std::int32_t>{1, 2});
  EXPECT_EQ(fastser_plan_decode(plan.get(), bytes->data(), bytes->size(), &slot, nullptr, nullptr),
            FASTSER_USAGE);
}

}  // namespace
}  // namespace fastser::capi_test
