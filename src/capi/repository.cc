// SPDX-License-Identifier: MIT
//
// fastser_repository: C++'s KeyedItems of items that a plan copies, and the file layer.
//
// An item is memory that a plan read into, and what it leads to: a Load, the one of the file that
// it came from, or one of its own. A Load goes with the last of its items.
#include "fastser/c/repository.h"

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/plan.hpp"
#include "fastser/file.hpp"
#include "fastser/internal/archive/keyed_items.hpp"
#include "fastser/internal/base/guarded.hpp"

namespace fastser::capi {
namespace {

constexpr std::size_t kFirstRepositoryOptions =
    offsetof(fastser_repository_options, limits) + sizeof(void*);
constexpr std::string_view kNoRepository = "the repository is NULL";
constexpr std::string_view kNoKey = "a key that is NULL, or whose text is";

struct KeyView {
  bool is_text = false;
  std::int64_t number = 0;
  std::string_view text;

  friend bool operator<(const KeyView& left, const KeyView& right) noexcept {
    if (left.is_text != right.is_text) return right.is_text;
    return left.is_text ? left.text < right.text : left.number < right.number;
  }
};
// A key that has its text.
struct OwnedKey {
  explicit OwnedKey(const KeyView& from)
      : is_text(from.is_text), number(from.number), text(from.text) {}
  operator KeyView() const noexcept { return {is_text, number, text}; }  // NOLINT: on purpose

  friend bool operator<(const OwnedKey& left, const OwnedKey& right) noexcept {
    return KeyView(left) < KeyView(right);
  }
  friend bool operator<(const OwnedKey& left, const KeyView& right) noexcept {
    return KeyView(left) < right;
  }
  friend bool operator<(const KeyView& left, const OwnedKey& right) noexcept {
    return left < KeyView(right);
  }

  bool is_text;
  std::int64_t number;
  std::string text;
};

bool take_key(const fastser_item_key* from, KeyView& to) noexcept {
  if (from == nullptr) return false;
  to.is_text = from->is_text != 0;
  if (!to.is_text) {
    to.number = from->number;
    return true;
  }
  if (!is_view(from->text.data, from->text.size)) return false;
  to.text = text(from->text.data, from->text.size);
  return true;
}

struct Load {
  Buffer bytes;  // texts point into them
  Arena arena;
  std::vector<std::byte> block;  // the items
};

// What the caller said, and asks.
struct Hooks {
  void* context = nullptr;
  std::int32_t (*key_of)(void* context, const void* item, fastser_item_key* key) = nullptr;
  void (*release)(void* context, void* item) = nullptr;
};

// One item, and the way it goes.
class Item {
 public:
  Item(const Hooks& hooks, std::shared_ptr<Load> load, void* value) noexcept
      : hooks_(&hooks), load_(std::move(load)), value_(value) {}
  Item(Item&& other) noexcept
      : hooks_(other.hooks_),
        load_(std::move(other.load_)),
        value_(std::exchange(other.value_, nullptr)) {}
  Item& operator=(Item&& other) noexcept {
    std::swap(load_, other.load_);
    std::swap(value_, other.value_);
    return *this;
  }
  Item(const Item&) = delete;
  Item& operator=(const Item&) = delete;
  ~Item() {
    if (value_ != nullptr && hooks_->release != nullptr) hooks_->release(hooks_->context, value_);
  }
  [[nodiscard]] void* value() const noexcept { return value_; }

 private:
  const Hooks* hooks_;
  std::shared_ptr<Load> load_;
  void* value_;
};

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace
using fastser::Buffer;
using fastser::Code;
using fastser::Limits;
using fastser::Status;
using fastser::archive::DecodeOptions;
using fastser::archive::EncodeOptions;
using fastser::archive::Header;
using fastser::archive::KeyedItems;

struct fastser_repository {
  fastser_repository(std::string_view name, fastser_plan* bound) : path(name), plan(bound) {
    fastser_plan_retain(plan);
  }
  fastser_repository(const fastser_repository&) = delete;
  fastser_repository& operator=(const fastser_repository&) = delete;
  ~fastser_repository() {
    items.clear();
    fastser_plan_release(plan);
  }

  [[nodiscard]] Status key_of(const Item& item, KeyView& key) const;
  [[nodiscard]] Status copy(const void* from, std::list<Item>& to) const;
  [[nodiscard]] Status read();
  [[nodiscard]] Status write() const;

  fastser::file::Path path;
  fastser_plan* plan;
  std::size_t item_size = 0;
  std::uint32_t user_version = 0;
  Hooks hooks;
  Limits limits;
  fastser::file::LoadOptions loading;
  KeyedItems<OwnedKey, Item> items;
  std::vector<const void*> all;  // of the last call that asked
  bool has_changes = false;
  bool keeps_file = false;  // its contents could not be read, and are not to be lost
};

namespace {

// Items as a plan reads them: side by side, zero at first.
struct Block {
  std::vector<std::byte>& bytes;
  std::size_t item_size;
  std::size_t count = 0;

