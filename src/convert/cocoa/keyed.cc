// SPDX-License-Identifier: MIT
#include "convert/cocoa/keyed.hpp"

#include <algorithm>
#include <optional>

namespace fastser::convert::cocoa {
namespace {

using schema::TypeCode;

constexpr std::uint64_t kNoObject = ~std::uint64_t{0};

// The number behind a prefix, if it is one and all that is there.
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view prefix) {
  constexpr std::size_t kMostDigits = 9;
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

bool holds_something(const Item& item) { return item.kind != Item::Kind::kNull; }

}  // namespace

bool is_keyed_archive(const Plist& plist) {
  constexpr std::size_t kMostKeys = 16;
  Item top;
  if (!plist.item(plist.top(), top).ok() || top.kind != Item::Kind::kDictionary) return false;
  int found = 0;
  for (std::size_t i = 0; i < std::min(top.count, kMostKeys); ++i) {
    Item key;
    if (!plist.item(plist.element(top, i), key).ok() || key.kind != Item::Kind::kAscii) continue;
    const std::string_view name = plist.ascii(key);
    if (name == "$archiver" || name == "$objects" || name == "$top") ++found;
  }
  return found == 3;
}

// ---- the archive

bool KeyedWriter::write() {
  if (!top()) return false;
  PendingObject pending;
  while (target_.writer.begin_pending(pending)) {
    if (!body(reinterpret_cast<std::uintptr_t>(pending.context))) return false;  // NOLINT
    target_.writer.end_object();
  }
  return target_.sound(0);
}

bool KeyedWriter::top() {
  Item root;
  if (!look(plist_.top(), root)) return false;
  if (root.kind != Item::Kind::kDictionary) {
    return target_.fail(Code::kMalformed, "this is no archive of NSKeyedArchiver", root.at);
  }
  objects_ = entry(root, "$objects");
  if (objects_.kind != Item::Kind::kArray) {
    return target_.fail(Code::kMalformed, "an archive without its objects", root.at);
  }
  const Item top = entry(root, "$top");
  if (top.kind != Item::Kind::kDictionary) {
    return target_.fail(Code::kMalformed, "an archive without a root object", root.at);
  }
  // One object, as archivedDataWithRootObject: writes it; else values by their keys.
  if (top.count == 1) {
    std::string_view name;
    if (!key(plist_.element(top, 0), name)) return false;
    if (name == "root" || name == "$0") return value(kPlain, plist_.element(top, 1));
  }
  return fields(top, {});
}

bool KeyedWriter::uid(Place at, const Item& item) {
  if (item.bits >= objects_.count) {
    return target_.fail(Code::kBadReference, "a reference to an object that does not exist",
                        item.at);
  }
  const std::uint64_t number = plist_.element(objects_, static_cast<std::size_t>(item.bits));
  Item what;
  if (!look(number, what)) return false;
  if (what.kind == Item::Kind::kAscii && plist_.ascii(what) == "$null") {
    target_.nil(at);
    return target_.sound(item.at);
  }
  if (what.kind == Item::Kind::kUid) {
    return target_.fail(Code::kMalformed, "an object that is only a reference to another", what.at);
  }
  if (what.kind != Item::Kind::kDictionary) return value(at, number, what);
  Class of;
  if (!class_of(what, of)) return false;
  if (of.handle.valid()) return object(at, item.bits, what, of);
  return value(at, number, what);
}

// ---- classes

// Without a "$class" there is no handle.
bool KeyedWriter::class_of(const Item& object, Class& out) {
  const std::uint64_t number = number_of(object, "$class");
  if (!target_.sound(object.at)) return false;
  if (number == kNoObject) return true;
  Item item;
  if (!look(number, item)) return false;
  if (item.kind != Item::Kind::kUid || item.bits >= objects_.count) {
    return target_.fail(Code::kBadReference, "a class that is not described as an object", item.at);
  }
  const std::uint64_t of = plist_.element(objects_, static_cast<std::size_t>(item.bits));
  const auto known = classes_.find(of);
  if (known != classes_.end()) {
    out = known->second;
    return true;
  }
  if (!read_class(of, out)) return false;
  classes_.emplace(of, out);
  return true;
}

bool KeyedWriter::read_class(std::uint64_t number, Class& out) {
  Item item;
  if (!look(number, item)) return false;
  Item name;
  if (item.kind == Item::Kind::kDictionary) name = entry(item, "$classname");
  if (!name.is_text()) {
    return target_.fail(Code::kMalformed, "a class without a name", item.at);
  }
  ClassHandle super;
  const Item chain = entry(item, "$classes");
  if (chain.kind == Item::Kind::kArray && !super_classes(chain, name, super)) return false;
  std::string_view text;
  if (!utf8(name, text)) return false;
  out.known = known_class(text);
  out.name_size = text.size();
  return target_.define(text, 0, super, name.at, out.handle);
}

// The chain goes from the class itself to the root class; it is defined the other way round.
bool KeyedWriter::super_classes(const Item& list, const Item& name, ClassHandle& out) {
  for (std::size_t i = list.count; i > 1; --i) {
    Item item;
    std::string_view text;
    if (!look(plist_.element(list, i - 1), item)) return false;
    if (!item.is_text()) return target_.fail(Code::kMalformed, "a class without a name", item.at);
    if (!utf8(item, text) || !target_.define(text, 0, out, name.at, out)) return false;
  }
  return true;
}

// ---- objects

bool KeyedWriter::object(Place at, std::uint64_t uid, const Item& item, const Class& of) {
  if (of.known != Known::kOther) {
    if (plain(at, item, of.known)) return target_.sound(item.at);
    if (!target_.sound(item.at)) return false;
  }
  ClassHandle handle = of.handle;
  if (!archive_name(of.known).empty()) {
    Contents looked;
    if (contents(item, of.known, looked)) handle = target_.stand_in(of.known);
    if (!target_.sound(item.at)) return false;
  }
  // The class stands in the table with each shape that it has.
  if (!target_.charge(of.name_size, item.at)) return false;
  const void* const identity = plist_.input().data() + item.at;
  const ObjectPlace place = target_.object(at, identity, handle, static_cast<std::size_t>(uid));
  if (!target_.sound(item.at)) return false;
  if (place != ObjectPlace::kNew) return true;
  if (!body(uid)) return false;
  target_.writer.end_object();
  return target_.sound(item.at);
}

bool KeyedWriter::body(std::uint64_t uid) {
  Item item;
  Class of;
  if (!look(plist_.element(objects_, static_cast<std::size_t>(uid)), item)) return false;
  if (!class_of(item, of)) return false;
  Contents what;
  if (!archive_name(of.known).empty() && contents(item, of.known, what)) {
    return write_contents(item, of.known, what);
  }
  if (of.known == Known::kUrl && number_of(item, "NS.relative") != kNoObject &&
      has_only(item, {"NS.base", "NS.relative"})) {
    static constexpr Key kBase("base");
    static constexpr Key kRelative("relative");
    const std::uint64_t base = number_of(item, "NS.base");
    if (base == kNoObject || !value(&kBase, base)) return target_.inside("base");
    return value(&kRelative, number_of(item, "NS.relative")) || target_.inside("relative");
  }
  return target_.sound(item.at) && fields(item, of);
}

// Values without keys, which NSKeyedArchiver calls "$0", "$1" ..., then those with keys. Keys that
// a program began with "$" have one more of them.
bool KeyedWriter::fields(const Item& object, const Class& of) {
  std::vector<Numbered> plain;
  numbered(object, "$", plain);
  for (const auto& [index, number] : plain) {
    if (!target_.sound(object.at) || !value(kPlain, number)) return target_.inside(index);
  }
  for (std::size_t i = 0; i < object.count; ++i) {
    std::string_view name;
    if (!key(plist_.element(object, i), name)) return false;
    if (name == "$class" && of.handle.valid()) continue;
    if (number_behind(name, "$")) continue;
    if (name.starts_with("$$")) name.remove_prefix(1);
    const Key field = Key::interned(name);
    if (!value(&field, plist_.element(object, object.count + i))) return target_.inside(name);
  }
  return target_.sound(object.at);
}

// ---- entries

std::uint64_t KeyedWriter::number_of(const Item& object, std::string_view wanted) {
  for (std::size_t i = 0; i < object.count; ++i) {
    Item item;
    if (!look(plist_.element(object, i), item)) return kNoObject;
    if (item.kind == Item::Kind::kAscii && plist_.ascii(item) == wanted) {
      return plist_.element(object, object.count + i);
    }
  }
  return kNoObject;
}

bool KeyedWriter::follow(Item& item) {
  if (item.kind != Item::Kind::kUid) return true;
  const std::uint64_t uid = item.bits;
  if (uid >= objects_.count) {
    return target_.fail(Code::kBadReference, "a reference to an object that does not exist",
                        item.at);
  }
  if (!look(plist_.element(objects_, static_cast<std::size_t>(uid)), item)) return false;
  if (item.kind == Item::Kind::kAscii && plist_.ascii(item) == "$null") item = Item();
  return true;
}

Item KeyedWriter::entry(const Item& object, std::string_view key) {
  Item item;
  const std::uint64_t number = number_of(object, key);
  if (number == kNoObject || !look(number, item) || !follow(item)) return {};
  return item;
}

void KeyedWriter::numbered(const Item& object, std::string_view prefix,
                           std::vector<Numbered>& out) {
  for (std::size_t i = 0; i < object.count; ++i) {
    Item item;
    if (!look(plist_.element(object, i), item)) return;
    if (item.kind != Item::Kind::kAscii) continue;
    if (const auto index = number_behind(plist_.ascii(item), prefix)) {
      out.emplace_back(*index, plist_.element(object, object.count + i));
    }
  }
  std::sort(out.begin(), out.end());
}

bool KeyedWriter::as_text(Item& item) {
  if (item.kind == Item::Kind::kDictionary) {
    Class of;
    if (!class_of(item, of)) return false;
    if (of.known != Known::kString && of.known != Known::kMutableString) return false;
    item = entry(item, "NS.string");
  }
  return item.is_text();
}

// ---- values of Foundation

// Whether an object has no others than these keys and "$class": else it is more than its class is
// known to write.
bool KeyedWriter::has_only(const Item& object, std::initializer_list<std::string_view> keys) {
  std::size_t found = 1;
  for (const std::string_view key : keys) {
    if (number_of(object, key) != kNoObject) ++found;
  }
  return object.count == found;
}

bool KeyedWriter::plain(Place at, const Item& object, Known known) {
  switch (known) {
    case Known::kNull:
      if (!has_only(object, {})) return false;
      target_.null(at);
      return true;
    case Known::kString: {
      Item item = entry(object, "NS.string");
      return has_only(object, {"NS.string"}) && item.is_text() && text(at, item);
    }
    case Known::kData: {
      const Item item = entry(object, "NS.data");
      if (!has_only(object, {"NS.data"})) return false;
      if (item.kind != Item::Kind::kData || !target_.charge(item.count, item.at)) return false;
      target_.data(at, plist_.data(item));
      return true;
    }
    case Known::kDate: {
      const Item item = entry(object, "NS.time");
      if (!has_only(object, {"NS.time"})) return false;
      if (item.kind != Item::Kind::kReal64) return false;
      target_.date(at, item.bits);
      return true;
    }
    case Known::kUuid: {
      Item item = entry(object, "NS.uuidbytes");
      if (!holds_something(item)) item = entry(object, "uuid");  // GNUstep
      if (!has_only(object, {"NS.uuidbytes", "uuid"})) return false;
      if (item.kind != Item::Kind::kData || item.count != kUuidSize) return false;
      target_.uuid(at, plist_.data(item));
      return true;
    }
    case Known::kUrl: return absolute_url(at, object);
    case Known::kDecimal: return decimal(at, object);
    default: return false;
  }
}

bool KeyedWriter::absolute_url(Place at, const Item& object) {
  if (!has_only(object, {"NS.base", "NS.relative"})) return false;
  if (holds_something(entry(object, "NS.base"))) return false;
  Item item = entry(object, "NS.relative");
  std::string_view text;
  return as_text(item) && utf8(item, text) && target_.url(at, text, item.at);
}

// GNUstep writes the digits, Apple the parts of a decimal floating point number.
bool KeyedWriter::decimal(Place at, const Item& object) {
  Item digits = entry(object, "$0");
  if (holds_something(digits)) {
    if (!has_only(object, {"$0"})) return false;
    std::string_view text;
    if (!as_text(digits) || !utf8(digits, text)) return false;
    const auto number = decimal_of(text);
    if (number) target_.decimal(at, *number);
    return number.has_value();
  }
  return apple_decimal(at, object);
}

bool KeyedWriter::apple_decimal(Place at, const Item& object) {
  constexpr std::size_t kWords = 8;
  constexpr std::size_t kWordsThatFit = 6;
  const Item mantissa = entry(object, "NS.mantissa");
  const Item exponent = entry(object, "NS.exponent");
  const Item order = entry(object, "NS.mantissa.bo");  // 1: little-endian, 2: big
  const Item negative = entry(object, "NS.negative");
  const Item length = entry(object, "NS.length");  // words that count; of NaN none
  const std::uint64_t used = length.kind == Item::Kind::kInteger ? length.bits : kWords;
  const auto shift = static_cast<std::int64_t>(exponent.bits);
  constexpr std::int64_t kMostScale = 28;
  if (!has_only(object, {"NS.mantissa", "NS.exponent", "NS.mantissa.bo", "NS.negative", "NS.length",
                         "NS.compact"}) ||
      (used == 0 && negative.bits != 0) || mantissa.kind != Item::Kind::kData ||
      mantissa.count != 2 * kWords || shift > kMostScale || shift < -kMostScale ||
      exponent.kind != Item::Kind::kInteger || order.kind != Item::Kind::kInteger ||
      order.bits - 1 > 1) {
    return false;
  }
  const BytesView bytes = plist_.data(mantissa);
  std::uint32_t words[kWords];
  for (std::size_t i = 0; i < kWords; ++i) {
    const auto first = static_cast<std::uint32_t>(bytes[2 * i]);
    const auto second = static_cast<std::uint32_t>(bytes[2 * i + 1]);
    words[i] = order.bits == 1 ? first | second << 8 : first << 8 | second;
    if (i >= used) words[i] = 0;
  }
  // Archives have no exponents above 0.
  for (std::int64_t left = shift; left > 0; --left) {
    std::uint32_t carry = 0;
    for (std::uint32_t& word : words) {
      carry += word * 10;
      word = carry & 0xFFFFU;
      carry >>= 16;
    }
    if (carry != 0) return false;
  }
  if (words[kWordsThatFit] != 0 || words[kWordsThatFit + 1] != 0) return false;
  target_.decimal(at, {.low = words[0] | words[1] << 16,
                       .middle = words[2] | words[3] << 16,
                       .high = words[4] | words[5] << 16,
                       .scale = static_cast<std::uint8_t>(shift < 0 ? -shift : 0),
                       .negative = negative.bits != 0});
  return true;
}

// ---- objects of Foundation

bool KeyedWriter::contents(const Item& object, Known known, Contents& out) {
  switch (known) {
    case Known::kMutableString:
      out.values = entry(object, "NS.string");
      return has_only(object, {"NS.string"}) && as_text(out.values);
    case Known::kMutableData:
      out.values = entry(object, "NS.data");
      return has_only(object, {"NS.data"}) && out.values.kind == Item::Kind::kData;
    case Known::kCountedSet:  // GNUstep: count, object, its count, ...
      numbered(object, "$", out.valued);
      return out.valued.size() % 2 == 1 && object.count == out.valued.size() + 1;  // "$class"
    default: break;
  }
  const bool maps = known == Known::kDictionary || known == Known::kMutableDictionary;
  out.values = entry(object, "NS.objects");
  if (maps) out.keys = entry(object, "NS.keys");
  if (out.values.kind == Item::Kind::kArray) {
    if (!maps) return has_only(object, {"NS.objects"});
    return has_only(object, {"NS.objects", "NS.keys"}) && out.keys.kind == Item::Kind::kArray &&
           out.keys.count == out.values.count;
  }
  if (holds_something(out.values)) return false;
  numbered(object, "NS.object.", out.valued);
  if (maps) numbered(object, "NS.key.", out.keyed);
  const bool only = object.count == out.valued.size() + out.keyed.size() + 1;  // and "$class"
  return only && (!maps || out.keyed.size() == out.valued.size());
}

bool KeyedWriter::write_contents(const Item& object, Known known, const Contents& what) {
  switch (known) {
    case Known::kMutableString: return text(kPlain, what.values);
    case Known::kMutableData:
      if (!target_.charge(what.values.count, object.at)) return false;
      target_.data(kPlain, plist_.data(what.values));
      return target_.sound(object.at);
    case Known::kCountedSet: return counts(what);
    case Known::kDictionary:
    case Known::kMutableDictionary: return pairs(what);
    default: break;
  }
  const bool arrays = what.values.kind == Item::Kind::kArray;
  const std::size_t count = arrays ? what.values.count : what.valued.size();
  if (known == Known::kSet || known == Known::kMutableSet) {
    target_.begin_set(kPlain, count);
  } else {
    target_.begin_list(kPlain, count, TypeCode::kAny);
  }
  if (!target_.sound(object.at) || !sequence(what.values, what.valued)) return false;
  target_.writer.end_list();
  return target_.sound(object.at);
}

bool KeyedWriter::sequence(const Item& array, const std::vector<Numbered>& numbered) {
  if (array.kind == Item::Kind::kArray) return elements(array);
  for (const auto& [index, number] : numbered) {
    if (!value(kPlain, number)) return target_.inside(index);
  }
  return true;
}

// Whether all keys of a dictionary are strings that are no objects.
bool KeyedWriter::are_texts(const Contents& what) {
  const bool arrays = what.keys.kind == Item::Kind::kArray;
  const std::size_t count = arrays ? what.keys.count : what.keyed.size();
  for (std::size_t i = 0; i < count; ++i) {
    Item item;
    if (!look(arrays ? plist_.element(what.keys, i) : what.keyed[i].second, item)) return false;
    if (!follow(item) || !item.is_text()) return false;
  }
  return true;
}

bool KeyedWriter::pairs(const Contents& what) {
  const bool arrays = what.keys.kind == Item::Kind::kArray;
  const std::size_t count = arrays ? what.keys.count : what.keyed.size();
  const bool texts = are_texts(what);
  if (!target_.sound(what.keys.at)) return false;
  target_.begin_map(kPlain, count, texts);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t key = arrays ? plist_.element(what.keys, i) : what.keyed[i].second;
    const std::uint64_t mapped = arrays ? plist_.element(what.values, i) : what.valued[i].second;
    if (!target_.sound(what.keys.at) || !value(kPlain, key) || !value(kPlain, mapped)) {
      return target_.inside(std::uint64_t{i});
    }
  }
  target_.writer.end_map();
  return target_.sound(what.keys.at);
}

bool KeyedWriter::counts(const Contents& what) {
  target_.writer.begin_map(what.valued.size() / 2, TypeCode::kAny, TypeCode::kU64);
  for (std::size_t i = 1; i < what.valued.size(); i += 2) {
    Item count;
    if (!value(kPlain, what.valued[i].second) || !look(what.valued[i + 1].second, count)) {
      return target_.inside(std::uint64_t{i / 2});
    }
    if (count.kind != Item::Kind::kInteger) {
      return target_.fail(Code::kMalformed, "a count that is no integer", count.at);
    }
    target_.writer.u64(count.bits);
  }
  target_.writer.end_map();
  return target_.sound(0);
}

}  // namespace fastser::convert::cocoa
