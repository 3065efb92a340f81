// SPDX-License-Identifier: MIT
//
// Objects of another version: pointers get the object of a number, wherever its body lies.
//
// The body may stand at the slot itself, come later (deferred, or a promise), or lie in bytes that
// were passed by, because the reader has no place for them or only a weak pointer. Bytes that were
// passed by are read again at the end, when somebody owns the object: SkippedObject, Replay.
// Whether a promise is kept at all is asked when an owner first meets one: one more pass over the
// payload says it of all of them.
//
// Each use of a number is checked: the object's type of the writer's is the slot's, its class of
// the reader's is the pointer's (B6).
#include <algorithm>

#include "archive/resolve/fit.hpp"
#include "archive/resolve/tables.hpp"
#include "fastser/internal/archive/resolve/resolve.hpp"
#include "fastser/registry.hpp"

namespace fastser::archive {
namespace {

using schema::code;

Cursor fail_unknown(Decoder& decoder, Cursor at, std::uint64_t shape) {
  const auto& shapes = decoder.writer->shapes();
  return decoder.fail_unknown_class(
      at, shape < shapes.size() ? std::string_view(shapes[static_cast<std::size_t>(shape)].name)
                                : std::string_view());
}

// --- promises ------------------------------------------------------------------------------------

/// Finds out which promises are kept. False when that failed for want of memory.
bool scan_promises(Decoder& decoder, Cursor at) {
  ResolveTables& known = *decoder.resolving;
  known.scanned = true;
  const Limits limits{.depth = known.depth, .memory_factor = 0, .memory_base = decoder.budget};
  Decoder scan(known.payload, limits, 0);
  DecoderTables tables;
  ResolveTables resolving(known.record_types);
  resolving.scanning = true;
  resolving.depth = known.depth;
  scan.writer = decoder.writer;
  scan.use(tables);
  scan.resolving = &resolving;
  const Cursor cur = scan.skip(decoder.writer->root(), known.payload.data(), Inside::kElement);
  if (cur == nullptr || scan.drain(cur) == nullptr) {
    // What else is wrong is found where it is read.
    if (scan.code() == Code::kOverBudget) {
      decoder.fail_budget(at);
      return false;
    }
  }
  known.kept = std::move(resolving.kept);
  std::sort(known.kept.begin(), known.kept.end(),
            [](const KeptPromise& a, const KeptPromise& b) { return a.number < b.number; });
  if (decoder.charge(known.kept.capacity(), sizeof(KeptPromise))) return true;
  decoder.fail_budget(at);
  return false;
}

/// Whether the promise with a number is kept, and by a body of what type.
bool is_kept(Decoder& decoder, std::uint32_t number, Cursor at, const std::byte*& type) {
  if (!decoder.resolving->scanned && !scan_promises(decoder, at)) return false;
  const std::vector<KeptPromise>& kept = decoder.resolving->kept;
  const auto found = std::lower_bound(
      kept.begin(), kept.end(), number,
      [](const KeptPromise& one, std::uint32_t wanted) { return one.number < wanted; });
  if (found == kept.end() || found->number != number) return false;
  type = found->type;
  return true;
}

// --- one pointer ---------------------------------------------------------------------------------

class PointerReader {
 public:
  PointerReader(const PointerNode& node, void* pointer, Cursor at, Decoder& decoder)
      : node_(node),
        pointer_(pointer),
        at_(at),
        decoder_(decoder),
        tables_(*decoder.tables),
        known_(*decoder.resolving) {}

  Cursor read(TypeExpr type, Cursor cur) {
    SlotRead read;
    cur = read_slot(decoder_, type, cur, read);
    if (cur == nullptr) return nullptr;
    if (read.kind == schema::kSlotNil) {
      node_.clear(node_, pointer_, decoder_);
      return cur;
    }
    if (node_.raw && decoder_.arena == nullptr) {
      return decoder_.fail(Code::kUsage, at_, "raw pointers are read into DecodeOptions::arena");
    }
    if (read.kind == schema::kSlotFirstReference) return refer(type, read, cur);
    if (read.kind == schema::kSlotPromise) return promise(read, cur);
    return node_.weak ? glimpse(type, read) : own(read, cur);
  }

