// SPDX-License-Identifier: MIT
//
// Types first, then the values. Every shape is made when the first type asks for it; the shape of
// a reader's class is its fields after some changes, other shapes ("Gone...") are the writer's own.
#include "support/version_generator.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "support/version_random.hpp"
#include "support/version_values.hpp"

namespace fastser::testing::versions {
namespace {

constexpr TypeCode kLeaves[] = {
    TypeCode::kNull,   TypeCode::kBool,       TypeCode::kI8,           TypeCode::kU8,
    TypeCode::kI16,    TypeCode::kU16,        TypeCode::kI32,          TypeCode::kU32,
    TypeCode::kI64,    TypeCode::kU64,        TypeCode::kF32,          TypeCode::kF64,
    TypeCode::kVarI16, TypeCode::kVarU16,     TypeCode::kVarI32,       TypeCode::kVarU32,
    TypeCode::kVarI64, TypeCode::kVarU64,     TypeCode::kString,       TypeCode::kData,
    TypeCode::kUrl,    TypeCode::kSharedData, TypeCode::kSharedString, TypeCode::kDate,
    TypeCode::kUuid,   TypeCode::kDecimal,    TypeCode::kDuration,     TypeCode::kClassRef,
    TypeCode::kBits,   TypeCode::kAppleDate,  TypeCode::kEnum};
constexpr TypeCode kBranches[] = {TypeCode::kOptional, TypeCode::kList,       TypeCode::kArray,
                                  TypeCode::kSet,      TypeCode::kMap,        TypeCode::kTuple,
                                  TypeCode::kVariant,  TypeCode::kOrderedMap, TypeCode::kRecord,
                                  TypeCode::kRef,      TypeCode::kAnyRecord,  TypeCode::kAnyRef,
                                  TypeCode::kAny,      TypeCode::kRef,        TypeCode::kAnyRef,
                                  TypeCode::kList,     TypeCode::kOwnedAny};
constexpr TypeCode kKeys[] = {TypeCode::kI8,  TypeCode::kU16,    TypeCode::kI32,
                              TypeCode::kU64, TypeCode::kString, TypeCode::kSharedString,
                              TypeCode::kUuid};

template <std::size_t kSize>
TypeCode one_of(Random& random, const TypeCode (&codes)[kSize]) {
  return codes[random.below(kSize)];
}

class Generator {
 public:
  Generator(const Reader& reader, std::uint64_t seed)
      : reader_(reader),
        random_(seed),
        misfits_(random_.chance(12)),
        calm_(random_.chance(15)),
        shapes_of_(reader.classes.size(), -1) {}

  Document generate() {
    document_.root = like(reader_.root, 0);
    fill_values(document_, random_);
    return std::move(document_);
  }

 private:
  // --- types that the reader converts -----------------------------------------------------------

  /// A type that a reader with `type` can read, but for misfits.
  Type like(const Type& type, unsigned depth, bool is_key = false) {
    if (misfits_ && !is_key && random_.chance(2)) return any_type(depth + 1);
    Type made = close_to(type, depth, is_key);
    if (!is_key && !calm_ && depth < 4 && random_.chance(3)) {
      Type any{TypeCode::kAny, {std::move(made)}};
      if (random_.chance(50)) any.of.push_back(close_to(type, depth, false));
      return any;
    }
    return made;
  }

  Type close_to(const Type& type, unsigned depth, bool is_key) {
    switch (type.code) {
      case TypeCode::kEnum: return like_integer(type.of[0].code, true);
      case TypeCode::kF32: return calm_ || random_.chance(80) ? Type(type.code) : narrow_number(24);
      case TypeCode::kF64: return calm_ || random_.chance(70) ? Type(type.code) : narrow_number(53);
      case TypeCode::kString: return like_string();
      case TypeCode::kData: return like_data();
      case TypeCode::kBits: return type;
      case TypeCode::kDuration: return like_duration(type);
      case TypeCode::kDate: return like_date(type);
      case TypeCode::kNull:
      case TypeCode::kBool: return type.code;
      case TypeCode::kOptional: return like_optional(type, depth);
      case TypeCode::kList:
      case TypeCode::kArray:
      case TypeCode::kSet: return like_list(type, depth);
      case TypeCode::kMap: return like_map(type, depth);
      case TypeCode::kTuple: {
        Type made(type.code);
        for (const Type& operand : type.of) made.of.push_back(like(operand, depth + 1, is_key));
        return made;
      }
      case TypeCode::kVariant: return like_variant(type, depth);
      case TypeCode::kRecord: return like_record(type);
      case TypeCode::kRef: return like_ref(type, depth);
      case TypeCode::kAnyRef:
      case TypeCode::kOwnedAny: return like_family(type);
      default: return like_integer(type.code, false);
    }
  }

