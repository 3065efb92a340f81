// SPDX-License-Identifier: MIT
//
// Repository: its operations, its file, and what becomes of both when something goes wrong. That a
// save is the old file or the new one whatever happens is tested for the file layer
// (tests/faults/file_*).
#include "fastser/repository.hpp"

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/file/file_fixture.hpp"

#if !defined(_WIN32)
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace fastser {
namespace {

using RepositoryFile = testing::FileTest;

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
};
struct Item {
  std::string identifier;
  std::uint32_t views = 0;
  std::optional<std::string> note;
  Rect rect;
  static constexpr std::uint32_t fastser_version = 1;
};
using Items = Repository<std::string, Item>;

Item item(int i) {
  Item made{"item " + std::to_string(i), static_cast<std::uint32_t>(i), {}, {}};
  if (i % 2 == 0) made.note = "optional";
  made.rect = {1.0 * i, 1.0 * i, 1.0 * i, 1.0 * i};
  return made;
}
std::string keys(const Items& items) {
  std::string all;
  for (const Item& one : items.all()) all += one.identifier + ";";
  return all;
}
bool is_ok(const Status& status) {
  EXPECT_TRUE(status.ok()) << status.to_string();
  return status.ok();
}

TEST_F(RepositoryFile, IsEmptyWhereThereIsNone) {
  Items items(path("a"), &Item::identifier);
  EXPECT_EQ(items.count(), 0U);
  EXPECT_TRUE(is_ok(items.reload()));
  EXPECT_EQ(items.count(), 0U);
  EXPECT_FALSE(items.has_changes());
  EXPECT_EQ(files(), 0);
}

TEST_F(RepositoryFile, GivesBackWhatWasFlushed) {
  for (const int count : {0, 1, 100, 1000}) {
    Items items(path("a"), &Item::identifier);
    for (int i = 0; i < count; ++i) EXPECT_TRUE(items.add(item(i)));
    ASSERT_TRUE(is_ok(items.flush()));
    EXPECT_EQ(items.count(), static_cast<std::size_t>(count));  // they stay in memory
    EXPECT_EQ(files(), 1);
    Items again(path("a"), &Item::identifier);
    ASSERT_TRUE(is_ok(again.reload()));
    EXPECT_EQ(keys(again), keys(items));
    for (int i = 0; i < count; ++i) {
      const Item* const found = again.find("item " + std::to_string(i));
      ASSERT_NE(found, nullptr) << i;
      EXPECT_EQ(found->views, item(i).views);
      EXPECT_EQ(found->note, item(i).note);
      EXPECT_EQ(found->rect.height, i);
    }
  }
}

TEST_F(RepositoryFile, IsThatOfAListOfTheItems) {
  Items items(path("a"), &Item::identifier);
  items.add(item(1));
  items.add(item(0));
  ASSERT_TRUE(is_ok(items.flush()));
  const auto list = archive::load<std::vector<Item>>(path("a"));
  ASSERT_TRUE(list.ok()) << list.status().to_string();
  ASSERT_EQ(list->size(), 2U);
  EXPECT_EQ((*list)[0].identifier, "item 1");
}

TEST_F(RepositoryFile, ItemsAreFoundAddedChangedAndRemovedByTheirKeys) {
  Items items(path("a"), &Item::identifier);
  EXPECT_EQ(items.find("item 1"), nullptr);
  EXPECT_TRUE(items.add(item(1)));
  EXPECT_TRUE(items.add(item(2)));
  EXPECT_TRUE(items.contains(std::string_view("item 1")));
  EXPECT_FALSE(items.contains("item 3"));
  EXPECT_TRUE(items.update("item 1", [](Item& one) { one.views = 70; }));
  EXPECT_FALSE(items.update("item 3", [](Item&) { FAIL(); }));
  EXPECT_EQ(items.find("item 1")->views, 70U);
  EXPECT_FALSE(items.remove("item 3"));
  EXPECT_TRUE(items.remove("item 1"));
  EXPECT_FALSE(items.remove("item 1"));
  EXPECT_TRUE(items.remove_item(item(2)));
  EXPECT_FALSE(items.remove_item(item(2)));
  EXPECT_EQ(items.count(), 0U);
  EXPECT_TRUE(items.all().empty());
}

TEST_F(RepositoryFile, AnItemTakesThePlaceOfOneWithItsKey) {
  Items items(path("a"), &Item::identifier);
  for (int i = 0; i < 3; ++i) items.add(item(i));
  Item other = item(1);
  other.views = 50;
  EXPECT_FALSE(items.add(other));
  EXPECT_EQ(items.count(), 3U);
  EXPECT_EQ(items.find("item 1")->views, 50U);
  EXPECT_EQ(keys(items), "item 0;item 1;item 2;");
}

TEST_F(RepositoryFile, ItemsStayWhereTheyAreWhileOthersComeAndGo) {
  Items items(path("a"), &Item::identifier);
  items.add(item(0));
  const Item* const first = items.find("item 0");
  for (int i = 1; i < 100; ++i) items.add(item(i));
  for (int i = 1; i < 100; ++i) items.remove("item " + std::to_string(i));
  ASSERT_TRUE(is_ok(items.flush()));
  EXPECT_EQ(items.find("item 0"), first);
  Items moved = std::move(items);
  EXPECT_EQ(moved.find("item 0"), first);
  EXPECT_TRUE(moved.add(item(1)));
}

TEST_F(RepositoryFile, AKeyThatUpdateChangesIsTheOneThatTheItemIsFoundBy) {
  Items items(path("a"), &Item::identifier);
  for (int i = 0; i < 3; ++i) items.add(item(i));
  EXPECT_TRUE(items.update("item 1", [](Item& one) { one.identifier = "new"; }));
  EXPECT_FALSE(items.contains("item 1"));
  ASSERT_TRUE(items.contains("new"));
  EXPECT_EQ(items.find("new")->views, 1U);
  EXPECT_TRUE(items.update("new", [](Item& one) { one.identifier = "item 0"; }));
  EXPECT_EQ(items.find("item 0")->views, 1U);
  EXPECT_EQ(keys(items), "item 0;item 2;");
  EXPECT_EQ(items.count(), 2U);
  EXPECT_TRUE(is_ok(items.flush()));
}

TEST_F(RepositoryFile, AnUpdateThatThrowsMayHaveChangedTheItem) {
  Items items(path("a"), &Item::identifier);
  items.add(item(1));
  ASSERT_TRUE(is_ok(items.flush()));
  EXPECT_FALSE(items.update("none", [](Item&) {}));
  EXPECT_FALSE(items.has_changes());
  EXPECT_THROW(items.update("item 1",
                            [](Item& one) {
                              one.views = 99;
                              throw std::runtime_error("in the middle");
                            }),
               std::runtime_error);
  EXPECT_EQ(items.find("item 1")->views, 99U);
  EXPECT_TRUE(items.has_changes());
}

TEST_F(RepositoryFile, AReloadThatThrowsLeavesTheFileAsItIs) {
  Items before(path("a"), &Item::identifier);
  before.add(item(1));
  ASSERT_TRUE(is_ok(before.flush()));
  const std::string bytes = read("a");
  Items items(path("a"), [](const Item&) -> std::string { throw 7; });
  EXPECT_THROW(static_cast<void>(items.reload()), int);
  EXPECT_EQ(items.flush().code(), Code::kUsage);
  EXPECT_EQ(read("a"), bytes);
}

TEST_F(RepositoryFile, AKeyThatIsChangedBehindItsBackIsNotWritten) {
  write("a", "old");
  Repository<std::string, std::shared_ptr<Item>> items(
      path("a"), [](const std::shared_ptr<Item>& one) { return one->identifier; });
  const auto mine = std::make_shared<Item>(item(1));
  items.add(std::make_shared<Item>(item(0)));
  items.add(mine);
  mine->identifier = "item 0";
  const Status status = items.flush();
  EXPECT_EQ(status.code(), Code::kUsage);
  EXPECT_EQ(status.path(), "[1]");
  EXPECT_EQ(read("a"), "old");
  mine->identifier = "item 1";
  EXPECT_TRUE(is_ok(items.flush()));
}

TEST_F(RepositoryFile, ReloadDiscardsChanges) {
  Items items(path("a"), &Item::identifier);
  items.add(item(0));
  EXPECT_TRUE(items.has_changes());
  ASSERT_TRUE(is_ok(items.flush()));
  EXPECT_FALSE(items.has_changes());
  items.add(item(1));
  items.update("item 0", [](Item& one) { one.views = 9; });
  EXPECT_TRUE(items.has_changes());
  ASSERT_TRUE(is_ok(items.reload()));
  EXPECT_FALSE(items.has_changes());
  EXPECT_EQ(keys(items), "item 0;");
  EXPECT_EQ(items.find("item 0")->views, 0U);
  items.reset();
  EXPECT_TRUE(items.has_changes());
  EXPECT_EQ(items.count(), 0U);
  EXPECT_EQ(archive::load<std::vector<Item>>(path("a"))->size(), 1U);  // the file stays
  ASSERT_TRUE(is_ok(items.reload()));
  EXPECT_EQ(items.count(), 1U);
}

// The file cut off, and with a byte changed.
TEST_F(RepositoryFile, DamagedIsAnErrorAndTheFileAndTheItemsStay) {
  Items items(path("a"), &Item::identifier);
  for (int i = 0; i < 3; ++i) items.add(item(i));
  ASSERT_TRUE(is_ok(items.flush()));
  const std::string sound = read("a");
  for (std::size_t at = 0; at < sound.size(); at += 5) {
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    for (const std::string& bytes : {damaged, sound.substr(0, at)}) {
      write("a", bytes);
      const Status status = items.reload();
      EXPECT_FALSE(status.ok()) << at;
      EXPECT_EQ(items.count(), 3U);
      EXPECT_EQ(items.flush().code(), Code::kUsage);
      EXPECT_EQ(read("a"), bytes);
    }
  }
  write("a", sound);
  EXPECT_TRUE(is_ok(items.reload()));
  EXPECT_TRUE(is_ok(items.flush()));
}

TEST_F(RepositoryFile, ResetGivesUpADamagedFile) {
  write("a", "no archive");
  Items items(path("a"), &Item::identifier);
  EXPECT_EQ(items.reload().code(), Code::kMalformed);
  items.add(item(1));
  EXPECT_EQ(items.flush().code(), Code::kUsage);
  items.reset();
  items.add(item(1));
  EXPECT_TRUE(is_ok(items.flush()));
  EXPECT_TRUE(is_ok(items.reload()));
  EXPECT_EQ(items.count(), 1U);
}

TEST_F(RepositoryFile, WithOneKeyTwiceIsRefusedWithItsPlace) {
  ASSERT_TRUE(is_ok(archive::save(path("a"), std::vector<Item>{item(0), item(1), item(0)})));
  Items items(path("a"), &Item::identifier);
  const Status status = items.reload();
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.path(), "[2]");
  EXPECT_EQ(items.count(), 0U);
}