 private:
  Cursor refer(TypeExpr type, const SlotRead& read, Cursor cur) {
    const std::uint64_t number = read.number;
    if (number >= tables_.next_object) return decoder_.fail_not_there(at_);
    const TypeExpr wanted = code(type) == TypeCode::kRef ? schema::element(type) : TypeExpr{};
    if (!has_type(decoder_, object(number), wanted)) {
      return fail_object(decoder_, type_of(object(number)), wanted, at_);
    }
    return link(static_cast<std::uint32_t>(number)) ? cur : nullptr;
  }
  Cursor promise(const SlotRead& read, Cursor cur) {
    std::uint32_t number = 0;
    if (!take_number(decoder_, read.body, number)) return decoder_.fail_budget(at_);
    if (!known_.replaying) tables_.promises.add(number);
    return link(number) ? cur : nullptr;
  }
  /// A body where only a weak pointer leads to it: passed over, until an owner asks for it. Were it
  /// read, an object that owns itself would outlive a graph that nobody can reach it from.
  Cursor glimpse(TypeExpr type, const SlotRead& read) {
    const auto number =
        static_cast<std::uint32_t>(read.fulfils() ? read.number : tables_.next_object);
    const Cursor cur = skip_slot(decoder_, type, at_);
    return cur != nullptr && link(number) ? cur : nullptr;
  }
  Cursor own(const SlotRead& read, Cursor cur) {
    if (node_.key == nullptr && code(read.body) != TypeCode::kRecord) {
      return fail_type(decoder_, read.body, node_, at_);  // only records have a class
    }
    std::uint32_t number = 0;
    if (read.fulfils()) {
      if (!keep_promise(decoder_, read, at_)) return nullptr;
      number = static_cast<std::uint32_t>(read.number);
    } else if (!take_number(decoder_, read.body, number)) {
      return decoder_.fail_budget(at_);
    }
    const bool deferred = read.is_deferred();
    if (known_.replaying) {
      // A second reading. A body in line is stepped over: what it says was read before, or is
      // queued to be.
      if (!link(number)) return nullptr;
      return deferred ? cur : skip_body(decoder_, read.body, cur);
    }
    if (!settle(number)) return nullptr;
    void* const target = object(number).owner.get();
    if (deferred) {
      if (!decoder_.charge_room(tables_.bodies)) return decoder_.fail_budget(at_);
      tables_.bodies.push_back({nullptr, target, key_->node, read.body.at, known_.place, number});
      return cur;
    }
    if (!decoder_.enter()) return decoder_.fail_depth(at_);
    cur = resolve(*key_->node, target, read.body, cur, decoder_, Inside::kBody);
    decoder_.leave();
    return cur;
  }