  Type like_integer(TypeCode code, bool is_enum) {
    Type made(code);
    if (!calm_) {
      const int bits = integer_bits(code);
      int width = bits;
      while (width > 8 && random_.chance(25)) width /= 2;
      bool sign = is_signed(code);
      if (sign && width < bits && random_.chance(40)) sign = false;
      made.code = integer(width, sign, random_.chance(is_varint(code) ? 70 : 15));
    }
    if (is_enum ? calm_ || random_.chance(80) : !calm_ && random_.chance(5)) {
      Type wrapped{TypeCode::kEnum, {made}};
      wrapped.name = "Enum" + std::to_string(random_.below(3));
      return wrapped;
    }
    return made;
  }
  static TypeCode integer(int bits, bool sign, bool varint) {
    int width = 0;
    while (8 << width < bits) ++width;
    const int first = varint && width > 0 ? 0x0C - 2 : 0x02;
    return static_cast<TypeCode>(first + 2 * width + (sign ? 0 : 1));
  }
  Type narrow_number(int mantissa) {
    if (mantissa == 53 && random_.chance(40)) return TypeCode::kF32;
    const bool sign = random_.chance(50);
    const int widest = mantissa == 53 ? 32 : 16;
    return integer(random_.chance(50) ? widest : 8, sign, random_.chance(30));
  }
  Type like_string() {
    if (calm_ || random_.chance(50)) return TypeCode::kString;
    constexpr TypeCode kTexts[] = {TypeCode::kSharedString, TypeCode::kSharedString, TypeCode::kUrl,
                                   TypeCode::kClassRef};
    return one_of(random_, kTexts);
  }
  Type like_data() {
    if (calm_ || random_.chance(50)) return TypeCode::kData;
    if (random_.chance(60)) return TypeCode::kSharedData;
    return {TypeCode::kList, {Type(TypeCode::kU8)}};
  }
  // Nanoseconds, ticks of another unit that the table names, or ticks of no unit (which are the
  // reader's); most of them whole ticks of the reader.
  Type like_duration(const Type& type) {
    constexpr std::int64_t kUnits[][2] = {{1, 1}, {1, 1000}, {1, 1000000}, {60, 1}, {1, 50}};
    const bool own = calm_ || random_.chance(40);
    if (!own && random_.chance(30)) return like_integer(type.of[0].code, false);
    const bool nanoseconds = own ? type.num == 1 && type.den == 1000000000 : random_.chance(40);
    const auto& unit = kUnits[random_.below(5)];
    Type made(TypeCode::kDuration);
    made.num = own ? type.num : nanoseconds ? 1 : unit[0];
    made.den = own ? type.den : nanoseconds ? 1000000000 : unit[1];
    if (!nanoseconds) {
      made.code = TypeCode::kEnum;
      made.name = "duration " + std::to_string(made.num) + "/" + std::to_string(made.den);
      made.of = {Type(type.of[0].code == TypeCode::kU32 ? TypeCode::kU32 : TypeCode::kI64)};
    }
    const std::int64_t nums = std::gcd(made.num, type.num);
    const std::int64_t dens = std::gcd(made.den, type.den);
    made.step = (made.den / dens) * (type.num / nums);
    return made;
  }
  static Type like_date(const Type& type) {
    Type made = type;
    made.of.clear();
    return made;
  }
  Type like_optional(const Type& type, unsigned depth) {
    if (!calm_ && random_.chance(5)) return TypeCode::kNull;
    Type inner = like(type.of[0], depth + 1);
    if (!calm_ && inner.code == TypeCode::kRecord && random_.chance(15)) {
      inner = {TypeCode::kRef, {std::move(inner)}};
    }
    if (!calm_ && random_.chance(30)) return inner;
    return {TypeCode::kOptional, {std::move(inner)}};
  }
  Type like_list(const Type& type, unsigned depth) {
    const bool unique = type.code == TypeCode::kSet && !type.multi;
    Type element = like(type.of[0], depth + 1, type.code == TypeCode::kSet);
    Type made{TypeCode::kList, {std::move(element)}};
    if (type.code == TypeCode::kSet && (calm_ || random_.chance(60))) made.code = TypeCode::kSet;
    if (type.code == TypeCode::kSet && type.multi) made.code = TypeCode::kList;
    if (type.code == TypeCode::kArray) {
      made.wanted = static_cast<std::size_t>(type.n);
      if (misfits_ && random_.chance(20)) ++made.wanted;
      if (calm_ || random_.chance(70)) made.code = TypeCode::kArray;
      made.n = made.code == TypeCode::kArray ? made.wanted : 0;
    } else if (!calm_ && random_.chance(15)) {
      made.code = TypeCode::kArray;
      made.n = random_.below(5);
    } else if (!calm_ && !unique && is_key_type(made.of[0]) && random_.chance(15)) {
      made.code = TypeCode::kSet;
    }
    made.multi = made.code == TypeCode::kSet ? false : !unique || (misfits_ && random_.chance(30));
    return made;
  }
  static bool is_key_type(const Type& type) {
    return integer_bits(type.code) != 0 || is_text(type.code) || type.code == TypeCode::kUuid;
  }
  Type like_map(const Type& type, unsigned depth) {
    Type key = like(type.of[0], depth + 1, true);
    Type mapped = like(type.of[1], depth + 1);
    if (type.multi && (calm_ || random_.chance(60))) {
      Type made{TypeCode::kList, {Type{TypeCode::kTuple, {std::move(key), std::move(mapped)}}}};
      made.multi = true;
      return made;
    }
    const bool ordered = !calm_ && random_.chance(25);
    return {ordered ? TypeCode::kOrderedMap : TypeCode::kMap, {std::move(key), std::move(mapped)}};
  }
  Type like_variant(const Type& type, unsigned depth) {
    if (!calm_ && random_.chance(8)) return like(random_.one_of(type.of), depth + 1);
    Type made(TypeCode::kVariant);
    for (const Type& operand : type.of) {
      if (calm_ || random_.chance(85)) made.of.push_back(like(operand, depth + 1));
    }
    if (calm_) return made;
    if (made.of.empty() || random_.chance(25)) {
      const std::size_t at = random_.below(made.of.size() + 1);
      Type added = random_.chance(40) ? Type(TypeCode::kRecord) : any_type(depth + 1);
      if (added.code == TypeCode::kRecord) added = gone_record();
      made.of.insert(made.of.begin() + static_cast<std::ptrdiff_t>(at), std::move(added));
    }
    if (random_.chance(40)) random_.shuffle(made.of);
    return made;
  }
  Type like_record(const Type& type) {
    Type made(TypeCode::kRecord);
    made.n = shape_of(static_cast<std::size_t>(type.n));
    if (!calm_ && random_.chance(4)) return {TypeCode::kAnyRecord, {std::move(made)}};
    return made;
  }
  Type like_ref(const Type& type, unsigned depth) {
    Type target = like(type.of[0], depth + 1);
    if (target.code == TypeCode::kRecord && !calm_ && random_.chance(15)) {
      return {TypeCode::kAnyRef, {std::move(target)}};
    }
    return {TypeCode::kRef, {std::move(target)}};
  }