TEST_F(RepositoryFile, OfAnotherTypeIsAnErrorWithItsPlace) {
  struct Other {
    std::string identifier;
    std::string views;
  };
  ASSERT_TRUE(is_ok(archive::save(path("a"), std::vector<Other>{{"item 0", "many"}})));
  Items items(path("a"), &Item::identifier);
  const Status status = items.reload();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "[0].views");
}

TEST_F(RepositoryFile, OfAnotherVersionOfTheClassIsRead) {
  struct Before {  // `views` were fewer, `note` and `rect` are new, `gone` is
    std::string gone;
    std::uint8_t views = 0;
    std::string identifier;
  };
  ASSERT_TRUE(is_ok(archive::save(path("a"), std::vector<Before>{{"x", 7, "item 0"}})));
  Items items(path("a"), &Item::identifier);
  ASSERT_TRUE(is_ok(items.reload()));
  ASSERT_TRUE(items.contains("item 0"));
  EXPECT_EQ(items.find("item 0")->views, 7U);
  EXPECT_FALSE(items.find("item 0")->note.has_value());
}

TEST_F(RepositoryFile, LimitsAndTheSizeOfTheFileAreBounded) {
  Items items(path("a"), &Item::identifier);
  for (int i = 0; i < 1000; ++i) items.add(item(i));
  ASSERT_TRUE(is_ok(items.flush()));
  RepositoryOptions small;
  small.load.max_bytes = 1000;
  EXPECT_EQ(Items(path("a"), &Item::identifier, small).reload().code(), Code::kOverBudget);
  RepositoryOptions poor;
  poor.decode.limits.memory_factor = 1;
  poor.decode.limits.memory_base = 0;
  EXPECT_EQ(Items(path("a"), &Item::identifier, poor).reload().code(), Code::kOverBudget);
}