  /// The object that has a number, as whatever it is by now. False when it failed.
  bool link(std::uint32_t number) {
    // A promise that nobody keeps is nil to everybody, whatever it was promised to be. A weak
    // pointer need not ask: an object that nobody owns is nil to it anyway.
    const bool is_open = tables_.promises.contains(number);
    if (is_open && !(node_.weak && may_lead_to(object(number)))) {
      const std::byte* type = nullptr;
      if (!is_kept(decoder_, number, at_, type)) {
        node_.clear(node_, pointer_, decoder_);
        return !decoder_.failed();
      }
      if (object(number).type == 0) set_type(object(number), type);
    }
    const std::uint32_t skipped = node_.weak ? 0 : object(number).skipped;
    if (skipped != 0) object(number).skipped = 0;
    if (!settle(number)) return false;
    if (is_open && !node_.weak) {
      if (!decoder_.charge_room(known_.owned)) return out_of_budget();
      known_.owned.push_back({key_->node, number, known_.place});
    }
    return skipped == 0 || read_later(number, skipped - 1);
  }
  /// An object that was passed over is wanted after all.
  bool read_later(std::uint32_t number, std::uint32_t skipped) {
    void* const target = object(number).owner.get();
    const SkippedObject& found = known_.skipped[skipped];
    if (found.body == nullptr) {  // its turn comes
      DecoderBody& body = tables_.bodies[found.queued];
      body.node = key_->node;
      body.object = target;
      body.shape = known_.place;
      return true;
    }
    if (!decoder_.charge_room(known_.replays)) return out_of_budget();
    known_.replays.push_back({key_->node, target, skipped, known_.place});
    return true;
  }
  /// Links the object with a number; makes it if nobody has yet.
  bool settle(std::uint32_t number) {
    // Its body may be read when nobody knows any more what field asked for it.
    const TypeExpr type = type_of(object(number));
    if (!find_target(type)) return refuse(type);
    if (object(number).key == nullptr && !make(object(number))) return out_of_budget();
    if (object(number).key != key_) {
      fail_two_classes(decoder_, type, *object(number).key->node, *key_->node, at_);
      return false;
    }
    const std::shared_ptr<void>& owner = object(number).owner;
    if (node_.raw && !keep_in_arena(owner)) return out_of_budget();
    node_.set(node_, pointer_, owner, link_ == nullptr ? owner.get() : link_->upcast(owner.get()),
              decoder_);
    return true;
  }
  /// What this pointer takes objects of a type for. False where it takes none.
  bool find_target(TypeExpr type) {
    link_ = nullptr;
    key_ = node_.key;
    if (key_ != nullptr) return type.at == nullptr || starts_with(*key_->node, type);
    if (type.at == nullptr || code(type) != TypeCode::kRecord) return false;
    link_ = link_for(decoder_, node_.base, schema::operand_shape(type));
    if (link_ == nullptr) return false;
    key_ = decoder_.registry->classes()[link_->class_index].key;
    return true;
  }
  bool may_lead_to(const DecodedObject& of) {
    return of.type != 0 && find_target(type_of(of)) && (of.key == nullptr || of.key == key_);
  }
  bool refuse(TypeExpr type) {
    if (node_.key == nullptr && type.at != nullptr && code(type) == TypeCode::kRecord) {
      fail_unknown(decoder_, at_, schema::operand_shape(type));
    } else {
      fail_type(decoder_, type, node_.key != nullptr ? *node_.key->node : node_, at_);
    }
    return false;
  }
  bool make(DecodedObject& entry) {
    if (link_ != nullptr) {
      const Registry::Class& one = decoder_.registry->classes()[link_->class_index];
      if (!decoder_.charge(one.memory + kObjectMemory) || !decoder_.charge_slab()) return false;
      entry.owner = one.make(decoder_);
    } else {
      if (!decoder_.charge(node_.memory) || !decoder_.charge_slab()) return false;
      entry.owner = node_.make(node_, decoder_);
      if (entry.owner == nullptr) return false;
    }
    entry.key = key_;
    return true;
  }
  /// Unless somebody owns it already.
  bool keep_in_arena(const std::shared_ptr<void>& owner) {
    if (owner.use_count() > 1) return true;
    if (!decoder_.charge(3 * sizeof(owner))) return false;
    decoder_.arena->keep(owner);
    return true;
  }

  bool out_of_budget() {
    decoder_.fail_budget(at_);
    return false;
  }
  DecodedObject& object(std::uint64_t number) {
    return tables_.objects[static_cast<std::size_t>(number)];
  }
  TypeExpr type_of(const DecodedObject& of) const { return object_type(decoder_, of); }
  void set_type(DecodedObject& of, const std::byte* type) {
    of.type = type_mark(decoder_, expr_at(decoder_, type));
  }