  // A pointer to one of several classes.
  Type like_family(const Type& type) {
    Type made(type.code);
    for (const Type& one : type.of) {
      Type target(TypeCode::kRecord);
      target.n = shape_of(static_cast<std::size_t>(one.n));
      if (type.code == TypeCode::kAnyRef && !calm_ && random_.chance(10)) {
        return {TypeCode::kRef, {std::move(target)}};
      }
      made.of.push_back(std::move(target));
    }
    if (misfits_ && random_.chance(10)) made.of.push_back(gone_record());
    return made;
  }

  // --- the shapes of the reader's classes -------------------------------------------------------

  std::uint64_t shape_of(std::size_t index) {
    if (shapes_of_[index] >= 0) return static_cast<std::uint64_t>(shapes_of_[index]);
    const std::size_t made = document_.shapes.size();
    shapes_of_[index] = static_cast<int>(made);
    document_.shapes.emplace_back();
    const ReaderClass& one = reader_.classes[index];
    document_.shapes[made].name = one.name();
    document_.shapes[made].version = static_cast<std::uint32_t>(random_.below(3));
    if (one.levels.size() == 1 && !calm_ && random_.chance(5)) {
      std::vector<Field> fields = without_names(one);
      document_.shapes[made].fields = std::move(fields);
      return made;
    }
    std::vector<std::vector<Field>> levels;
    std::vector<std::string> names;
    arrange(one, changed_fields(one), names, levels);
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const bool last = level + 1 == levels.size();
      const std::size_t at = last ? made : document_.shapes.size();
      const int super = level == 0 ? -1 : static_cast<int>(document_.shapes.size() - 1);
      if (!last) document_.shapes.emplace_back();
      Shape& shape = document_.shapes[at];
      shape.name = names[level];
      shape.super = super;
      shape.fields = std::move(levels[level]);
    }
    return made;
  }

