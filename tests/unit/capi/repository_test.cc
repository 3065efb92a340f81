// SPDX-License-Identifier: MIT
//
// Repositories through the C interface: the operations, the file that C++ reads as well, and whose
// memory is whose. What goes wrong with files is tested for C++'s
// (unit/archive/repository_test.cc).
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/archive.hpp"
#include "unit/capi/plan_support.hpp"
#include "unit/file/file_fixture.hpp"

namespace fastser::capi_test {
namespace {

using CapiRepository = testing::FileTest;

// The same item in C++ and in C.
struct Part {
  std::int32_t size = 0;
  std::string name;
};
struct Thing {
  std::int64_t number = 0;
  std::string name;
  std::vector<Part> parts;
};
struct CPart {
  std::int32_t size;
  fastser_text name;
};
struct CThing {
  std::int64_t number;
  fastser_text name;
  const CPart* parts;
  std::uint64_t part_count;
};

PlanHandle plan_of_things() {
  const LayoutHandle layout = new_layout();
  fastser_text_access text{};
  text.struct_size = sizeof text;
  text.size = sizeof(fastser_text);
  text.extent = sizeof(std::size_t) == 8 ? FASTSER_EXTENT_COUNT64 : FASTSER_EXTENT_COUNT32;
  text.first_at = offsetof(fastser_text, data);
  text.extent_at = offsetof(fastser_text, size);
  const fastser_form_id of_text = fastser_layout_text(layout.get(), &text);
  const fastser_form_id part = fastser_layout_record(layout.get(), sizeof(CPart));
  field(layout.get(), part, "size", offsetof(CPart, size));
  field(layout.get(), part, "name", offsetof(CPart, name), of_text);
  fastser_list_access list{};
  list.struct_size = sizeof list;
  list.size = sizeof(CThing) - offsetof(CThing, parts);
  list.stride = sizeof(CPart);
  list.extent = FASTSER_EXTENT_COUNT64;
  list.extent_at = offsetof(CThing, part_count) - offsetof(CThing, parts);
  const fastser_form_id thing = fastser_layout_record(layout.get(), sizeof(CThing));
  field(layout.get(), thing, "number", offsetof(CThing, number));
  field(layout.get(), thing, "name", offsetof(CThing, name), of_text);
  field(layout.get(), thing, "parts", offsetof(CThing, parts),
        fastser_layout_list(layout.get(), &list, part));
  return compiled<Thing>(layout.get(), thing);
}

fastser_text text_of(std::string_view text) { return {text.data(), text.size()}; }
std::string string_of(const fastser_text& text) {
  return {text.size == 0 ? "" : text.data, text.size};
}
fastser_item_key number_key(std::int64_t number) { return {0, number, {nullptr, 0}}; }
fastser_item_key text_key(std::string_view text) { return {1, 0, text_of(text)}; }

std::int32_t by_number(void*, const void* item, fastser_item_key* key) {
  key->number = static_cast<const CThing*>(item)->number;
  return FASTSER_OK;
}
std::int32_t by_name(void*, const void* item, fastser_item_key* key) {
  key->is_text = 1;
  key->text = static_cast<const CThing*>(item)->name;
  return FASTSER_OK;
}

class Things {
 public:
  explicit Things(const std::filesystem::path& file, decltype(&by_number) key_of = by_number) {
    plan_ = plan_of_things();
    fastser_repository_options options{};
    options.struct_size = sizeof options;
    options.plan = plan_.get();
    options.item_size = sizeof(CThing);
    options.key_of = key_of;
    const std::string name = file.string();
    EXPECT_EQ(fastser_repository_create(name.data(), name.size(), &options, &repository_, nullptr),
              FASTSER_OK);
    plan_.reset();  // it is the repository's, too
  }
  Things(const Things&) = delete;
  Things& operator=(const Things&) = delete;
  ~Things() { fastser_repository_destroy(repository_); }

  [[nodiscard]] fastser_repository* get() const { return repository_; }
  [[nodiscard]] bool add(const CThing& thing) const {
    std::int32_t is_new = -1;
    EXPECT_EQ(fastser_repository_add(repository_, &thing, &is_new, nullptr), FASTSER_OK);
    return is_new == 1;
  }
  [[nodiscard]] const CThing* find(const fastser_item_key& key) const {
    return static_cast<const CThing*>(fastser_repository_find(repository_, &key));
  }
  [[nodiscard]] std::string names() const {
    const void* const* items = nullptr;
    std::size_t count = 0;
    EXPECT_EQ(fastser_repository_all(repository_, &items, &count, nullptr), FASTSER_OK);
    EXPECT_EQ(count, fastser_repository_count(repository_));
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
      all += string_of(static_cast<const CThing*>(items[i])->name) + ";";
    }
    return all;
  }
  [[nodiscard]] std::int32_t flush() const {
    return fastser_repository_flush(repository_, nullptr);
  }
  [[nodiscard]] std::int32_t reload() const {
    return fastser_repository_reload(repository_, nullptr);
  }

