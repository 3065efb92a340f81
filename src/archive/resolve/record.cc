// SPDX-License-Identifier: MIT
//
// Records of another version. Which of the writer's fields goes where is found once for each shape
// and node (docs/versions.md has the rules); a record is then read step by step.
//
// Finding is in proportion to the fields of the shape, super-shapes included, and paid for: a
// table may have many shapes that share one long chain of super-shapes (B9).
#include <algorithm>

#include "archive/resolve/tables.hpp"
#include "fastser/internal/archive/resolve/resolve.hpp"

namespace fastser::archive {
namespace {

/// Finds the reader's field for each of the writer's.
class Matcher {
 public:
  Matcher(const RecordNode& node, Decoder& decoder) : node_(node), decoder_(decoder) {}

  [[nodiscard]] bool match(std::uint32_t shape, void* object, RecordMatch& match) {
    if (!find_chain(shape) || !lay_out()) return false;
    taken_.resize(node_.fields.size());
    // A present name counts more than a former one, a class of the same name more than another.
    by_name([&](const Planned& one, std::uint32_t field) {
      return node_.fields[field].name == one.entry->name &&
             node_.levels[node_.fields[field].level] == one.shape->name;
    });
    by_name([&](const Planned& one, std::uint32_t field) {
      return node_.fields[field].name == one.entry->name;
    });
    by_old_name();
    by_position();
    return for_hooks(match) && finish(object, match);
  }

 private:
  struct Planned {
    const schema::Shape* shape;
    const schema::FieldEntry* entry;
    std::uint64_t position;
    std::uint64_t repeat;
    std::uint32_t field;
  };

  // The shape and those in front of it, the outermost last.
  bool find_chain(std::uint32_t shape) {
    const auto shapes = decoder_.writer->shapes();
    std::size_t length = 1;
    for (std::uint32_t at = shape; shapes[at].super >= 0; ++length) {
      at = static_cast<std::uint32_t>(shapes[at].super);
    }
    if (!decoder_.charge(length, sizeof(const schema::Shape*))) return false;
    chain_.resize(length);
    for (std::size_t i = length; i-- != 0;) {
      chain_[i] = &shapes[shape];
      shape = static_cast<std::uint32_t>(shapes[shape].super);
    }
    return true;
  }

  // Fields without a name lie where they lie; of a run of them no more than the reader has fields.
  bool lay_out() {
    std::size_t most = node_.fields.size();
    for (const schema::Shape* shape : chain_) most += shape->fields.size();
    if (!decoder_.charge(most, sizeof(Planned) + sizeof(RecordStep))) return false;
    planned_.reserve(most);
    std::uint64_t position = 0;
    for (const schema::Shape* shape : chain_) {
      for (const schema::FieldEntry& entry : shape->fields) {
        std::uint64_t left = entry.repeat;
        for (; left > 1 && position < node_.fields.size(); --left, ++position) {
          planned_.push_back({shape, &entry, position, 1, kNoField});
        }
        planned_.push_back({shape, &entry, position, left, kNoField});
        position += left;
      }
    }
    return true;
  }

  void take(Planned& one, std::uint32_t field) {
    one.field = field;
    taken_[field] = true;
  }

  template <typename Same>
  void by_name(Same&& same) {
    const auto count = static_cast<std::uint32_t>(node_.fields.size());
    std::uint32_t next = 0;  // fields mostly come in order
    for (Planned& one : planned_) {
      if (!one.entry->named || one.field != kNoField) continue;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t field = next + i < count ? next + i : next + i - count;
        if (taken_[field] || !same(one, field)) continue;
        take(one, field);
        next = field + 1 == count ? 0 : field + 1;
        break;
      }
    }
  }
  void by_old_name() {
    if (node_.old_names.empty()) return;
    for (Planned& one : planned_) {
      if (!one.entry->named || one.field != kNoField) continue;
      for (const OldName& old : node_.old_names) {
        if (taken_[old.field] || old.name != one.entry->name) continue;
        take(one, old.field);
        break;
      }
    }
  }
  void by_position() {
    for (Planned& one : planned_) {
      if (one.entry->named || one.position >= node_.fields.size()) continue;
      const auto field = static_cast<std::uint32_t>(one.position);
      if (!taken_[field]) take(one, field);
    }
  }

