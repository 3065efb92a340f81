// SPDX-License-Identifier: MIT
#include "support/version_values.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <utility>

namespace fastser::testing::versions {
namespace {

const std::vector<std::string>& texts() {
  static const std::vector<std::string> kTexts = {
      "", "a", "red", "blue", "Zo\xC3\xAB", "a text of more than thirty-two bytes, which is long"};
  return kTexts;
}

class Filler {
 public:
  Filler(Document& document, Random& random) : document_(document), random_(random) {}

  void fill() {
    document_.value = value(document_.root, 0);
    // Objects are filled one after the other: however they lead to each other, nothing recurses.
    for (std::size_t i = 0; i < document_.objects.size(); ++i) {
      const Type type = document_.objects[i].type;
      Value made = value(type, 0);
      document_.objects[i].value = std::move(made);
    }
  }

 private:
  static constexpr std::size_t kMaxDepth = 10;

  // Whether there may be more: when much is there, what may be empty is.
  bool may_grow(std::size_t depth) const { return left_ > 0 && depth < kMaxDepth; }

  Value value(const Type& type, std::size_t depth) {
    if (left_ > 0) --left_;
    Value made;
    switch (type.code) {
      case TypeCode::kNull: break;
      case TypeCode::kBool: made.bits = random_.below(2); break;
      case TypeCode::kF32:
        made.bits = std::bit_cast<std::uint32_t>(static_cast<float>(number()));
        break;
      case TypeCode::kAppleDate:
      case TypeCode::kF64: made.bits = std::bit_cast<std::uint64_t>(number()); break;
      case TypeCode::kDuration: made.bits = duration(type, 64); break;
      case TypeCode::kDate: date(type, made); break;
      case TypeCode::kUuid: made.text = bytes(16); break;
      case TypeCode::kDecimal:
        made.text = bytes(12) + std::string(2, '\0') + static_cast<char>(random_.below(29)) +
                    static_cast<char>(random_.chance(50) ? 0x80 : 0);
        break;
      case TypeCode::kBits: made.text = bit_bytes(type.n); break;
      case TypeCode::kString:
      case TypeCode::kSharedString:
      case TypeCode::kUrl:
      case TypeCode::kClassRef: made.text = text(); break;
      case TypeCode::kData:
      case TypeCode::kSharedData:
        made.text = random_.chance(70) ? random_.one_of(texts()) : bytes(random_.below(40));
        break;
      case TypeCode::kEnum:
        if (type.step == 0) return value(type.of[0], depth);
        made.bits = duration(type, integer_bits(type.of[0].code));
        break;
      default:
        if (integer_bits(type.code) != 0) {
          made.bits = integer(integer_bits(type.code), is_signed(type.code));
        } else {
          composite(type, made, depth);
        }
    }
    return made;
  }
  void composite(const Type& type, Value& made, std::size_t depth) {
    switch (type.code) {
      case TypeCode::kOptional:
        made.bits = may_grow(depth) && random_.chance(75) ? 1 : 0;
        if (made.bits != 0) made.items.push_back(value(type.of[0], depth + 1));
        break;
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kArray: elements(type, made, depth); break;
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: entries(type, made, depth); break;
      case TypeCode::kTuple:
        for (const Type& operand : type.of) made.items.push_back(value(operand, depth + 1));
        break;
      case TypeCode::kVariant:
      case TypeCode::kAny:
        made.bits = random_.below(type.of.size());
        made.items.push_back(value(type.of[static_cast<std::size_t>(made.bits)], depth + 1));
        break;
      case TypeCode::kRecord: fields(type.n, made, depth); break;
      case TypeCode::kAnyRecord:
        made.bits = random_.one_of(type.of).n;
        fields(made.bits, made, depth);
        break;
      case TypeCode::kOwnedAny:
        if (!may_grow(depth) || random_.chance(30)) break;
        made.bits = random_.one_of(type.of).n;
        fields(made.bits++, made, depth);
        break;
      default: made.bits = slot(type, depth); break;
    }
  }
  void fields(std::uint64_t shape, Value& made, std::size_t depth) {
    for (const Field* field : fields_of(document_.shapes, shape)) {
      made.items.push_back(value(field->type, depth + 1));
    }
  }
  std::size_t count(const Type& type, std::size_t depth) {
    if (type.wanted != 0)
      return type.code == TypeCode::kArray || left_ > 0 || type.wanted < 20 ? type.wanted : 0;
    if (!may_grow(depth)) return 0;
    return random_.chance(3) ? 30 : random_.below(4);
  }
  void elements(const Type& type, Value& made, std::size_t depth) {
    std::size_t wanted =
        type.code == TypeCode::kArray ? static_cast<std::size_t>(type.n) : count(type, depth);
    std::set<std::string> seen;
    for (int tries = 0; made.items.size() < wanted && tries < 1000; ++tries) {
      Value element = value(type.of[0], depth + 1);
      if (!type.multi && !seen.insert(key_of(element)).second) continue;
      made.items.push_back(std::move(element));
    }
  }
  void entries(const Type& type, Value& made, std::size_t depth) {
    std::set<std::string> seen;
    for (std::size_t tries = count(type, depth); tries-- > 0;) {
      Value key = value(type.of[0], depth + 1);
      if (!seen.insert(key_of(key)).second) continue;
      made.items.push_back(std::move(key));
      made.items.push_back(value(type.of[1], depth + 1));
    }
  }
  static std::string key_of(const Value& value) {
    std::string key = std::to_string(value.bits) + ":" + value.text;
    for (const Value& item : value.items) key += "," + key_of(item);
    return key;
  }

