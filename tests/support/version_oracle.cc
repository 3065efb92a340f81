// SPDX-License-Identifier: MIT
//
// A value is converted by the reader's type; each kind of type has its function. Objects are
// converted once, after the value that led to them first; a weak pointer converts nothing, since
// only an owner asks for a body.
#include "support/version_oracle.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "support/version_match.hpp"

namespace fastser::testing::versions {
namespace {

class Oracle {
 public:
  Oracle(const Reader& reader, const Document& document, const Written& written)
      : reader_(reader), document_(document), written_(written), match_(reader, document) {}

  Expected run() {
    expected_.forest.root = convert(document_.root, document_.value, reader_.root);
    while (!todo_.empty()) {
      const std::size_t object = todo_.back();
      todo_.pop_back();
      body_ = object;
      const Object& target = document_.objects[object];
      Node made = convert(target.type, target.value, *owners_.at(object));
      expected_.forest.objects.emplace(static_cast<std::int64_t>(object), std::move(made));
    }
    std::map<std::size_t, const Type*> seen;
    for (const auto& [object, type] : observers_) {
      const auto owner = owners_.find(object);
      if (owner == owners_.end()) {  // nil, but somebody may have looked at the class
        const auto [other, is_new] = seen.emplace(object, type);
        const bool fits = match_.fits(document_.objects[object].type, *type);
        if (!fits || !same_target(*other->second, *type)) expected_.may_refuse = true;
      } else if (!same_target(*owner->second, *type)) {
        fault_of(object, "an object of another class");
      }
    }
    for (const auto& [fault, object] : faults_of_) {
      std::set<std::size_t> known;
      add_places(object, expected_.faults[fault].places, known);
    }
    return std::move(expected_);
  }

 private:
  static constexpr std::size_t kNoObject = ~std::size_t{0};
  /// The pointers to an object: in fields, and in bodies of objects that are no records.
  struct Holders {
    std::vector<Place> places;
    std::vector<std::size_t> bodies;
  };

  Node fault(std::string what, Code code = Code::kTypeMismatch) {
    if (body_ != kNoObject) return fault_of(body_, std::move(what), code);
    expected_.faults.push_back({code, {place_}, std::move(what)});
    return nodes::null();
  }
  /// In an object, or in what leads to it.
  Node fault_of(std::size_t object, std::string what, Code code = Code::kTypeMismatch) {
    faults_of_.emplace_back(expected_.faults.size(), object);
    expected_.faults.push_back({code, {}, std::move(what)});
    return nodes::null();
  }
  void add_places(std::size_t object, std::vector<Place>& places, std::set<std::size_t>& known) {
    if (!known.insert(object).second) return;
    const Holders& holders = holders_[object];
    places.insert(places.end(), holders.places.begin(), holders.places.end());
    for (const std::size_t body : holders.bodies) add_places(body, places, known);
  }
  Node misfit(const Type& from, const Type& to) {
    return fault("a " + to_text(from, document_.shapes) + " for a " +
                 std::to_string(static_cast<int>(to.code)));
  }

  Node convert(const Type& from, const Value& value, const Type& to) {
    if (from.code == TypeCode::kAny) {
      return convert(from.of[static_cast<std::size_t>(value.bits)], value.items[0], to);
    }
    if (is_slot(from.code) && !is_slot(to.code) && to.code != TypeCode::kOptional &&
        to.code != TypeCode::kVariant) {
      return convert_owned(from, value, to);
    }
    switch (to.code) {
      case TypeCode::kNull: return from.code == TypeCode::kNull ? nodes::null() : misfit(from, to);
      case TypeCode::kBool:
        return from.code == TypeCode::kBool ? nodes::boolean(value.bits != 0) : misfit(from, to);
      case TypeCode::kEnum: return convert(from, value, to.of[0]);
      case TypeCode::kF32:
      case TypeCode::kF64: return convert_float(from, value, to);
      case TypeCode::kString:
        return is_text(from.code) ? nodes::text(value.text) : misfit(from, to);
      case TypeCode::kData: return convert_data(from, value, to);
      case TypeCode::kBits:
        if (from.code != TypeCode::kBits || from.n != to.n) return misfit(from, to);
        return nodes::bits(bits_of(value.text, to.n));
      case TypeCode::kDuration: return convert_duration(from, value, to);
      case TypeCode::kDate: return convert_date(from, value, to);
      case TypeCode::kOptional: return convert_optional(from, value, to);
      case TypeCode::kList:
      case TypeCode::kArray:
      case TypeCode::kSet: return convert_list(from, value, to);
      case TypeCode::kMap: return convert_map(from, value, to);
      case TypeCode::kTuple: return convert_tuple(from, value, to);
      case TypeCode::kVariant: return convert_variant(from, value, to);
      case TypeCode::kRecord: return convert_record(from, value, to);
      case TypeCode::kRef:
      case TypeCode::kAnyRef: return convert_slot(from, value, to);
      case TypeCode::kOwnedAny: return convert_owner(from, value, to);
      default:
        if (!match_.fits(from, to)) return misfit(from, to);
        return nodes::integer(value.bits, is_signed(to.code));
    }
  }

