// SPDX-License-Identifier: MIT
//
// The C++ program of docs/repository.md: loads, edits and saves a repository.
#include <fastser/repository.hpp>

#include <cstdio>

struct Item {
  std::string identifier;
  std::chrono::system_clock::time_point created;
  std::optional<std::string> note;
  std::uint64_t views = 0;
};

int main(int count, char** arguments) {
  const char* const path = count > 1 ? arguments[1] : "items.fsr";
  fastser::Repository<std::string, Item> items(path, &Item::identifier);

  if (const fastser::Status status = items.reload(); !status.ok()) {  // missing is empty
    std::fprintf(stderr, "%s\n", status.to_string().c_str());         // damaged: it is kept
    return 1;
  }
  const std::string key = "item " + std::to_string(items.count());
  items.add({key, std::chrono::system_clock::now(), "added by the last run"});
  items.update("item 0", [](Item& item) { ++item.views; });
  if (items.count() > 3) items.remove("item 1");

  for (const Item& item : items.all()) {
    std::printf("%s, seen %d times\n", item.identifier.c_str(), static_cast<int>(item.views));
  }
  const fastser::Status saved = items.flush();  // the old file or the new one
  if (!saved.ok()) std::fprintf(stderr, "%s\n", saved.to_string().c_str());
  return saved.ok() && items.contains("item 0") ? 0 : 1;
}
