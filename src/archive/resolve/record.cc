// SPDX-License-Identifier: MIT
//
// Records of another version. Which of the writer's fields goes where is found once for each shape
// and node (docs/versions.md has the rules); a record is then read step by step.
//
// Finding is in proportion to the fields of the shape, super-shapes included, and paid for: a
// table may have many shapes that share one long chain of super-shapes (B9).
#include <algorithm>
#include <new>
#include <string_view>

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
    return finish(object, match);
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

  bool finish(void* object, RecordMatch& match) {
    std::vector<void*> addresses(node_.fields.size());
    node_.addresses(node_, object, addresses.data());
    match.node = &node_;
    match.step_count = planned_.size();
    match.steps = std::make_unique<RecordStep[]>(planned_.size());
    for (std::size_t i = 0; i < planned_.size(); ++i) {
      const Planned& one = planned_[i];
      const std::ptrdiff_t offset =
          one.field == kNoField
              ? 0
              : static_cast<std::byte*>(addresses[one.field]) - static_cast<std::byte*>(object);
      match.steps[i] = {decoder_.writer->expr(one.entry->type).at, one.repeat, offset, one.field};
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
};

Cursor read_fields(const RecordMatch& match, void* object, Cursor cur, Decoder& decoder) {
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
      cur = resolve(*node.fields[step.field].node, static_cast<std::byte*>(object) + step.offset,
                    type, cur, decoder, Inside::kField);
      if (cur == nullptr) {
        name_mismatch(decoder, node, step.field);
        return nullptr;
      }
    }
    // A field without bytes costs time all the same (B9).
    if (cur == before && !decoder.charge(1)) return decoder.fail_budget(cur);
  }
  place = outer;
  return cur;
}

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
  const Cursor before = cur;
  cur = read_fields(*match, object, cur, decoder);
  if (cur == nullptr) return nullptr;
  if (cur == before && !decoder.charge(1)) return decoder.fail_budget(cur);
  if (match->missing != nullptr) {
    if (!decoder.charge(node.new_heap)) return decoder.fail_budget(cur);
    node.reset(node, object, match->missing.get(), decoder);
    if (decoder.failed()) return nullptr;
    decoder.budget += node.new_heap;
  }
  return cur;
}

}  // namespace fastser::archive