  struct Changed {
    Field field;
    std::string level;  // the name of the class that it stood in; empty: a new field
  };

  std::vector<Changed> changed_fields(const ReaderClass& one) {
    std::vector<Changed> fields;
    for (const ReaderField& field : one.fields) {
      if (!calm_ && random_.chance(10)) continue;
      const std::string& level = one.levels[field.level].name;
      std::string name = field.name;
      if (!calm_ && !field.old_names.empty() && random_.chance(45)) {
        const std::string& old = random_.one_of(field.old_names);
        if (random_.chance(40)) {  // both: the present name counts
          Type type = random_.chance(50) ? any_type(1) : like(field.type, 1);
          fields.push_back({{old, std::move(type)}, level});
        } else {
          name = old;
        }
      }
      Type type = like(field.type, 1);
      fields.push_back({{std::move(name), std::move(type)}, level});
      if (fields.size() > 1 && random_.chance(30))
        std::swap(fields[fields.size() - 1], fields[random_.below(fields.size())]);
    }
    std::size_t added = calm_ ? random_.below(2) : random_.below(4);
    while (added-- > 0) {
      const std::size_t at = random_.below(fields.size() + 1);
      Field field{"gone" + std::to_string(gone_fields_++), {}};
      const bool known = !one.fields.empty() && random_.chance(35);
      field.type = known ? like(random_.one_of(one.fields).type, 1) : any_type(0);
      fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(at), {std::move(field), {}});
    }
    if (!calm_ && random_.chance(30)) random_.shuffle(fields);
    return fields;
  }

  // Gives each field a class of the chain.
  void arrange(const ReaderClass& one, std::vector<Changed> fields, std::vector<std::string>& names,
               std::vector<std::vector<Field>>& levels) {
    for (const ReaderClass::Level& level : one.levels) {
      if (&level == &one.levels.back() || calm_ || random_.chance(80)) names.push_back(level.name);
    }
    while (!calm_ && names.size() < 4 && random_.chance(25)) {
      names.insert(names.begin() + static_cast<std::ptrdiff_t>(random_.below(names.size())),
                   "Between" + std::to_string(between_++));
    }
    levels.resize(names.size());
    for (Changed& changed : fields) {
      const auto own = std::find(names.begin(), names.end(), changed.level);
      const bool moves = own == names.end() || (!calm_ && random_.chance(20));
      const std::size_t level =
          moves ? random_.below(names.size()) : static_cast<std::size_t>(own - names.begin());
      levels[level].push_back(std::move(changed.field));
    }
  }

  // Found by position: the first of them, and more behind them.
  std::vector<Field> without_names(const ReaderClass& one) {
    std::vector<Field> fields;
    const std::size_t kept = random_.below(one.fields.size() + 1);
    for (std::size_t i = 0; i < kept; ++i) fields.push_back({{}, like(one.fields[i].type, 1)});
    if (kept == one.fields.size()) {
      for (std::size_t more = random_.below(3); more-- > 0;) fields.push_back({{}, any_type(0)});
    }
    return fields;
  }