  // --- scalars ----------------------------------------------------------------------------------

  Node convert_float(const Type& from, const Value& value, const Type& to) {
    if (!match_.fits(from, to)) return misfit(from, to);
    const double number = number_of(from, value);
    return to.code == TypeCode::kF32 ? nodes::f32(static_cast<float>(number)) : nodes::f64(number);
  }
  static double number_of(const Type& from, const Value& value) {
    if (from.code == TypeCode::kEnum) return number_of(from.of[0], value);
    if (from.code == TypeCode::kF64) return std::bit_cast<double>(value.bits);
    if (from.code == TypeCode::kF32) {
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
    }
    return is_signed(from.code) ? static_cast<double>(static_cast<std::int64_t>(value.bits))
                                : static_cast<double>(value.bits);
  }
  Node convert_data(const Type& from, const Value& value, const Type& to) {
    if (!match_.fits(from, to)) return misfit(from, to);
    std::string bytes = value.text;
    for (const Value& item : value.items) bytes += static_cast<char>(item.bits);
    return nodes::data(bytes);
  }
  static std::string bits_of(const std::string& bytes, std::uint64_t count) {
    std::string made;
    for (std::uint64_t i = count; i-- > 0;) {
      const auto byte = static_cast<unsigned char>(bytes[static_cast<std::size_t>(i / 8)]);
      made += (byte >> (i % 8) & 1U) != 0 ? '1' : '0';
    }
    return made;
  }
  Node convert_duration(const Type& from, const Value& value, const Type& to) {
    std::int64_t num = 0;
    std::int64_t den = 0;
    const Type& integer = from.code == TypeCode::kEnum ? from.of[0] : from;
    const bool is_wide = integer.code == TypeCode::kU64 || integer.code == TypeCode::kVarU64;
    if (!tick_of(from, num, den)) {  // of old, ticks of the reader's
      if (!match_.fits(from, to.of[0])) return misfit(from, to);
      return nodes::ticks(static_cast<std::int64_t>(value.bits));
    }
    if (is_wide && (value.bits >> 63) != 0) return fault("a time beyond 64 bits");
    // num / den seconds are up / down of the reader's ticks, in lowest terms.
    const std::int64_t nums = std::gcd(num, to.num);
    const std::int64_t dens = std::gcd(den, to.den);
    const std::int64_t up = (num / nums) * (to.den / dens);
    const std::int64_t down = (den / dens) * (to.num / nums);
    auto ticks = static_cast<std::int64_t>(value.bits);
    if (ticks % down != 0) return fault("a time between ticks");
    if (__builtin_mul_overflow(ticks / down, up, &ticks)) return fault("a time out of range");
    return ticks_in(ticks, to);
  }
  // Within the width of the reader's ticks.
  Node ticks_in(std::int64_t ticks, const Type& to) {
    const int bits = integer_bits(to.of[0].code);
    const bool sign = is_signed(to.of[0].code);
    const std::int64_t highest =
        static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - std::min(bits - (sign ? 1 : 0), 63)));
    if (ticks > highest || ticks < (sign ? -highest - 1 : 0)) return fault("a time out of range");
    return nodes::ticks(ticks);
  }
  Node convert_date(const Type& from, const Value& value, const Type& to) {
    if (from.code != TypeCode::kDate) return misfit(from, to);
    const auto seconds = static_cast<std::int64_t>(value.bits);
    if (to.num > 1) {
      if (seconds % to.num != 0 || value.nanoseconds != 0) return fault("a date between ticks");
      return ticks_in(seconds / to.num, to);
    }
    const std::int64_t tick = 1000000000 / to.den;
    if (value.nanoseconds % tick != 0) return fault("a date between ticks");
    return ticks_in(seconds * to.den + value.nanoseconds / tick, to);
  }

  // --- containers -------------------------------------------------------------------------------