  // Which hooks are called, with what version: that of the writer's class of the name, which for
  // the record itself is its shape, whatever the name. They are given fields that nobody else
  // takes.
  bool for_hooks(RecordMatch& match) {
    const auto count = static_cast<std::uint32_t>(node_.hooks.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const UpgradeHook& hook = node_.hooks[i];
      const std::uint32_t from = version_of(hook.level);
      if (from >= hook.version) continue;
      if (match.from == nullptr) {
        if (!decoder_.charge(count, sizeof(std::uint32_t))) return false;
        match.from = std::make_unique<std::uint32_t[]>(count);
        std::fill_n(match.from.get(), count, kNotOlder);
      }
      match.from[i] = from;
      if (hook.removed != nullptr && !find_removed(i)) return false;
    }
    if (removed_.empty()) return true;
    match.removed = std::make_unique<RemovedField[]>(removed_.size());
    std::copy(removed_.begin(), removed_.end(), match.removed.get());
    return true;
  }
  [[nodiscard]] std::uint32_t version_of(std::uint32_t level) const {
    for (std::size_t i = chain_.size(); i-- != 0;) {
      if (chain_[i]->name == node_.levels[level]) return chain_[i]->version;
    }
    return level + 1 == node_.levels.size() ? chain_.back()->version : kNotOlder;
  }
  bool find_removed(std::uint32_t hook) {
    const RecordNode& node = *node_.hooks[hook].removed;
    const auto count = static_cast<std::uint32_t>(node.fields.size());
    if (!decoder_.charge(count, sizeof(RemovedField) + sizeof(std::ptrdiff_t))) return false;
    const std::size_t first = offsets_.size();
    offsets_.resize(first + count);
    node_.hooks[hook].offsets(offsets_.data() + first);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto number = static_cast<std::uint32_t>(node_.fields.size() + removed_.size());
      removed_.push_back({hook, i});
      for (Planned& one : planned_) {
        if (!one.entry->named || one.field != kNoField || one.entry->name != node.fields[i].name) {
          continue;
        }
        one.field = number;
        break;
      }
    }
    return true;
  }

  [[nodiscard]] std::ptrdiff_t offset_of(std::uint32_t field, const std::vector<void*>& addresses,
                                         void* object) const {
    if (field == kNoField) return 0;
    if (field >= addresses.size()) return offsets_[field - addresses.size()];
    return static_cast<std::byte*>(addresses[field]) - static_cast<std::byte*>(object);
  }

  bool finish(void* object, RecordMatch& match) {
    std::vector<void*> addresses(node_.fields.size());
    node_.addresses(node_, object, addresses.data());
    match.node = &node_;
    match.step_count = planned_.size();
    match.steps = std::make_unique<RecordStep[]>(planned_.size());
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      const Planned& one = planned_[i];
      match.steps[i] = {decoder_.writer->expr(one.entry->type).at, one.repeat,
                        offset_of(one.field, addresses, object), one.field};
    }
    const bool all = std::find(taken_.begin(), taken_.end(), false) == taken_.end();
    if (!all && node_.reset != nullptr) {
      if (!decoder_.charge(taken_.size())) return false;
      match.missing = std::make_unique<bool[]>(taken_.size());
      for (std::size_t i = 0; i < taken_.size(); ++i) match.missing[i] = !taken_[i];
    }
    decoder_.budget += planned_.capacity() * sizeof(Planned);  // and that goes again
    return true;
  }

  const RecordNode& node_;
  Decoder& decoder_;
  std::vector<const schema::Shape*> chain_;
  std::vector<Planned> planned_;
  std::vector<bool> taken_;
  std::vector<RemovedField> removed_;
  std::vector<std::ptrdiff_t> offsets_;  // of each of those
};

/// `removed` are the objects that the hooks of the node are given, one for each hook.
Cursor read_fields(const RecordMatch& match, void* object, Cursor cur, Decoder& decoder,
                   void* const* removed) {
  const RecordNode& node = *match.node;
  Place& place = decoder.resolving->place;
  const Place outer = place;
  for (std::size_t i = 0; i < match.step_count; ++i) {
    const RecordStep& step = match.steps[i];
    const Cursor before = cur;
    const TypeExpr type = expr_at(decoder, step.type);
    if (step.field == kNoField) {
      cur = decoder.skip_run(type, step.repeat, cur);
      if (cur == nullptr) return nullptr;
    } else {
      place = match.first_place + static_cast<Place>(i);
      const RecordNode* of = &node;
      std::uint32_t field = step.field;
      void* at = object;
      if (field >= node.fields.size()) [[unlikely]] {
        const RemovedField& one = match.removed[field - node.fields.size()];
        of = node.hooks[one.hook].removed;
        field = one.field;
        at = removed[one.hook];
      }
      cur = resolve(*of->fields[field].node, static_cast<std::byte*>(at) + step.offset, type, cur,
                    decoder, Inside::kField);
      if (cur == nullptr) {
        name_mismatch(decoder, *of, field);
        return nullptr;
      }
    }
    // A field without bytes costs time all the same (B9).
    if (cur == before && !decoder.charge(1)) return decoder.fail_budget(cur);
  }
  place = outer;
  return cur;
}