  const PointerNode& node_;
  void* pointer_;
  Cursor at_;
  Decoder& decoder_;
  DecoderTables& tables_;
  ResolveTables& known_;
  // Of the object that was settled last: what it is to the reader.
  const ObjectClass* key_ = nullptr;
  const Registry::Link* link_ = nullptr;  // to a class of the Registry
};

/// A body that is read when all around it was.
Cursor resolve_body(const Node& node, void* object, TypeExpr type, Place place, Cursor cur,
                    Decoder& decoder) {
  decoder.resolving->place = place;
  if (!decoder.enter()) return decoder.fail_depth(cur);
  cur = resolve(node, object, type, cur, decoder, Inside::kBody);
  decoder.leave();
  if (cur == nullptr) name_mismatch_at(decoder, place);
  return cur;
}

}  // namespace

Cursor look_at_promise(Decoder& decoder, std::uint64_t number, Cursor at, TypeExpr& body) {
  const std::byte* type = nullptr;
  if (is_kept(decoder, static_cast<std::uint32_t>(number), at, type)) {
    body = expr_at(decoder, type);
  }
  return decoder.failed() ? nullptr : at;
}

Cursor resolve_deferred(Decoder& decoder, const DecoderBody& body, Cursor cur) {
  const TypeExpr type = expr_at(decoder, body.type);
  if (body.node != nullptr) {
    return resolve_body(*body.node, body.object, type, body.shape, cur, decoder);
  }
  if (!decoder.resolving->scanning) {
    const DecodedObject& object = decoder.tables->objects[body.number];
    if (object.skipped != 0) {
      SkippedObject& skipped = decoder.resolving->skipped[object.skipped - 1];
      skipped.body = cur;
      skipped.next_object = decoder.tables->next_object;
      skipped.next_string = decoder.texts->strings.size();
      skipped.next_data = decoder.texts->data.size();
    }
  }
  return skip_body(decoder, type, cur);
}

bool resolve_replays(Decoder& decoder) {
  DecoderTables& tables = *decoder.tables;
  ResolveTables& known = *decoder.resolving;
  known.replaying = true;
  for (std::size_t i = 0; i < known.owned.size(); ++i) {
    const OwnedPromise& one = known.owned[i];
    DecodedObject& object = tables.objects[one.number];
    if (object.skipped == 0) continue;
    if (!decoder.charge_room(known.replays)) {
      decoder.fail_budget(decoder.end);
      return false;
    }
    known.replays.push_back({one.node, object.owner.get(), object.skipped - 1, one.place});
    object.skipped = 0;
  }
  for (std::size_t i = 0; i < known.replays.size(); ++i) {  // a body may want further ones
    const Replay wanted = known.replays[i];
    const SkippedObject from = known.skipped[wanted.skipped];
    tables.next_object = from.next_object;
    tables.texts.strings.rewind(from.next_string);
    tables.texts.data.rewind(from.next_data);
    const TypeExpr type = expr_at(decoder, from.type);
    if (resolve_body(*wanted.node, wanted.object, type, wanted.place, from.body, decoder) ==
        nullptr) {
      return false;
    }
  }
  return true;
}

Cursor resolve_pointer(const PointerNode& node, void* pointer, TypeExpr type, Cursor cur,
                       Decoder& decoder) {
  if (!is_slot(type)) return fail_type(decoder, type, node, cur);
  return PointerReader(node, pointer, cur, decoder).read(type, cur);
}

Cursor resolve_owned(const OwnedNode& node, void* owner, TypeExpr type, Cursor cur,
                     Decoder& decoder) {
  if (code(type) != TypeCode::kOwnedAny) return fail_type(decoder, type, node, cur);
  const Cursor at = cur;
  std::uint64_t shape = 0;
  cur = read_shape(decoder, cur, true, shape);
  if (cur == nullptr) return nullptr;
  if (shape-- == 0) {
    node.set(node, owner, nullptr);
    return cur;
  }
  const Registry::Link* link = link_for(decoder, node.base, static_cast<std::uint32_t>(shape));
  if (link == nullptr) return fail_unknown(decoder, at, shape);
  const Registry::Class& one = decoder.registry->classes()[link->class_index];
  if (!decoder.charge(one.memory + 16)) return decoder.fail_budget(at);
  void* const object = one.make_raw();
  node.set(node, owner, link->upcast(object));
  return resolve_record(static_cast<const RecordNode&>(*one.key->node), object,
                        static_cast<std::uint32_t>(shape), cur, decoder);
}

}  // namespace fastser::archive