  // --- types that nobody knows ------------------------------------------------------------------

  Type any_type(unsigned depth) {
    if (depth >= 3 || random_.chance(45)) return any_leaf();
    const TypeCode code = one_of(random_, kBranches);
    Type made(code);
    switch (code) {
      case TypeCode::kOptional: made.of = {any_type(depth + 1)}; break;
      case TypeCode::kList:
        made.of = {any_type(depth + 1)};
        made.multi = true;
        if (made.of[0].code == TypeCode::kRef && random_.chance(20)) made.wanted = 40;
        break;
      case TypeCode::kArray:
        made.of = {any_type(depth + 1)};
        made.multi = true;
        made.n = random_.below(4);
        break;
      case TypeCode::kSet: made.of = {any_key()}; break;
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: made.of = {any_key(), any_type(depth + 1)}; break;
      case TypeCode::kTuple:
      case TypeCode::kVariant: {
        std::size_t count = 1 + random_.below(3);
        while (count-- > 0) made.of.push_back(any_type(depth + 1));
        break;
      }
      case TypeCode::kRecord: return gone_record();
      case TypeCode::kRef:
        made.of = {random_.chance(60) ? known_record() : any_type(depth + 1)};
        break;
      case TypeCode::kAny: made.of = {any_type(depth + 1), any_type(depth + 1)}; break;
      case TypeCode::kAnyRecord: made.of = {gone_record(), gone_record()}; break;
      default: made.of = {known_record(), gone_record()}; break;  // any ref, owned any
    }
    return made;
  }
  Type any_leaf() {
    Type made(one_of(random_, kLeaves));
    if (made.code == TypeCode::kBits) made.n = random_.below(40);
    if (made.code == TypeCode::kEnum) {
      made.of = {Type(static_cast<TypeCode>(random_.chance(30) ? 0x0C + random_.below(6)
                                                               : 2 + random_.below(8)))};
      made.name = "Enum" + std::to_string(random_.below(3));
    }
    return made;
  }
  Type any_key() { return one_of(random_, kKeys); }
  /// Of a class of the reader's, where the pair of types may go round; only behind a slot.
  Type known_record() {
    if (reader_.classes.empty() || random_.chance(30)) return gone_record();
    Type made(TypeCode::kRecord);
    made.n = shape_of(random_.below(reader_.classes.size()));
    return made;
  }
  /// Of a class that the reader does not know, one that is complete or a new one.
  Type gone_record() {
    Type made(TypeCode::kRecord);
    if (!gone_.empty() && (gone_.size() >= 4 || random_.chance(60))) {
      made.n = random_.one_of(gone_);
      return made;
    }
    Shape shape;
    shape.name = "Gone" + std::to_string(gone_classes_++);
    if (random_.chance(20)) shape.name.clear();
    if (!gone_.empty() && random_.chance(30)) shape.super = static_cast<int>(random_.one_of(gone_));
    const bool named = random_.chance(75);
    if (gone_classes_ < 5) {
      const std::size_t count = random_.below(4);
      for (std::size_t i = 0; i < count; ++i) {
        shape.fields.push_back({named ? "g" + std::to_string(i) : "", any_type(2)});
      }
    }
    made.n = document_.shapes.size();
    document_.shapes.push_back(std::move(shape));
    gone_.push_back(made.n);
    return made;
  }

  const Reader& reader_;
  Random random_;
  bool misfits_;  // somewhere a type that the reader may not be able to read
  bool calm_;     // a version that differs in few things
  Document document_;
  std::vector<int> shapes_of_;       // of the reader's classes, or -1
  std::vector<std::uint64_t> gone_;  // shapes of the writer's alone
  std::size_t gone_classes_ = 0;
  std::size_t gone_fields_ = 0;
  std::size_t between_ = 0;
};

}  // namespace

Document random_version(const Reader& reader, std::uint64_t seed) {
  return Generator(reader, seed).generate();
}

}  // namespace fastser::testing::versions