// An empty optional is a byte in the file and the whole address in memory.
struct Address {
  std::string street, city, zip, country, phone;
};
struct Contact {
  std::uint32_t id = 0;
  std::optional<Address> home, work, billing, shipping;
};
TEST_F(RepositoryFile, OfManyEmptyFieldsIsReadAsItWasWritten) {
  Repository<std::uint32_t, Contact> contacts(path("a"), &Contact::id);
  for (std::uint32_t i = 0; i < 2000; ++i) contacts.add({i, {}, {}, {}, {}});
  ASSERT_TRUE(is_ok(contacts.flush()));
  ASSERT_TRUE(is_ok(contacts.reload()));
  EXPECT_EQ(contacts.count(), 2000U);
}

TEST_F(RepositoryFile, AFlushThatFailsKeepsTheItemsAndTheChanges) {
  std::filesystem::create_directory(path("folder"));
  Items items(path("folder/a"), &Item::identifier);
  items.add(item(0));
  std::filesystem::remove(path("folder"));
  EXPECT_EQ(items.flush().code(), Code::kIo);
  EXPECT_TRUE(items.has_changes());
  EXPECT_EQ(items.count(), 1U);
  std::filesystem::create_directory(path("folder"));
  EXPECT_TRUE(is_ok(items.flush()));
  EXPECT_FALSE(items.has_changes());
}