 private:
  PlanHandle plan_;
  fastser_repository* repository_ = nullptr;
};

TEST_F(CapiRepository, ItemsAreCopiesOfAllThatTheyLeadTo) {
  const Things things(path("a"));
  {
    std::string name = "first";
    std::vector<CPart> parts = {{5, text_of("five")}, {6, text_of("six")}};
    EXPECT_TRUE(things.add({1, text_of(name), parts.data(), 2}));
    name = "gone.";
    parts.clear();
  }
  EXPECT_TRUE(things.add({2, text_of("second"), nullptr, 0}));
  const CThing* const first = things.find(number_key(1));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(string_of(first->name), "first");
  ASSERT_EQ(first->part_count, 2U);
  EXPECT_EQ(string_of(first->parts[1].name), "six");
  EXPECT_EQ(things.find(number_key(3)), nullptr);
  EXPECT_EQ(fastser_repository_count(things.get()), 2U);
}

TEST_F(CapiRepository, TheFileIsTheListThatCxxReadsAndWrites) {
  const Things things(path("a"));
  const CPart part = {5, text_of("five")};
  EXPECT_TRUE(things.add({7, text_of("seven"), &part, 1}));
  EXPECT_TRUE(things.add({8, text_of("eight"), nullptr, 0}));
  EXPECT_EQ(fastser_repository_has_changes(things.get()), 1);
  ASSERT_EQ(things.flush(), FASTSER_OK);
  EXPECT_EQ(fastser_repository_has_changes(things.get()), 0);
  auto list = archive::load<std::vector<Thing>>(path("a"));
  ASSERT_TRUE(list.ok()) << list.status().to_string();
  ASSERT_EQ(list->size(), 2U);
  EXPECT_EQ((*list)[0].parts.at(0).name, "five");
  EXPECT_EQ(read("a"), [&] {
    const auto bytes = archive::encode(*list, archive::kForFiles);
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }());
  (*list)[1].name = "acht";
  list->push_back({9, "neun", {}});
  ASSERT_TRUE(archive::save(path("a"), *list).ok());
  ASSERT_EQ(things.reload(), FASTSER_OK);
  EXPECT_EQ(things.names(), "seven;acht;neun;");
  EXPECT_EQ(string_of(things.find(number_key(7))->parts[0].name), "five");
}

TEST_F(CapiRepository, ItemsAreAddedChangedAndRemovedByTheirKeys) {
  const Things things(path("a"), by_name);
  EXPECT_TRUE(things.add({1, text_of("one"), nullptr, 0}));
  EXPECT_TRUE(things.add({2, text_of("two"), nullptr, 0}));
  EXPECT_FALSE(things.add({11, text_of("one"), nullptr, 0}));  // in its place
  EXPECT_EQ(things.names(), "one;two;");
  EXPECT_EQ(things.find(text_key("one"))->number, 11);
  EXPECT_EQ(things.find(number_key(11)), nullptr);

  std::int32_t found = -1;
  const CThing two = {22, text_of("two"), nullptr, 0};
  const fastser_item_key key = text_key("two");
  EXPECT_EQ(fastser_repository_update(things.get(), &key, &two, &found, nullptr), FASTSER_OK);
  EXPECT_EQ(found, 1);
  EXPECT_EQ(things.find(key)->number, 22);
  const CThing new_key = {22, text_of("zwei"), nullptr, 0};
  EXPECT_EQ(fastser_repository_update(things.get(), &key, &new_key, &found, nullptr), FASTSER_OK);
  EXPECT_EQ(things.find(key), nullptr);
  EXPECT_EQ(things.find(text_key("zwei"))->number, 22);
  EXPECT_EQ(fastser_repository_update(things.get(), &key, &two, &found, nullptr), FASTSER_OK);
  EXPECT_EQ(found, 0);
  // What is given out can be given in: a copy of itself, under the key of another.
  CThing copy = *things.find(text_key("zwei"));
  copy.name = text_of("one");
  const fastser_item_key old = text_key("zwei");
  EXPECT_EQ(fastser_repository_update(things.get(), &old, &copy, nullptr, nullptr), FASTSER_OK);
  EXPECT_EQ(things.names(), "one;");
  EXPECT_EQ(things.find(text_key("one"))->number, 22);

  EXPECT_EQ(fastser_repository_remove(things.get(), &key), 0);
  const fastser_item_key one = text_key("one");
  EXPECT_EQ(fastser_repository_remove(things.get(), &one), 1);
  EXPECT_EQ(fastser_repository_remove(things.get(), &one), 0);
  EXPECT_EQ(things.names(), "");
}

TEST_F(CapiRepository, ItemsOfTheFileOutliveEachOther) {
  const Things things(path("a"));
  for (int i = 0; i < 50; ++i) {
    EXPECT_TRUE(things.add({i, text_of("number " + std::to_string(i)), nullptr, 0}));
  }
  ASSERT_EQ(things.flush(), FASTSER_OK);
  ASSERT_EQ(things.reload(), FASTSER_OK);
  const CThing* const last = things.find(number_key(49));
  for (int i = 0; i < 49; ++i) {
    const fastser_item_key key = number_key(i);
    EXPECT_EQ(fastser_repository_remove(things.get(), &key), 1);
  }
  EXPECT_EQ(things.find(number_key(49)), last);
  EXPECT_EQ(string_of(last->name), "number 49");
}

TEST_F(CapiRepository, MissingIsEmptyAndDamagedIsAnErrorAndStays) {
  const Things things(path("a"));
  EXPECT_EQ(things.reload(), FASTSER_OK);
  EXPECT_TRUE(things.add({1, text_of("one"), nullptr, 0}));
  ASSERT_EQ(things.flush(), FASTSER_OK);
  std::string damaged = read("a");
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  write("a", damaged);
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_repository_reload(things.get(), &error), FASTSER_CHECKSUM);
  EXPECT_EQ(things.names(), "one;");
  EXPECT_EQ(fastser_repository_flush(things.get(), &error), FASTSER_USAGE);
  EXPECT_EQ(std::string_view(error.message).substr(0, 26), "the file could not be read");
  EXPECT_EQ(read("a"), damaged);
  fastser_repository_reset(things.get());
  EXPECT_EQ(things.flush(), FASTSER_OK);
  EXPECT_EQ(things.reload(), FASTSER_OK);
  EXPECT_EQ(things.names(), "");
}