  Node convert_optional(const Type& from, const Value& value, const Type& to) {
    if (from.code == TypeCode::kNull) return nodes::none();
    if (is_slot(from.code) && is_nil(value)) {
      if (is_slot(to.of[0].code)) expected_.may_differ = true;  // no pointer, or one that is nil
      return nodes::none();
    }
    if (from.code != TypeCode::kOptional) return nodes::some(convert(from, value, to.of[0]));
    if (value.bits == 0) return nodes::none();
    const Type& held = from.of[0];
    const bool takes_slots = is_slot(to.of[0].code) || to.of[0].code == TypeCode::kOptional ||
                             to.of[0].code == TypeCode::kVariant;
    if (is_slot(held.code) && !takes_slots && is_nil(value.items[0])) return nodes::none();
    return nodes::some(convert(held, value.items[0], to.of[0]));
  }
  /// Of a slot: nil, or a promise that nobody keeps.
  [[nodiscard]] bool is_nil(const Value& value) const {
    return value.bits == 0 || !written_.has_body[static_cast<std::size_t>(value.bits - 1)];
  }
  Node convert_list(const Type& from, const Value& value, const Type& to) {
    const bool is_list = from.code == TypeCode::kList || from.code == TypeCode::kArray;
    if (!is_list && (from.code != TypeCode::kSet || to.code == TypeCode::kArray)) {
      return misfit(from, to);
    }
    if (to.code == TypeCode::kArray && value.items.size() != to.n) {
      return fault("an array of another length");
    }
    std::vector<Node> elements;
    for (const Value& item : value.items) elements.push_back(convert(from.of[0], item, to.of[0]));
    if (to.code != TypeCode::kSet) return nodes::list(std::move(elements));
    if (!to.multi && has_twice(elements)) return fault("an element twice", Code::kMalformed);
    return nodes::set(std::move(elements));
  }
  static bool has_twice(const std::vector<Node>& elements) {
    std::set<std::string> seen;
    for (const Node& element : elements) {
      if (!seen.insert(to_text(Forest{element, {}})).second) return true;
    }
    return false;
  }
  Node convert_map(const Type& from, const Value& value, const Type& to) {
    std::vector<Node> entries;
    const auto add = [&](const Type& key_type, const Value& key, const Type& type,
                         const Value& mapped) {
      Node first = convert(key_type, key, to.of[0]);
      entries.push_back(nodes::tuple({std::move(first), convert(type, mapped, to.of[1])}));
    };
    if (from.code == TypeCode::kMap || from.code == TypeCode::kOrderedMap) {
      for (std::size_t i = 0; i < value.items.size(); i += 2) {
        add(from.of[0], value.items[i], from.of[1], value.items[i + 1]);
      }
    } else if (to.multi && is_pairs(from)) {
      const Type& pair = from.of[0];
      for (const Value& item : value.items)
        add(pair.of[0], item.items[0], pair.of[1], item.items[1]);
    } else {
      return misfit(from, to);
    }
    return nodes::map(std::move(entries));
  }
  Node convert_tuple(const Type& from, const Value& value, const Type& to) {
    if (from.code != TypeCode::kTuple || from.of.size() != to.of.size()) return misfit(from, to);
    std::vector<Node> elements;
    for (std::size_t i = 0; i < to.of.size(); ++i) {
      elements.push_back(convert(from.of[i], value.items[i], to.of[i]));
    }
    return nodes::tuple(std::move(elements));
  }
  Node convert_variant(const Type& from, const Value& value, const Type& to) {
    if (from.code != TypeCode::kVariant) return convert_held(from, value, nullptr, 0, to);
    const auto index = static_cast<std::size_t>(value.bits);
    return convert_held(from.of[index], value.items[0], &from, index, to);
  }
  /// `variant`, of whose alternatives it is the one with this index, may be null.
  Node convert_held(const Type& from, const Value& value, const Type* variant, std::size_t index,
                    const Type& to) {
    if (from.code == TypeCode::kAny) {
      return convert_held(from.of[static_cast<std::size_t>(value.bits)], value.items[0], variant,
                          index, to);
    }
    Type held = from;
    if (from.code == TypeCode::kAnyRecord) {
      held = Type(TypeCode::kRecord);
      held.n = value.bits;
    } else if (from.code == TypeCode::kAnyRef) {  // it is its object that is of a class
      const auto object = static_cast<std::size_t>(value.bits) - 1;
      // Nobody may know the class of nil, or of a promise.
      if (value.bits == 0 || !written_.has_body[object]) expected_.may_differ = true;
      if (value.bits != 0) held = Type{TypeCode::kRef, {document_.objects[object].type}};
    }
    if (from.code == TypeCode::kRef && from.of[0].code == TypeCode::kAny) {
      expected_.may_differ = true;
    }
    const Choice choice = match_.choose(held, variant, index, to);
    if (choice.unsure) expected_.may_differ = true;
    if (choice.index < 0) return misfit(from, to);
    const auto chosen = static_cast<std::size_t>(choice.index);
    return nodes::alternative(chosen, convert(from, value, to.of[chosen]));
  }