Cursor read_record(const RecordMatch& match, void* object, Cursor cur, Decoder& decoder,
                   void* const* removed) {
  const RecordNode& node = *match.node;
  const Cursor before = cur;
  cur = read_fields(match, object, cur, decoder, removed);
  if (cur == nullptr) return nullptr;
  if (cur == before && !decoder.charge(1)) return decoder.fail_budget(cur);
  if (match.missing != nullptr) {
    if (!decoder.charge(node.new_heap)) return decoder.fail_budget(cur);
    node.reset(node, object, match.missing.get(), decoder);
    if (decoder.failed()) return nullptr;
    decoder.budget += node.new_heap;
  }
  return cur;
}

/// The record inside its hooks: that of the class itself is entered first and called last.
class HookedReading final : public UpgradeReading {
 public:
  HookedReading(const RecordMatch& match, void* object, Cursor cur, Decoder& decoder)
      : match_(match),
        object_(object),
        cur_(cur),
        decoder_(decoder),
        removed_(match.node->hooks.size()),
        left_(match.node->hooks.size()) {}

  Cursor enter() {
    while (left_ != 0 && match_.from[left_ - 1] == kNotOlder) --left_;
    if (left_ == 0) return read_record(match_, object_, cur_, decoder_, removed_.data());
    --left_;
    return match_.node->hooks[left_].run(object_, match_.from[left_], *this);
  }
  Cursor read(void* removed) override {
    removed_[left_] = removed;
    return enter();
  }

 private:
  const RecordMatch& match_;
  void* object_;
  Cursor cur_;
  Decoder& decoder_;
  std::vector<void*> removed_;
  std::size_t left_;  // hooks that are not entered yet
};

}  // namespace

const RecordMatch* match_record(const RecordNode& node, void* object, std::uint32_t shape,
                                Cursor at, Decoder& decoder) {
  ResolveTables& tables = *decoder.resolving;
  if (tables.first_match.empty()) {
    const std::size_t shapes = decoder.writer->shapes().size();
    if (!decoder.charge(shapes, sizeof(std::uint32_t))) {
      decoder.fail_budget(at);
      return nullptr;
    }
    tables.first_match.resize(shapes);
  }
  for (std::uint32_t i = tables.first_match[shape]; i != 0; i = tables.matches[i - 1]->next) {
    if (tables.matches[i - 1]->node == &node) return tables.matches[i - 1].get();
  }
  auto made = std::make_unique<RecordMatch>();
  Matcher matcher(node, decoder);
  if (!decoder.charge(sizeof(RecordMatch) + 4 * sizeof(void*)) ||
      !matcher.match(shape, object, *made)) {
    decoder.fail_budget(at);
    return nullptr;
  }
  made->next = tables.first_match[shape];
  made->first_place = tables.next_place;
  tables.next_place += static_cast<Place>(made->step_count);
  tables.matches.push_back(std::move(made));
  tables.first_match[shape] = static_cast<std::uint32_t>(tables.matches.size());
  return tables.matches.back().get();
}

Cursor resolve_record(const RecordNode& node, void* object, std::uint32_t shape, Cursor cur,
                      Decoder& decoder) {
  const RecordMatch* match = match_record(node, object, shape, cur, decoder);
  if (match == nullptr) return nullptr;
  if (match->from != nullptr) [[unlikely]] {
    return HookedReading(*match, object, cur, decoder).enter();
  }
  return read_record(*match, object, cur, decoder, nullptr);
}

void move_missing(const RecordNode& node, void* to, void* from, void** fields,
                  const bool* missing) {
  node.addresses(node, to, fields);
  for (std::size_t i = 0; i < node.fields.size(); ++i) {
    if (!missing[i]) continue;
    const std::ptrdiff_t distance =
        static_cast<std::byte*>(fields[i]) - static_cast<std::byte*>(to);
    node.fields[i].move(fields[i], static_cast<std::byte*>(from) + distance);
  }
}

}  // namespace fastser::archive