TEST_F(CapiRepository, OneKeyTwiceIsRefusedWithItsPlace) {
  ASSERT_TRUE(
      archive::save(path("a"), std::vector<Thing>{{1, "one", {}}, {2, "x", {}}, {1, "y", {}}})
          .ok());
  const Things things(path("a"));
  EXPECT_TRUE(things.add({5, text_of("stays"), nullptr, 0}));
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_repository_reload(things.get(), &error), FASTSER_MALFORMED);
  EXPECT_STREQ(error.path, "[2]");
  EXPECT_EQ(things.names(), "stays;");
}

TEST_F(CapiRepository, AKeyThatIsChangedBehindItsBackIsNotWritten) {
  const Things things(path("a"));
  EXPECT_TRUE(things.add({1, text_of("one"), nullptr, 0}));
  EXPECT_TRUE(things.add({2, text_of("two"), nullptr, 0}));
  const_cast<CThing*>(things.find(number_key(2)))->number = 1;
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_repository_flush(things.get(), &error), FASTSER_USAGE);
  EXPECT_STREQ(error.path, "[1]");
  EXPECT_EQ(files(), 0);
}

TEST_F(CapiRepository, ATypeOfAnotherVersionIsRead) {
  struct Before {
    std::string name;
    std::int16_t number = 0;
  };
  ASSERT_TRUE(archive::save(path("a"), std::vector<Before>{{"one", 1}, {"two", 2}}).ok());
  const Things things(path("a"));
  ASSERT_EQ(things.reload(), FASTSER_OK);
  EXPECT_EQ(string_of(things.find(number_key(2))->name), "two");
  EXPECT_EQ(things.find(number_key(2))->part_count, 0U);
}

// ---- layouts with functions: memory of the caller's

struct Named {
  std::string name;
};
struct CNamed {
  char* name;  // of malloc
  std::size_t size;
};
struct Count {
  int made = 0;
  int released = 0;
  int calls = 0;
  int fails_at = -1;  // which call of key_of
};

std::int32_t get_name(void*, const void* slot, const char** text, std::size_t* size) {
  const CNamed& named = *static_cast<const CNamed*>(slot);
  *text = named.name;
  *size = named.size;
  return FASTSER_OK;
}
std::int32_t set_name(void* context, void* slot, const char* text, std::size_t size) {
  CNamed& named = *static_cast<CNamed*>(slot);
  if (named.name == nullptr) ++static_cast<Count*>(context)->made;
  named.name = static_cast<char*>(std::realloc(named.name, size + 1));
  if (size != 0) std::memcpy(named.name, text, size);
  named.size = size;
  return FASTSER_OK;
}
void release_name(void* context, void* item) {
  CNamed& named = *static_cast<CNamed*>(item);
  if (named.name != nullptr) ++static_cast<Count*>(context)->released;
  std::free(named.name);
}
std::int32_t name_of(void* context, const void* item, fastser_item_key* key) {
  Count& count = *static_cast<Count*>(context);
  if (count.calls++ == count.fails_at) return FASTSER_FIRST_OF_CALLER + 7;
  const CNamed& named = *static_cast<const CNamed*>(item);
  *key = text_key({named.name, named.size});
  return FASTSER_OK;
}