  // --- records ----------------------------------------------------------------------------------

  Node convert_record(const Type& from, const Value& value, const Type& to) {
    if (from.code != TypeCode::kRecord && from.code != TypeCode::kAnyRecord)
      return misfit(from, to);
    const ReaderClass& one = reader_.classes[static_cast<std::size_t>(to.n)];
    const std::uint64_t shape = from.code == TypeCode::kRecord ? from.n : value.bits;
    const std::vector<const Field*> fields = fields_of(document_.shapes, shape);
    const std::vector<int> targets = match_.targets(shape, one);
    std::vector<Node> made;
    for (const ReaderField& field : one.fields) made.push_back(field.fallback);
    const Place outer = place_;
    const std::size_t outer_body = std::exchange(body_, kNoObject);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (targets[i] < 0) continue;
      const ReaderField& field = one.fields[static_cast<std::size_t>(targets[i])];
      place_ = {{one.name(), one.levels[field.level].name}, field.name};
      made[static_cast<std::size_t>(targets[i])] =
          convert(fields[i]->type, value.items[i], field.type);
    }
    place_ = outer;
    body_ = outer_body;
    return nodes::record(one.name(), std::move(made));
  }

  // --- objects ----------------------------------------------------------------------------------

  static bool same_target(const Type& a, const Type& b) {
    return to_text(a, std::vector<Shape>(64)) == to_text(b, std::vector<Shape>(64));
  }
  Node convert_slot(const Type& from, const Value& value, const Type& to) {
    if (!is_slot(from.code)) return misfit(from, to);
    if (value.bits == 0) return nodes::nil();
    const auto object = static_cast<std::size_t>(value.bits - 1);
    const Type& body = document_.objects[object].type;
    if (!written_.has_body[object]) {  // the class of a promise may be looked at
      const bool known = to.code == TypeCode::kRef ? body.code == to.of[0].code
                                                   : body.code == TypeCode::kRecord &&
                                                         match_.class_of(body.n, to) != nullptr;
      if (!known) expected_.may_refuse = true;
      return nodes::nil();
    }
    const Type* target = &to.of[0];
    if (to.code == TypeCode::kAnyRef) {
      if (body.code != TypeCode::kRecord) return fault("an object without a class");
      target = match_.class_of(body.n, to);
      if (target == nullptr) return fault("an unknown class", Code::kUnknownClass);
    }
    if (body_ == kNoObject) {
      holders_[object].places.push_back(place_);
    } else {
      holders_[object].bodies.push_back(body_);
    }
    if (to.weak) {
      observers_.emplace_back(object, target);
    } else if (const auto [owner, is_new] = owners_.emplace(object, target); is_new) {
      todo_.push_back(object);
    } else if (!same_target(*owner->second, *target)) {
      return fault_of(object, "an object of another class");
    }
    return nodes::pointer(static_cast<std::int64_t>(object), to.weak);
  }
  Node convert_owner(const Type& from, const Value& value, const Type& to) {
    if (from.code != TypeCode::kOwnedAny) return misfit(from, to);
    if (value.bits == 0) return nodes::none();
    const Type* target = match_.class_of(value.bits - 1, to);
    if (target == nullptr) return fault("an unknown class", Code::kUnknownClass);
    Type record(TypeCode::kRecord);
    record.n = value.bits - 1;
    return nodes::some(convert_record(record, value, *target));
  }
  /// An object where the reader wants a value of its own: only where it begins.
  Node convert_owned(const Type& from, const Value& value, const Type& to) {
    if (written_.beginnings.count(&value) == 0) return misfit(from, to);
    const Object& target = document_.objects[static_cast<std::size_t>(value.bits - 1)];
    return convert(target.type, target.value, to);
  }

  const Reader& reader_;
  const Document& document_;
  const Written& written_;
  Match match_;
  Expected expected_;
  Place place_;
  std::size_t body_ = kNoObject;               // whose body is being converted, and no record in it
  std::map<std::size_t, const Type*> owners_;  // as what an object is read
  std::map<std::size_t, Holders> holders_;
  std::vector<std::pair<std::size_t, std::size_t>> faults_of_;  // faults and their objects
  std::vector<std::pair<std::size_t, const Type*>> observers_;
  std::vector<std::size_t> todo_;
};

}  // namespace

Expected expected_of(const Reader& reader, const Document& document, const Written& written) {
  return Oracle(reader, document, written).run();
}

}  // namespace fastser::testing::versions