  // As same_type, and the same may be inside of what may be anything.
  static bool same_choices(const Type& a, const Type& b) {
    return same_type(a, b) &&
           std::equal(a.of.begin(), a.of.end(), b.of.begin(), b.of.end(), same_choices);
  }
  std::uint64_t slot(const Type& type, std::size_t depth) {
    if (random_.chance(12)) return 0;
    const Type& wanted = random_.one_of(type.of);
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < document_.objects.size(); ++i) {
      if (same_choices(document_.objects[i].type, wanted)) fitting.push_back(i);
    }
    const bool may_add = left_ > 0 && document_.objects.size() < 60;
    static_cast<void>(depth);
    if (!fitting.empty() && (!may_add || random_.chance(45))) return 1 + random_.one_of(fitting);
    if (!may_add) return 0;
    document_.objects.push_back({wanted, {}});
    return document_.objects.size();
  }

  std::uint64_t integer(int bits, bool sign) {
    const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    std::uint64_t made = 0;
    switch (random_.below(6)) {
      case 0: made = random_.below(4); break;
      case 1: made = all; break;
      case 2: made = all >> 1; break;
      case 3: made = (all >> 1) + 1; break;
      case 4: made = random_.any() >> random_.below(64); break;
      default: made = random_.any(); break;
    }
    made &= all;
    if (sign && bits < 64 && (made >> (bits - 1)) != 0) made |= ~all;
    return made;
  }
  double number() {
    constexpr double kNumbers[] = {0.0, -0.0, 1.5, -2.25, 1e30, 1e-30};
    const std::size_t at = random_.below(9);
    if (at < 6) return static_cast<double>(static_cast<float>(kNumbers[at]));
    if (at == 6) return std::numeric_limits<double>::infinity();
    return static_cast<double>(static_cast<std::int32_t>(random_.any())) / 256;
  }
  /// Seconds for dates and durations that other units than theirs can count.
  std::int64_t seconds() {
    return static_cast<std::int64_t>(random_.any() % 8000000000) - 4000000000;
  }
  std::uint64_t duration(const Type& type, int bits) {
    if (type.step == 0 || random_.chance(10)) return integer(bits, bits == 64);
    const auto count = static_cast<std::int64_t>(random_.below(2000)) - (bits == 64 ? 1000 : 0);
    const std::int64_t ticks = count * type.step;
    return bits == 64 || ticks >> bits == 0 ? static_cast<std::uint64_t>(ticks) : 0;
  }
  void date(const Type& type, Value& made) {
    made.bits = static_cast<std::uint64_t>(seconds());
    made.nanoseconds = static_cast<std::uint32_t>(random_.below(1000000000));
    if (type.den == 0) return;
    // A moment that the reader's unit can count.
    made.nanoseconds -= made.nanoseconds % static_cast<std::uint32_t>(1000000000 / type.den);
    if (type.num > 1)
      made.bits -= static_cast<std::uint64_t>(static_cast<std::int64_t>(made.bits) % type.num);
  }
  std::string text() {
    if (random_.chance(75)) return random_.one_of(texts());
    return "text " + std::to_string(random_.below(1000));
  }
  std::string bytes(std::size_t count) {
    std::string made;
    while (made.size() < count) made += static_cast<char>(random_.any());
    return made;
  }
  std::string bit_bytes(std::uint64_t count) {
    std::string made = bytes(static_cast<std::size_t>((count + 7) / 8));
    if (count % 8 != 0) made.back() = static_cast<char>(made.back() & ((1 << (count % 8)) - 1));
    return made;
  }

  Document& document_;
  Random& random_;
  std::size_t left_ = 250;
};

}  // namespace

void fill_values(Document& document, Random& random) { Filler(document, random).fill(); }

}  // namespace fastser::testing::versions