TEST_F(RepositoryFile, AFileThatCannotBeReadIsNotWrittenOver) {
  std::filesystem::create_directory(path("a"));
  Items items(path("a"), &Item::identifier);
  EXPECT_EQ(items.reload().code(), Code::kIo);
  std::filesystem::remove(path("a"));
  items.add(item(0));
  EXPECT_EQ(items.flush().code(), Code::kUsage);
  EXPECT_EQ(files(), 0);
}

#if !defined(_WIN32)

// The disk is full, and the process is killed, before the new file has the name of the old one.
TEST_F(RepositoryFile, IsTheOldOneWhenAFlushIsCutOff) {
  Items items(path("a"), &Item::identifier);
  items.add(item(0));
  ASSERT_TRUE(is_ok(items.flush()));
  const std::string old = read("a");
  for (const bool killed : {false, true}) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, killed ? SIG_DFL : SIG_IGN);
      const rlimit limit{5000, 5000};
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
      for (int i = 0; i < 1000; ++i) items.add(item(i));
      ::_exit(items.flush().code() == Code::kIo && items.has_changes() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (!killed) {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    }
    EXPECT_EQ(read("a"), old);
    Items again(path("a"), &Item::identifier);
    EXPECT_TRUE(is_ok(again.reload()));
    EXPECT_EQ(keys(again), "item 0;");
  }
}

#endif

TEST_F(RepositoryFile, HoldsItemsThatCannotBeCopiedByKeysOfAnyKind) {
  struct Owner {
    std::int64_t number = 0;
    std::unique_ptr<std::string> text;
  };
  Repository<std::int64_t, Owner> owners(path("a"), &Owner::number);
  EXPECT_TRUE(owners.add({5, std::make_unique<std::string>("five")}));
  EXPECT_TRUE(owners.add({-5, nullptr}));
  EXPECT_FALSE(owners.add({5, std::make_unique<std::string>("V")}));
  ASSERT_TRUE(is_ok(owners.flush()));
  ASSERT_TRUE(is_ok(owners.reload()));
  EXPECT_EQ(*owners.find(5)->text, "V");
  EXPECT_EQ(owners.count(), 2U);
  Repository<std::pair<bool, std::int64_t>, Owner> pairs(
      path("a"), [](const Owner& one) { return std::pair(one.text != nullptr, one.number); });
  ASSERT_TRUE(is_ok(pairs.reload()));
  EXPECT_TRUE(pairs.contains(std::pair<bool, std::int64_t>(true, 5)));
}

// What items share is shared again.
TEST_F(RepositoryFile, KeepsTheGraphOfItsItems) {
  struct Node {
    std::string name;
    std::shared_ptr<Node> next;
  };
  Repository<std::string, std::shared_ptr<Node>> nodes(
      path("a"), [](const std::shared_ptr<Node>& one) { return one->name; });
  const auto first = std::make_shared<Node>(Node{"first", nullptr});
  const auto second = std::make_shared<Node>(Node{"second", first});
  first->next = second;
  nodes.add(first);
  nodes.add(second);
  ASSERT_TRUE(is_ok(nodes.flush()));
  first->next = nullptr;  // no cycle of owners stays
  ASSERT_TRUE(is_ok(nodes.reload()));
  const auto again = *nodes.find("first");
  EXPECT_EQ(again->next, *nodes.find("second"));
  EXPECT_EQ(again->next->next, again);
  again->next = nullptr;
}

}  // namespace
}  // namespace fastser