fastser_repository* named_repository(const std::filesystem::path& file, Count& count) {
  const LayoutHandle layout = new_layout();
  fastser_text_access text{};
  text.struct_size = sizeof text;
  text.size = sizeof(CNamed);
  text.context = &count;
  text.get = get_name;
  text.set = set_name;
  const fastser_form_id named = fastser_layout_record(layout.get(), sizeof(CNamed));
  field(layout.get(), named, "name", 0, fastser_layout_text(layout.get(), &text));
  const PlanHandle plan = compiled<Named>(layout.get(), named);
  fastser_repository_options options{};
  options.struct_size = sizeof options;
  options.plan = plan.get();
  options.item_size = sizeof(CNamed);
  options.context = &count;
  options.key_of = name_of;
  options.release = release_name;
  fastser_repository* made = nullptr;
  const std::string name = file.string();
  EXPECT_EQ(fastser_repository_create(name.data(), name.size(), &options, &made, nullptr),
            FASTSER_OK);
  return made;
}

// Whatever becomes of an item, what the layout's functions made for it is let go of, once.
TEST_F(CapiRepository, MemoryOfTheLayoutsFunctionsIsLetGoOfOnce) {
  ASSERT_TRUE(archive::save(path("a"), std::vector<Named>{{"x"}, {"y"}, {"z"}}).ok());
  const std::string sound = read("a");
  for (int fails_at = -1; fails_at < 12; ++fails_at) {
    Count count;
    count.fails_at = fails_at;
    write("a", sound);
    fastser_repository* const names = named_repository(path("a"), count);
    fastser_error error = FASTSER_ERROR_INIT;
    const std::int32_t loaded = fastser_repository_reload(names, &error);
    EXPECT_EQ(loaded, fails_at >= 0 && fails_at < 3 ? FASTSER_FIRST_OF_CALLER + 7 : FASTSER_OK);
    if (loaded != FASTSER_OK) {
      EXPECT_EQ(std::string(error.path), "[" + std::to_string(fails_at) + "]");
      EXPECT_EQ(fastser_repository_count(names), 0U);
    }
    char text[] = "x";
    CNamed item = {text, 1};
    fastser_repository_add(names, &item, nullptr, nullptr);
    text[0] = 'n';
    fastser_repository_add(names, &item, nullptr, nullptr);
    const fastser_item_key y = text_key("y");
    fastser_repository_update(names, &y, &item, nullptr, nullptr);
    const fastser_item_key z = text_key("z");
    fastser_repository_remove(names, &z);
    if (loaded != FASTSER_OK) fastser_repository_reset(names);
    const std::int32_t flushed = fastser_repository_flush(names, nullptr);
    EXPECT_TRUE(flushed == FASTSER_OK || flushed == FASTSER_FIRST_OF_CALLER + 7);
    write("a", sound.substr(0, sound.size() - 6));
    EXPECT_NE(fastser_repository_reload(names, nullptr), FASTSER_OK);
    fastser_repository_destroy(names);
    EXPECT_GT(count.made, 3);
    EXPECT_EQ(count.made, count.released) << fails_at;
  }
}

TEST_F(CapiRepository, KeysOfNumbersAndTextsAreDifferentKeys) {
  const auto either = [](void*, const void* item, fastser_item_key* key) -> std::int32_t {
    const auto* const thing = static_cast<const CThing*>(item);
    if (thing->name.size == 0) {
      key->number = thing->number;
    } else {
      *key = text_key({thing->name.data, thing->name.size});
    }
    return FASTSER_OK;
  };
  const Things things(path("a"), either);
  EXPECT_TRUE(things.add({0, {nullptr, 0}, nullptr, 0}));
  EXPECT_TRUE(things.add({0, text_of("0"), nullptr, 0}));
  EXPECT_TRUE(things.add({INT64_MIN, {nullptr, 0}, nullptr, 0}));
  EXPECT_EQ(fastser_repository_count(things.get()), 3U);
  EXPECT_NE(things.find(number_key(INT64_MIN)), nullptr);
  EXPECT_EQ(things.find(text_key("")), nullptr);
}

}  // namespace
}  // namespace fastser::capi_test