  static Code resize(void*, void* list, std::size_t count, void** first) {
    Block& block = *static_cast<Block*>(list);
    const Status made = fastser::guarded([&]() -> Status {
      if (count > block.bytes.max_size() / block.item_size) {
        return Status(Code::kOverBudget, "more items than fit into memory");
      }
      block.bytes.resize(count * block.item_size);
      return {};
    });
    if (!made.ok()) return made.code();
    block.count = count;
    *first = block.bytes.data();
    return Code::kOk;
  }
};

}  // namespace

Status fastser_repository::key_of(const Item& item, KeyView& key) const {
  fastser_item_key given{};
  const std::int32_t status = hooks.key_of(hooks.context, item.value(), &given);
  if (status != FASTSER_OK) {
    return Status(static_cast<Code>(status), "the function that returns an item's key failed");
  }
  if (!take_key(&given, key)) return Status(Code::kUsage, "an item whose key is text, but NULL");
  return {};
}

// As bytes and back: so what the item leads to is copied as well.
Status fastser_repository::copy(const void* from, std::list<Item>& to) const {
  const auto load = std::make_shared<Load>();
  FASTSER_TRY(plan->plan.encode(load->bytes, from, {.header = Header::bare}));
  load->block.resize(item_size);
  to.emplace_back(hooks, load, load->block.data());
  DecodeOptions options;
  options.header = Header::bare;
  options.limits = Limits::unlimited();
  options.arena = &load->arena;
  return plan->plan.decode(load->bytes.view(), load->block.data(), options);
}

Status fastser_repository::read() {
  const auto load = std::make_shared<Load>();
  bool found = false;
  std::list<Item> read;
  FASTSER_TRY(fastser::file::load_if_there(path, load->bytes, found, loading));
  if (found) {
    Block block{load->block, item_size};
    fastser::ListAccess access{.size = sizeof block, .stride = item_size};
    access.resize = &Block::resize;
    DecodeOptions options;
    options.limits = limits;
    options.arena = &load->arena;
    Status status = plan->plan.decode_array(load->bytes.view(), access, &block, options);
    for (std::size_t i = 0; i < block.count; ++i) {  // all are let go of, whatever comes
      read.emplace_back(hooks, load, load->block.data() + i * item_size);
    }
    FASTSER_TRY(std::move(status));
  }
  KeyedItems<OwnedKey, Item> loaded;
  Status status;
  std::size_t position = 0;
  const auto twice = loaded.assign(std::move(read), [&](const Item& item) {
    KeyView key;
    Status told = key_of(item, key);
    if (!told.ok() && status.ok()) {
      status = std::move(told).with_path(fastser::archive::path_of(position));
    }
    ++position;
    return OwnedKey(key);
  });
  if (!status.ok()) return status;
  if (twice) {
    return Status(Code::kMalformed, fastser::archive::kKeyTwice)
        .with_path(fastser::archive::path_of(*twice));
  }
  items = std::move(loaded);
  return {};
}

Status fastser_repository::write() const {
  Status status;
  const auto renamed = items.find_renamed([&](const Item& item) {
    KeyView key;
    Status told = key_of(item, key);
    if (!told.ok() && status.ok()) status = std::move(told);
    return OwnedKey(key);
  });
  FASTSER_TRY(std::move(status));
  if (renamed) {
    return Status(Code::kUsage, fastser::archive::kRenamedItem)
        .with_path(fastser::archive::path_of(*renamed));
  }
  std::vector<std::byte> block(items.count() * item_size);
  std::byte* to = block.data();
  for (const Item& item : items.all()) {
    std::memcpy(to, item.value(), item_size);
    to += item_size;
  }
  Buffer bytes;
  EncodeOptions options;
  options.checksum = true;
  options.user_version = user_version;
  FASTSER_TRY(plan->plan.encode_array(bytes, block.data(), items.count(), item_size, options));
  return fastser::file::save(path, bytes.view());
}

namespace {

// Null, or what is wrong.
const char* wrong(const fastser_repository_options& options) noexcept {
  if (options.plan == nullptr) return "fastser_repository_options.plan is NULL";
  if (options.item_size == 0) return "fastser_repository_options.item_size is 0";
  if (options.key_of == nullptr) return "fastser_repository_options.key_of is NULL";
  return nullptr;
}

}  // namespace

extern "C" {

int32_t fastser_repository_create(const char* path, size_t path_size,
                                  const fastser_repository_options* options,
                                  fastser_repository** repository, fastser_error* error) {
  if (repository == nullptr) return misuse(error, "the pointer for the repository is NULL");
  *repository = nullptr;
  if (path == nullptr || path_size == 0) return misuse(error, "a file without a name");
  fastser_repository_options given;
  if (!take_struct(options, kFirstRepositoryOptions, given)) {
    return misuse(error, "fastser_repository_options.struct_size is too small");
  }
  if (const char* const what = wrong(given)) return misuse(error, what);
  Limits limits = fastser::archive::kRepositoryLimits;
  if (given.limits != nullptr && !take_limits(given.limits, limits)) {
    return misuse(error, "fastser_limits.struct_size is too small");
  }
  if (given.item_size < given.plan->plan.value_size()) {
    return misuse(error, "fastser_repository_options.item_size is less than the plan's value has");
  }
  return run(error, [&] {
    auto made = std::make_unique<fastser_repository>(text(path, path_size),
                                                     const_cast<fastser_plan*>(given.plan));
    made->item_size = given.item_size;
    made->user_version = given.user_version;
    made->hooks = {given.context, given.key_of, given.release};
    made->limits = limits;
    if (given.max_bytes != 0) made->loading.max_bytes = given.max_bytes;
    *repository = made.release();
    return Status();
  });
}
void fastser_repository_destroy(fastser_repository* repository) { delete repository; }

size_t fastser_repository_count(const fastser_repository* repository) {
  return repository == nullptr ? 0 : repository->items.count();
}
int32_t fastser_repository_has_changes(const fastser_repository* repository) {
  return repository != nullptr && repository->has_changes ? 1 : 0;
}
const void* fastser_repository_find(const fastser_repository* repository,
                                    const fastser_item_key* key) {
  KeyView wanted;
  if (repository == nullptr || !take_key(key, wanted)) return nullptr;
  const Item* const item = repository->items.find(wanted);
  return item == nullptr ? nullptr : item->value();
}
int32_t fastser_repository_all(fastser_repository* repository, const void* const** items,
                               size_t* count, fastser_error* error) {
  if (items == nullptr || count == nullptr) return misuse(error, "NULL");
  *items = nullptr;
  *count = 0;
  if (repository == nullptr) return misuse(error, kNoRepository);
  return run(error, [&] {
    repository->all.clear();
    repository->all.reserve(repository->items.count());
    for (const Item& item : repository->items.all()) repository->all.push_back(item.value());
    *count = repository->all.size();
    if (*count != 0) *items = repository->all.data();
    return Status();
  });
}

int32_t fastser_repository_add(fastser_repository* repository, const void* item, int32_t* is_new,
                               fastser_error* error) {
  if (is_new != nullptr) *is_new = 0;
  if (repository == nullptr) return misuse(error, kNoRepository);
  if (item == nullptr) return misuse(error, "the item is NULL");
  return run(error, [&]() -> Status {
    std::list<Item> made;
    KeyView key;
    FASTSER_TRY(repository->copy(item, made));
    FASTSER_TRY(repository->key_of(made.front(), key));
    const bool added = repository->items.add(OwnedKey(key), std::move(made.front()));
    repository->has_changes = true;
    if (is_new != nullptr && added) *is_new = 1;
    return {};
  });
}
int32_t fastser_repository_update(fastser_repository* repository, const fastser_item_key* key,
                                  const void* item, int32_t* found, fastser_error* error) {
  if (found != nullptr) *found = 0;
  if (repository == nullptr) return misuse(error, kNoRepository);
  if (item == nullptr) return misuse(error, "the item is NULL");
  KeyView wanted;
  if (!take_key(key, wanted)) return misuse(error, kNoKey);
  return run(error, [&]() -> Status {
    if (repository->items.find(wanted) == nullptr) return {};
    std::list<Item> made;
    KeyView now;
    FASTSER_TRY(repository->copy(item, made));
    FASTSER_TRY(repository->key_of(made.front(), now));
    OwnedKey kept(now);  // before anything changes: this may find no memory
    repository->items.update(
        wanted, [&](Item& old) { old = std::move(made.front()); },
        [&](const Item&) { return std::move(kept); });
    repository->has_changes = true;
    if (found != nullptr) *found = 1;
    return {};
  });
}
int32_t fastser_repository_remove(fastser_repository* repository, const fastser_item_key* key) {
  KeyView wanted;
  if (repository == nullptr || !take_key(key, wanted)) return 0;
  if (!repository->items.remove(wanted)) return 0;
  repository->has_changes = true;
  return 1;
}
void fastser_repository_reset(fastser_repository* repository) {
  if (repository == nullptr) return;
  repository->items.clear();
  repository->has_changes = true;
  repository->keeps_file = false;
}

int32_t fastser_repository_reload(fastser_repository* repository, fastser_error* error) {
  if (repository == nullptr) return misuse(error, kNoRepository);
  const int32_t status = run(error, [&] { return repository->read(); });
  repository->keeps_file = status != FASTSER_OK;
  if (status == FASTSER_OK) repository->has_changes = false;
  return status;
}
int32_t fastser_repository_flush(fastser_repository* repository, fastser_error* error) {
  if (repository == nullptr) return misuse(error, kNoRepository);
  if (repository->keeps_file) return misuse(error, fastser::archive::kKeptFile);
  const int32_t status = run(error, [&] { return repository->write(); });
  if (status == FASTSER_OK) repository->has_changes = false;
  return status;
}

}  // extern "C"
